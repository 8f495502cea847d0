// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing;

/**
 * A clearing run could not do its work. Carries the exit code (rules 6) for the command line.
 */
public class ClearingException extends RuntimeException
{
    /** Not suspended, a gap in the stream, stale or impossible parameters. */
    public static final int EXIT_PRECONDITION = 3;
    /** An invariant (rules 5) failed; nothing was published. */
    public static final int EXIT_CHECK_FAILED = 4;
    /** An approval is missing, has been refused or has expired. */
    public static final int EXIT_APPROVAL = 5;
    /** A file of an earlier run is not what it was. */
    public static final int EXIT_INPUT_CORRUPT = 6;
    /** Input or output failed. */
    public static final int EXIT_IO = 7;
    /** An operator has aborted the run. */
    public static final int EXIT_ABORTED = 8;
    /** The run exists already; nothing was done. */
    public static final int EXIT_ALREADY_DONE = 9;
    /** Published, but the reports failed; {@code bourse clearing report} writes them. */
    public static final int EXIT_REPORTS_FAILED = 10;

    private static final long serialVersionUID = 1L;
    private final int exitCode;

    /**
     * New exception.
     *
     * @param exitCode one of the constants.
     * @param message a sentence with key=value facts.
     * @param cause may be null.
     */
    public ClearingException(final int exitCode, final String message, final Throwable cause)
    {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /**
     * Exit code for the command line.
     *
     * @return one of the constants.
     */
    public final int exitCode()
    {
        return exitCode;
    }
}
