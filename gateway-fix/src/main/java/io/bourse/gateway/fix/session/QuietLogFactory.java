// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import quickfix.Log;
import quickfix.LogFactory;
import quickfix.SessionID;

import java.util.function.Consumer;

/**
 * A log that says nothing (QuickFIX/J prints to the console by default) and lets someone count errors.
 */
final class QuietLogFactory implements LogFactory
{
    private final Consumer<SessionID> onError;

    /**
     * A factory of silent logs.
     *
     * @param onError called for every error event of a session, on the thread that found it.
     */
    QuietLogFactory(final Consumer<SessionID> onError)
    {
        this.onError = onError;
    }

    @Override
    public Log create(final SessionID sessionId)
    {
        return new Log()
        {
            @Override
            public void clear()
            {
            }

            @Override
            public void onIncoming(final String message)
            {
            }

            @Override
            public void onOutgoing(final String message)
            {
            }

            @Override
            public void onEvent(final String text)
            {
            }

            @Override
            public void onErrorEvent(final String text)
            {
                onError.accept(sessionId);
            }
        };
    }
}
