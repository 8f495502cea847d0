// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.twime.MessageHeaderDecoder;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.DirectBuffer;

/**
 * What survives of a login between its connections: message numbers, command numbers and the frames it may ask for
 * again. All of it is a function of the event stream, so that a restarted gateway has the same.
 */
final class Login
{
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final int loginId;
    private final RetransmitWindow window;
    private final ConnectionChanges changes;
    private final OfferTimes offerTimes = new OfferTimes();
    private long commandSequence;
    private TwimeConnection connection;
    private long lastEstablishNs;
    private boolean isEstablishSeen;
    private boolean isConnectedInEngine;

    Login(final int loginId, final int retransmitWindow, final ConnectionChanges changes)
    {
        this.loginId = loginId;
        this.changes = changes;
        window = new RetransmitWindow(retransmitWindow);
    }

    int loginId()
    {
        return loginId;
    }

    long nextSeqNo()
    {
        return window.nextSeqNo();
    }

    RetransmitWindow window()
    {
        return window;
    }

    /** Number of the last command the engine has been given for this login. */
    long commandSequence()
    {
        return commandSequence;
    }

    void onCommandSequence(final long sequence)
    {
        if (sequence > commandSequence)
        {
            commandSequence = sequence;
        }
    }

    /** When the last commands were given to the engine. */
    OfferTimes offerTimes()
    {
        return offerTimes;
    }

    /** The established connection, or null. */
    TwimeConnection connection()
    {
        return connection;
    }

    void connection(final TwimeConnection connection)
    {
        this.connection = connection;
        changes.add(this, null != connection);
    }

    /** Whether the engine believes that this login has a connection; true at a start only after a sudden end. */
    boolean isConnectedInEngine()
    {
        return isConnectedInEngine;
    }

    void isConnectedInEngine(final boolean isConnected)
    {
        isConnectedInEngine = isConnected;
    }

    /**
     * Notes a try to establish a session and says whether it came too soon after the one before (A.5.1).
     */
    boolean isTooFastReconnect(final long nowNs, final long reconnectIntervalNs)
    {
        final boolean isTooFast = isEstablishSeen && nowNs - lastEstablishNs < reconnectIntervalNs;
        if (!isTooFast)
        {
            isEstablishSeen = true;
            lastEstablishNs = nowNs;
        }
        return isTooFast;
    }

    /**
     * Takes an answer: numbers it if it is an application message, and sends it if the login is connected.
     */
    void onAnswer(final DirectBuffer buffer, final int offset, final int length, final long nowNs)
    {
        if (TwimeFrames.isNumbered(header.wrap(buffer, offset).templateId()))
        {
            window.add(buffer, offset, length);
        }
        if (null != connection)
        {
            connection.send(buffer, offset, length, nowNs);
        }
    }
}
