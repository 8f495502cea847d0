// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import java.nio.charset.StandardCharsets;
import quickfix.Responder;

/**
 * Where QuickFIX/J's session sends to. What it sends as the answer to a ResendRequest, one gap for the whole range, is
 * kept back: we send the messages themselves.
 */
final class ConnectionResponder implements Responder
{
    private static final String SEQUENCE_RESET = "\00135=4\001";
    private static final String MSG_SEQ_NUM = "\00134=";
    private static final String NEW_SEQ_NO = "\00136=";

    private final FixSessionImpl session;
    private final FixConnection connection;

    ConnectionResponder(final FixSessionImpl session, final FixConnection connection)
    {
        this.session = session;
        this.connection = connection;
    }

    @Override
    public boolean send(final String message)
    {
        final int number = number(message, MSG_SEQ_NUM);
        if (message.contains(SEQUENCE_RESET))
        {
            session.resends.add(number, number(message, NEW_SEQ_NO));
            session.store.onAwaited(number);
            return true;
        }
        if (!session.mayWrite(number))
        {
            // The client asks for it.
            return true;
        }
        connection.write(message.getBytes(StandardCharsets.ISO_8859_1));
        return !connection.isOverflown();
    }

    private static int number(final String message, final String tag)
    {
        final int begin = message.indexOf(tag) + tag.length();
        return Integer.parseInt(message, begin, message.indexOf('\001', begin), 10);
    }

    @Override
    public void disconnect()
    {
        session.connection = null;
        // A session that we ended may come again.
        session.session.logon();
        connection.closeAfterFlush();
    }

    @Override
    public String getRemoteAddress()
    {
        return connection.remoteAddress().toString();
    }
}
