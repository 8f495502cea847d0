// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.clearing.ApprovalException;
import io.bourse.deploy.operators.OperatorRequests;

import java.util.List;

/**
 * Commands to the engine wait for a second person; nothing was done by them.
 */
public final class SecondPersonException extends ApprovalException
{
    private static final long serialVersionUID = 1L;

    private final transient List<OperatorRequests.Request> requests;
    private final String words;

    SecondPersonException(
        final List<OperatorRequests.Request> requests, final String words, final String message)
    {
        super(message);
        this.requests = requests;
        this.words = words;
    }

    /** What was kept for the second person, in the order in which it has to be approved; at least one. */
    public List<OperatorRequests.Request> requests()
    {
        return requests;
    }

    /** What the commands will do. */
    public String words()
    {
        return words;
    }
}
