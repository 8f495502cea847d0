// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing;

/**
 * The run needs the approval of a second person, or it was refused or has expired. Nothing was published; the run
 * goes on when it is taken up with the approval.
 */
public class ApprovalException extends ClearingException
{
    private static final long serialVersionUID = 1L;

    /**
     * New exception.
     *
     * @param message a sentence with key=value facts.
     */
    public ApprovalException(final String message)
    {
        super(EXIT_APPROVAL, message, null);
    }
}
