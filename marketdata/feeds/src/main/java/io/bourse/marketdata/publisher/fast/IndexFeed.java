// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastRefreshEntry;
import io.bourse.marketdata.fast.FastTime;
import io.bourse.marketdata.fast.FastWriter;
import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.statistics.IndexListener;
import io.bourse.marketdata.statistics.PriceIndex;
import io.bourse.marketdata.statistics.PriceIndices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * INDEX: values of the price indices. A value that was published when its interval was over, and not with a
 * transaction, does not follow from the event stream. So a restarted publisher does not count numbers, but goes on with
 * one that follows from the time since the day began: receivers see a gap, never a number twice.
 */
final class IndexFeed extends FastFeed implements IndexListener
{
    private static final byte[] TYPES = {
        FastMessages.INDEX_VALUE,
        FastMessages.OPENING_PRICE,
        FastMessages.CLOSING_PRICE,
        FastMessages.HIGH_PRICE,
        FastMessages.LOW_PRICE};

    private static final long NUMBER_UNIT_NS = 1_000_000;
    /** Numbers are 32 bits wide; a day of five weeks leaves a quarter of them. */
    private static final long MAX_FIRST_NUMBER = 3_000_000_000L;

    private static final class State
    {
        private final PriceIndex index;
        private final long[] published = new long[TYPES.length];
        private long rptSeq;
        private long timeOfDay;

        private State(final PriceIndex index)
        {
            this.index = index;
            forget();
        }

        private void forget()
        {
            rptSeq = 0;
            Arrays.fill(published, FastWriter.NULL_PRICE);
        }

        private void state(final CheckpointState state)
        {
            rptSeq = state.number(rptSeq);
            timeOfDay = state.number(timeOfDay);
            for (int i = 0; i < published.length; i++)
            {
                published[i] = state.number(published[i]);
            }
        }

        private long value(final int i)
        {
            return switch (i)
            {
                case 0 -> index.valueE5();
                case 1 -> index.openE5();
                case 2 -> index.closeE5();
                case 3 -> index.highE5();
                default -> index.lowE5();
            };
        }
    }

    private final FastRefreshEntry entry = new FastRefreshEntry();
    private final RefreshSnapshots snapshot;
    private final List<State> states = new ArrayList<>();
    private final PriceIndices indices;
    private final FastPacker packer;

    IndexFeed(final FastChannel channel, final PriceIndices indices, final int maxPacketLength)
    {
        super("INDEX", channel);
        snapshot = new RefreshSnapshots(maxPacketLength);
        this.indices = indices;
        packer = new FastPacker(channel, FastMessages.INCREMENTAL_REFRESH, maxPacketLength);
        for (final PriceIndex index : indices.indices())
        {
            states.add(new State(index));
        }
    }

    @Override
    boolean isSettled()
    {
        return packer.isEmpty();
    }

    @Override
    void flush()
    {
        packer.flush();
    }

    @Override
    void onNewSession(final PublicTransaction transaction)
    {
        for (int i = 0, size = states.size(); i < size; i++)
        {
            // Values of the last session stay until there are new ones.
            states.get(i).forget();
            publish(states.get(i), transaction.engineTimeNs());
        }
    }

    @Override
    void publish(final PublicTransaction transaction)
    {
        packer.flush();
    }

    @Override
    void goLive(final long nowNs)
    {
        if (0 != dayOpenedNs())
        {
            // Surely not below what an earlier process has sent since the day began: no feed publishes faster for long.
            channel().continueAfter(
                Math.min(Math.max(0, nowNs - dayOpenedNs()) / NUMBER_UNIT_NS, MAX_FIRST_NUMBER));
        }
        super.goLive(nowNs);
    }

    @Override
    int doWork(final long nowNs, final boolean isIdle)
    {
        final int published = indices.poll(nowNs);
        packer.flush();
        return published + super.doWork(nowNs, isIdle);
    }

    @Override
    public void onIndexValue(final PriceIndex index, final long engineTimeNs, final boolean isClose)
    {
        for (int i = 0, size = states.size(); i < size; i++)
        {
            if (states.get(i).index == index)
            {
                publish(states.get(i), engineTimeNs);
            }
        }
    }

    private void publish(final State state, final long engineTimeNs)
    {
        channel().transactionTime(engineTimeNs);
        state.timeOfDay = FastTime.timeOfDay(engineTimeNs);
        packer.beginUnit();
        for (int i = 0; i < TYPES.length; i++)
        {
            final long value = state.value(i);
            if (value == state.published[i])
            {
                continue;
            }
            final boolean isNew = FastWriter.NULL_PRICE == state.published[i];
            final boolean isGone = FastWriter.NULL_PRICE == value;
            state.published[i] = value;
            state.rptSeq++;
            entry.clear().action(isGone ? FastMessages.DELETE : isNew ? FastMessages.ADD : FastMessages.CHANGE)
                .type(TYPES[i]).securityId(state.index.spec().indexId()).symbol(state.index.spec().symbol())
                .rptSeq(state.rptSeq).priceE5(value).timeOfDay(state.timeOfDay)
                .currency(state.index.spec().currency()).putIncremental(packer.beginEntry());
            packer.endEntry();
        }
        packer.endUnit();
    }

    @Override
    void state(final CheckpointState state)
    {
        super.state(state);
        for (int i = 0, size = states.size(); i < size; i++)
        {
            states.get(i).state(state);
        }
    }

    @Override
    public int itemCount()
    {
        return states.size();
    }

    @Override
    public void encode(final int item, final FastPacketList packets)
    {
        final State state = states.get(item);
        snapshot.begin();
        for (int i = 0; i < TYPES.length; i++)
        {
            if (FastWriter.NULL_PRICE != state.published[i])
            {
                snapshot.add(entry.clear().type(TYPES[i]).priceE5(state.published[i]).timeOfDay(state.timeOfDay)
                    .currency(state.index.spec().currency()));
            }
        }
        snapshot.end(packets, state.index.spec().indexId(), state.index.spec().symbol(), state.rptSeq,
            states.size(), channel().msgSeqNum(), entry);
    }
}
