// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import quickfix.Application;
import quickfix.FieldNotFound;
import quickfix.IncorrectTagValue;
import quickfix.Message;
import quickfix.RejectLogon;
import quickfix.SessionID;
import quickfix.UnsupportedMessageType;
import quickfix.field.HeartBtInt;
import quickfix.field.MsgType;

/**
 * What QuickFIX/J calls: session events are counted, logons checked, application messages given to the order entry.
 */
final class FixApplication implements Application
{
    private final FixSessions sessions;
    private final OrderEntryAdapter orderEntry;
    private final ConnectionChanges connectionChanges;
    private final FixCounters counters;
    private final int minHeartbeatSeconds;
    private final int maxHeartbeatSeconds;

    FixApplication(
        final FixSessions sessions,
        final OrderEntryAdapter orderEntry,
        final ConnectionChanges connectionChanges,
        final FixCounters counters,
        final int minHeartbeatSeconds,
        final int maxHeartbeatSeconds)
    {
        this.sessions = sessions;
        this.orderEntry = orderEntry;
        this.connectionChanges = connectionChanges;
        this.counters = counters;
        this.minHeartbeatSeconds = minHeartbeatSeconds;
        this.maxHeartbeatSeconds = maxHeartbeatSeconds;
    }

    @Override
    public void onCreate(final SessionID sessionId)
    {
    }

    @Override
    public void onLogon(final SessionID sessionId)
    {
        counters.onLogon();
        connectionChanges.add(sessions.bySessionId(sessionId), true);
    }

    @Override
    public void onLogout(final SessionID sessionId)
    {
        counters.onLogout();
        connectionChanges.add(sessions.bySessionId(sessionId), false);
    }

    @Override
    public void toAdmin(final Message message, final SessionID sessionId)
    {
        if (isType(message, MsgType.REJECT))
        {
            counters.onSessionReject();
        }
    }

    @Override
    public void fromAdmin(final Message message, final SessionID sessionId) throws FieldNotFound, RejectLogon
    {
        if (isType(message, MsgType.LOGON))
        {
            final int heartbeatSeconds = message.getInt(HeartBtInt.FIELD);
            if (heartbeatSeconds < minHeartbeatSeconds || heartbeatSeconds > maxHeartbeatSeconds)
            {
                counters.onRefusedLogon();
                throw new RejectLogon("HeartBtInt out of bounds: min=" + minHeartbeatSeconds +
                    " max=" + maxHeartbeatSeconds + " given=" + heartbeatSeconds);
            }
        }
    }

    @Override
    public void toApp(final Message message, final SessionID sessionId)
    {
    }

    @Override
    public void fromApp(final Message message, final SessionID sessionId)
        throws FieldNotFound, IncorrectTagValue, UnsupportedMessageType
    {
        if (!orderEntry.onMessage(sessions.bySessionId(sessionId), message))
        {
            counters.onUnsupportedMessage();
            throw new UnsupportedMessageType();
        }
    }

    private static boolean isType(final Message message, final String type)
    {
        return message.getHeader().getOptionalString(MsgType.FIELD).filter(type::equals).isPresent();
    }
}
