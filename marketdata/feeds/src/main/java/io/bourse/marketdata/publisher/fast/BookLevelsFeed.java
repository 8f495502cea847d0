// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.marketdata.book.LevelChanges;
import io.bourse.marketdata.book.PriceLevels;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastRefreshEntry;
import io.bourse.marketdata.fast.FastTime;
import io.bourse.marketdata.fast.FastWriter;
import io.bourse.marketdata.market.PublicEntry;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicSession;
import io.bourse.marketdata.market.PublicTransaction;
import java.util.ArrayList;

/**
 * FO-BOOK-n: the best n price levels of each side. Under load changes are netted: while the engine says that the next
 * command waits already, and until the interval is over, levels only change here, and then what is left of the changes
 * is sent. Both follow from the event stream, so every publisher of a partition nets the same.
 */
final class BookLevelsFeed extends FastFeed implements LevelChanges
{
    private final FastRefreshEntry entry = new FastRefreshEntry();
    private final RefreshSnapshots snapshot;
    private final ArrayList<LevelledInstrument> touched = new ArrayList<>();
    private final FastInstruments<LevelledInstrument> instruments;
    private final PublicSession session;
    private final FastPacker packer;
    private final int depth;
    private final long conflationNs;
    private LevelledInstrument current;
    private long intervalStartNs;
    private long timeOfDay;

    BookLevelsFeed(
        final PublicMarket market,
        final FastChannel channel,
        final int depth,
        final int maxPacketLength,
        final long conflationNs)
    {
        super("FO-BOOK-" + depth, channel);
        snapshot = new RefreshSnapshots(maxPacketLength);
        this.depth = depth;
        this.conflationNs = conflationNs;
        session = market.session();
        instruments = new FastInstruments<>(market, instrument -> new LevelledInstrument(instrument, depth));
        packer = new FastPacker(channel, FastMessages.INCREMENTAL_REFRESH, maxPacketLength);
    }

    @Override
    public boolean isConsistent()
    {
        // Snapshots are of what has been published, which nothing waits to change.
        return true;
    }

    @Override
    boolean isSettled()
    {
        return touched.isEmpty();
    }

    @Override
    void flush()
    {
        if (!touched.isEmpty())
        {
            levels();
        }
    }

    @Override
    void onNewSession(final PublicTransaction transaction)
    {
        timeOfDay = FastTime.timeOfDay(transaction.engineTimeNs());
        instruments.resetRptSeqs();
        emptyBooks(FastWriter.NULL);
        for (int i = 0, size = instruments.size(); i < size; i++)
        {
            touch(instruments.get(i), transaction.engineTimeNs());
        }
    }

    @Override
    void publish(final PublicTransaction transaction)
    {
        final long timeNs = transaction.engineTimeNs();
        channel().transactionTime(timeNs);
        timeOfDay = FastTime.timeOfDay(timeNs);
        for (int i = 0, count = transaction.entryCount(); i < count; i++)
        {
            final PublicEntry change = transaction.entry(i);
            if (PublicEntry.EMPTY_BOOK == change.kind())
            {
                emptyBooks(sessionId(session));
            }
            else if (!change.isUnseen())
            {
                touch(instruments.get(change.instrument()), timeNs);
            }
        }
        if (!touched.isEmpty() && (!transaction.isMoreWaiting() || timeNs - intervalStartNs >= conflationNs))
        {
            levels();
        }
    }

    private void levels()
    {
        for (int i = 0, count = touched.size(); i < count; i++)
        {
            current = touched.get(i);
            current.untouch();
            packer.beginUnit();
            current.levels(true).update(current.instrument().book(), depth, this);
            current.levels(false).update(current.instrument().book(), depth, this);
            packer.endUnit();
        }
        touched.clear();
        packer.flush();
    }

    @Override
    public void onLevel(
        final int action,
        final boolean isBid,
        final int level,
        final long priceE5,
        final long qtyLots,
        final int orderCount)
    {
        entry.clear().action(action).type(isBid ? FastMessages.BID : FastMessages.OFFER)
            .securityId(current.instrument().instrumentId()).symbol(current.instrument().symbol())
            .sessionId(sessionId(session)).rptSeq(current.nextRptSeq()).level(level).priceE5(priceE5)
            .timeOfDay(timeOfDay);
        if (FastMessages.DELETE != action)
        {
            entry.size(qtyLots).numberOfOrders(orderCount);
        }
        entry.putIncremental(packer.beginEntry());
        packer.endEntry();
    }

    private void emptyBooks(final long sessionId)
    {
        for (int i = 0, size = instruments.size(); i < size; i++)
        {
            instruments.get(i).forget();
        }
        packer.beginUnit();
        entry.clear().action(FastMessages.ADD).type(FastMessages.EMPTY_BOOK).sessionId(sessionId)
            .timeOfDay(timeOfDay).putIncremental(packer.beginEntry());
        packer.endEntry();
        packer.endUnit();
        packer.flush();
    }

    private void touch(final LevelledInstrument instrument, final long timeNs)
    {
        if (instrument.touch())
        {
            if (touched.isEmpty())
            {
                intervalStartNs = timeNs;
            }
            touched.add(instrument);
        }
    }

    @Override
    void state(final CheckpointState state)
    {
        super.state(state);
        timeOfDay = state.number(timeOfDay);
        instruments.state(state);
    }

    @Override
    public int itemCount()
    {
        return instruments.size();
    }

    @Override
    public void encode(final int item, final FastPacketList packets)
    {
        final LevelledInstrument known = instruments.get(item);
        snapshot.begin();
        side(known.levels(true), FastMessages.BID);
        side(known.levels(false), FastMessages.OFFER);
        snapshot.end(packets, known, instruments.size(), channel().msgSeqNum(), entry);
    }

    private void side(final PriceLevels levels, final byte type)
    {
        for (int i = 0; i < levels.size(); i++)
        {
            snapshot.add(entry.clear().type(type).marketDepth(depth).level(i + 1).priceE5(levels.priceE5(i))
                .size(levels.qtyLots(i)).numberOfOrders(levels.orderCount(i)).timeOfDay(timeOfDay));
        }
    }
}
