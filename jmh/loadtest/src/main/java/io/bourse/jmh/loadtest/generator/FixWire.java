// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.jmh.loadtest.client.FixBytes;
import io.bourse.jmh.loadtest.client.FixOrderClient;
import io.bourse.jmh.loadtest.client.FixReport;
import io.bourse.jmh.loadtest.plan.InstrumentPlan;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * A FIX session.
 */
final class FixWire extends FixOrderClient implements Wire
{
    /** BusinessRejectReason of what was sent above the limit of the session. */
    private static final long APPLICATION_NOT_AVAILABLE = 4;

    private final WireEvents events;
    private final byte[][] symbols;

    FixWire(
        final InetSocketAddress address,
        final String login,
        final String account,
        final List<InstrumentPlan> instruments,
        final WireEvents events)
        throws IOException
    {
        super(address, login, account);
        this.events = events;
        symbols = instruments.stream().map((plan) -> FixBytes.ascii(plan.symbol())).toArray(byte[][]::new);
    }

    @Override
    public boolean newOrder(
        final long id,
        final int instrument,
        final boolean isBuy,
        final long priceE5,
        final long lots,
        final boolean isImmediate)
    {
        return encodeOrder(id, symbols[instrument], isBuy, priceE5, lots, isImmediate);
    }

    @Override
    public boolean cancel(
        final long id,
        final long orderId,
        final long orderClOrdId,
        final int instrument,
        final boolean isBuy,
        final long lots)
    {
        return encodeCancel(id, orderClOrdId, symbols[instrument], isBuy, Math.max(1, lots));
    }

    @Override
    protected void onReport(final FixReport told)
    {
        switch (told.type())
        {
            case '8' -> onExecution(told);
            case '9' -> events.onRefused(told.clOrdId(), RefusalCounts.fix(told.reason()));
            case 'j' -> events.onRefused(told.clOrdId(),
                APPLICATION_NOT_AVAILABLE == told.reason() ? RefusalCounts.FLOOD : RefusalCounts.fix(told.reason()));
            default -> throw unexpected(told);
        }
    }

    private void onExecution(final FixReport told)
    {
        switch (told.execType())
        {
            // FIX names an order by the id of its sender: the venue's is not needed.
            case '0' -> events.onAccepted(told.clOrdId(), 0);
            case '4', 'C' -> events.onCancelled(told.clOrdId());
            case 'F' -> events.onTraded(told.clOrdId(), told.isBuy(), told.lastLots());
            case '8' -> events.onRefused(told.clOrdId(), RefusalCounts.fix(told.reason()));
            default -> throw unexpected(told);
        }
    }
}
