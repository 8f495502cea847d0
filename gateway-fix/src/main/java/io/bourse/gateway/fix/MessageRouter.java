// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.gateway.fix.data.MarketDataService;
import io.bourse.gateway.fix.session.FixMessageHandler;
import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.wire.FixReader;

/**
 * Gives every message to the service that answers it: questions about the market to the data service, all others to
 * the order service, which also answers unknown ones.
 */
final class MessageRouter implements FixMessageHandler
{
    private final FixMessageHandler orders;
    private final MarketDataService data;

    MessageRouter(final FixMessageHandler orders, final MarketDataService data)
    {
        this.orders = orders;
        this.data = data;
    }

    @Override
    public boolean isHot(final char msgType)
    {
        return orders.isHot(msgType);
    }

    @Override
    public boolean isPlain(final FixReader message)
    {
        return orders.isPlain(message);
    }

    @Override
    public boolean isHeld(final FixSession session)
    {
        return orders.isHeld(session) || data.isHeld(session);
    }

    @Override
    public boolean onMessage(final FixSession session, final FixReader message, final long receivedNs)
    {
        return MarketDataService.serves(message) ?
            data.onMessage(session, message, receivedNs) : orders.onMessage(session, message, receivedNs);
    }

    @Override
    public void onLogon(final FixSession session)
    {
        orders.onLogon(session);
        data.onLogon(session);
    }

    @Override
    public void onLogout(final FixSession session)
    {
        orders.onLogout(session);
        data.onLogout(session);
    }
}
