// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.gateway.fix.session.FixMessageHandler;
import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.wire.FixReader;

/**
 * Gives the messages of the sessions to the order entry.
 */
final class OrderEntryHandler implements FixMessageHandler
{
    private final FixLogins logins;
    private final OrderEntryAdapter orderEntry;
    private final ConnectionChanges connectionChanges;

    OrderEntryHandler(
        final FixLogins logins,
        final OrderEntryAdapter orderEntry,
        final ConnectionChanges connectionChanges)
    {
        this.logins = logins;
        this.orderEntry = orderEntry;
        this.connectionChanges = connectionChanges;
    }

    @Override
    public boolean isHot(final char msgType)
    {
        return false;
    }

    @Override
    public boolean isPlain(final FixReader message)
    {
        return false;
    }

    @Override
    public boolean onMessage(final FixSession session, final FixReader message, final long receivedNs)
    {
        return orderEntry.onMessage(logins.byLoginId(session.loginId()), message, receivedNs);
    }

    @Override
    public void onLogon(final FixSession session)
    {
        connectionChanges.add(logins.byLoginId(session.loginId()), true);
    }

    @Override
    public void onLogout(final FixSession session)
    {
        connectionChanges.add(logins.byLoginId(session.loginId()), false);
    }
}
