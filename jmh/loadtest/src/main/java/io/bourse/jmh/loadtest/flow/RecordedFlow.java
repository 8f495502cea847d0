// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.flow;

import io.bourse.deploy.orders.OrderSource;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.jmh.loadtest.plan.FlowPlan;
import io.bourse.jmh.loadtest.plan.InstrumentPlan;
import org.agrona.collections.Long2LongHashMap;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Orders and cancels of a recording, in its order, at the rate of the load. Every order has a session by its number in
 * the recording, and is cancelled by the same one. At its end what is left in the book is cancelled, and it begins
 * again.
 *
 * <p>A request about an order that is gone by then, because at this venue it has traded, is left out, and so is a
 * reduction of a part of an order, which is neither a new order nor a cancel. A cancel waits until its order is
 * acknowledged, and with it everything that follows.
 */
public final class RecordedFlow implements OrderFlow
{
    private static final long MISSING = -1;
    private static final int MOST_AT_ONCE = 256;

    private final Long2LongHashMap ids = new Long2LongHashMap(MISSING);
    private final LoadedOrders orders;
    private final int sessions;
    private final int instrument;
    private long leftOut;
    private int at;
    private boolean isSweeping;

    /**
     * Reads a recording.
     *
     * @param plan names the file, and has the recording's instrument.
     * @param sessions how many send it.
     * @throws IOException when it cannot be read.
     */
    public RecordedFlow(final FlowPlan plan, final int sessions) throws IOException
    {
        orders = LoadedOrders.read(Path.of(plan.orderFile()));
        this.sessions = sessions;
        leftOut = orders.leftOut;
        final List<Integer> ids = plan.instruments().stream().map(InstrumentPlan::instrumentId).toList();
        instrument = ids.indexOf(orders.instrumentId);
        if (instrument < 0)
        {
            throw new IllegalArgumentException("the plan has not the instrument of the recording: file=" +
                plan.orderFile() + " instrumentId=" + orders.instrumentId + " instruments=" + ids +
                "; define it in the reference data of the venue and name it in the flow");
        }
    }

    /**
     * What a venue must know to trade a recording.
     *
     * @param file of the recording.
     * @return its instrument, alone.
     * @throws IOException when it cannot be read.
     */
    public static List<InstrumentSpec> instruments(final Path file) throws IOException
    {
        try (OrderSource source = LoadedOrders.open(file))
        {
            return source.instruments();
        }
    }

    /**
     * Instrument of the recording.
     *
     * @return index in the plan's list.
     */
    public int instrument()
    {
        return instrument;
    }

    @Override
    public int session()
    {
        return session(orders.key[at]);
    }

    private int session(final long key)
    {
        return (int)Math.floorMod(key * 0x9E3779B97F4A7C15L >>> Integer.SIZE, (long)sessions);
    }

    @Override
    public boolean next(final int session, final OwnOrders own, final Wanted wanted)
    {
        for (int i = 0; i < MOST_AT_ONCE && session == session(); i++)
        {
            if (isSweeping || !orders.isNew(at))
            {
                final long id = ids.get(orders.key[at]);
                final int slot = MISSING == id ? OwnOrders.NONE : own.slot(id);
                final boolean isThere = OwnOrders.NONE != slot;
                if (isThere && !own.isLive(slot))
                {
                    return false;
                }
                if (isThere && (isSweeping || isWhole(own, slot)))
                {
                    wanted.isCancel = true;
                    wanted.slot = slot;
                    return true;
                }
                leave();
            }
            else
            {
                newOrder(wanted);
                return true;
            }
        }
        return false;
    }

    /** Whether a request takes off all that is left of an order. */
    private boolean isWhole(final OwnOrders own, final int slot)
    {
        return LoadedOrders.CANCEL == orders.kind[at] || orders.lots[at] >= own.lots(slot);
    }

    private void newOrder(final Wanted wanted)
    {
        final int kind = orders.kind[at];
        wanted.isCancel = false;
        wanted.slot = OwnOrders.NONE;
        wanted.instrument = instrument;
        wanted.isImmediate = kind > LoadedOrders.IMMEDIATE;
        wanted.isBuy = LoadedOrders.BUY == (wanted.isImmediate ? kind - LoadedOrders.IMMEDIATE : kind);
        wanted.priceE5 = orders.priceE5[at];
        wanted.lots = orders.lots[at];
    }

    private void leave()
    {
        leftOut += isSweeping ? 0 : 1;
        forward();
    }

    private void forward()
    {
        at++;
        if (at == orders.size)
        {
            at = 0;
            isSweeping = !isSweeping;
            if (!isSweeping)
            {
                ids.clear();
            }
        }
    }

    @Override
    public void sent(final int session, final OwnOrders own, final Wanted wanted, final int slot)
    {
        if (!wanted.isCancel && !wanted.isImmediate)
        {
            ids.put(orders.key[at], own.clOrdId(slot));
        }
        forward();
    }

    @Override
    public long leftOut()
    {
        return leftOut;
    }
}
