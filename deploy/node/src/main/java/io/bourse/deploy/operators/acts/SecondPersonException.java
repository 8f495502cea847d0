// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.clearing.ApprovalException;
import io.bourse.deploy.operators.OperatorRequests;

/**
 * A command to the engine waits for a second person; nothing was done by it.
 */
public final class SecondPersonException extends ApprovalException
{
    private static final long serialVersionUID = 1L;

    private final transient OperatorRequests.Request request;
    private final String words;

    SecondPersonException(final OperatorRequests.Request request, final String words, final String message)
    {
        super(message);
        this.request = request;
        this.words = words;
    }

    /** What was kept for the second person. */
    public OperatorRequests.Request request()
    {
        return request;
    }

    /** What the command says. */
    public String words()
    {
        return words;
    }
}
