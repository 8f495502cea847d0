// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

/**
 * The engine did not answer an operator's command in time. Whether it was executed is not known; a definition may be
 * sent again without harm.
 */
public final class CommandTimeoutException extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    /**
     * A silence.
     *
     * @param facts what was asked and how long was waited, as key=value.
     */
    public CommandTimeoutException(final String facts)
    {
        super("the engine did not answer in time: " + facts);
    }
}
