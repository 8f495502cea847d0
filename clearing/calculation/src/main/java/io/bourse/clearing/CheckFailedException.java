// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing;

/**
 * An invariant failed. Nothing was published, trading stays as it was, and the operator decides.
 */
public final class CheckFailedException extends ClearingException
{
    private static final long serialVersionUID = 1L;
    private final String check;

    /**
     * New exception.
     *
     * @param check name of the check.
     * @param record the record that breaks it, as key=value facts.
     */
    public CheckFailedException(final String check, final String record)
    {
        super(EXIT_CHECK_FAILED, "clearing check failed, nothing was published: check=" + check + " " + record, null);
        this.check = check;
    }

    /**
     * Name of the check.
     *
     * @return as in checks.json.
     */
    public String check()
    {
        return check;
    }
}
