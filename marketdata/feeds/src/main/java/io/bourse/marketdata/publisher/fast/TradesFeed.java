// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.marketdata.book.MdFlags;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastRefreshEntry;
import io.bourse.marketdata.fast.FastTime;
import io.bourse.marketdata.fast.FastWriter;
import io.bourse.marketdata.market.PublicCorrection;
import io.bourse.marketdata.market.PublicEntry;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicTransaction;
import java.util.ArrayList;

/**
 * FO-TRADES: every trade, and the statistics of the day that it has changed. The trades of a transaction and their
 * statistics are one unit.
 */
final class TradesFeed extends PackedFeed
{
    private static final long FLAGS_MASK = 0x7FFF_FFFFL;
    private static final byte BUY = '1';
    private static final byte SELL = '2';

    private final FastRefreshEntry entry = new FastRefreshEntry();
    private final RefreshSnapshots snapshot;
    private final ArrayList<TradedInstrument> touched = new ArrayList<>();
    private final FastInstruments<TradedInstrument> instruments;
    private long timeOfDay;

    TradesFeed(
        final PublicMarket market, final FastChannel channel, final int maxPacketLength, final long packingNs)
    {
        super("FO-TRADES", market, channel, FastMessages.INCREMENTAL_REFRESH, maxPacketLength, packingNs);
        snapshot = new RefreshSnapshots(maxPacketLength);
        instruments = new FastInstruments<>(market, TradedInstrument::new);
    }

    @Override
    void onNewSession(final PublicTransaction transaction)
    {
        instruments.resetRptSeqs();
        for (int i = 0, size = instruments.size(); i < size; i++)
        {
            instruments.get(i).forget();
        }
    }

    @Override
    void pack(final PublicTransaction transaction)
    {
        timeOfDay = FastTime.timeOfDay(transaction.engineTimeNs());
        trades(transaction);
        if (0 != transaction.sessionChanges())
        {
            // Its beginning and its end change the statistics of all.
            for (int i = 0, size = instruments.size(); i < size; i++)
            {
                touch(instruments.get(i));
            }
        }
        for (int i = 0, count = transaction.changedCount(); i < count; i++)
        {
            touch(instruments.get(transaction.changed(i)));
        }
        for (int i = 0, count = touched.size(); i < count; i++)
        {
            statistics(touched.get(i));
        }
        touched.clear();
    }

    private void trades(final PublicTransaction transaction)
    {
        long lastTradeId = FastWriter.NULL;
        PublicInstrument lastInstrument = null;
        for (int i = 0, count = transaction.entryCount(); i < count; i++)
        {
            final PublicEntry execution = transaction.entry(i);
            // Of the two executions of a trade the first one is the aggressor's, if there is one.
            if (PublicEntry.EXECUTION == execution.kind() &&
                (lastTradeId != execution.tradeId() || lastInstrument != execution.instrument()))
            {
                lastTradeId = execution.tradeId();
                lastInstrument = execution.instrument();
                trade(execution, instruments.get(lastInstrument));
            }
        }
        for (int i = 0, count = transaction.corrections().size(); i < count; i++)
        {
            correct(transaction.corrections().get(i));
        }
    }

    /** The entry of the trade is deleted; what stands in its place is a new one, without an order of either side. */
    private void correct(final PublicCorrection correction)
    {
        final TradedInstrument traded = instruments.get(correction.instrument());
        correct(traded, FastMessages.DELETE, correction.tradeId(), correction.priceE5(), correction.lots(),
            correction.mdFlags());
        if (0 != correction.newLots())
        {
            correct(traded, FastMessages.ADD, correction.newTradeId(), correction.newPriceE5(), correction.newLots(),
                correction.mdFlags());
        }
        touch(traded);
    }

    private void correct(
        final TradedInstrument traded,
        final int action,
        final long tradeId,
        final long priceE5,
        final long lots,
        final long mdFlags)
    {
        begin(traded, FastMessages.TRADE)
            .action(action).entryId(tradeId).priceE5(priceE5).size(lots).flags(mdFlags & FLAGS_MASK)
            .putIncremental(packer.beginEntry());
        packer.endEntry();
    }

    private void trade(final PublicEntry execution, final TradedInstrument traded)
    {
        begin(traded, FastMessages.TRADE).action(FastMessages.ADD).entryId(execution.tradeId())
            .priceE5(execution.tradePriceE5()).size(execution.tradeLots()).flags(execution.mdFlags() & FLAGS_MASK);
        if (0 != (execution.mdFlags() & MdFlags.ACTIVE_SIDE))
        {
            entry.orderSide(execution.isBid() ? BUY : SELL);
        }
        entry.putIncremental(packer.beginEntry());
        packer.endEntry();
        touch(traded);
    }

    private void touch(final TradedInstrument traded)
    {
        if (traded.touch())
        {
            touched.add(traded);
        }
    }

    private void statistics(final TradedInstrument traded)
    {
        traded.untouch();
        if (!traded.read())
        {
            return;
        }
        for (int i = 0, count = TradedInstrument.count(); i < count; i++)
        {
            if (traded.isNews(i))
            {
                begin(traded, TradedInstrument.type(i)).action(traded.publish(i));
                value(traded, i);
                entry.putIncremental(packer.beginEntry());
                packer.endEntry();
            }
        }
    }

    private FastRefreshEntry begin(final TradedInstrument traded, final byte type)
    {
        return entry.clear().type(type).securityId(traded.instrument().instrumentId())
            .symbol(traded.instrument().symbol()).sessionId(sessionId()).rptSeq(traded.nextRptSeq())
            .timeOfDay(timeOfDay);
    }

    private void value(final TradedInstrument traded, final int index)
    {
        if (!traded.isThere(index))
        {
            return;
        }
        if (TradedInstrument.isPrice(index))
        {
            entry.priceE5(traded.published(index));
        }
        else
        {
            entry.size(traded.published(index));
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
        final TradedInstrument traded = instruments.get(item);
        snapshot.begin();
        for (int i = 0, count = TradedInstrument.count(); i < count; i++)
        {
            if (traded.isThere(i))
            {
                entry.clear().type(TradedInstrument.type(i)).sessionId(sessionId()).timeOfDay(timeOfDay);
                value(traded, i);
                snapshot.add(entry);
            }
        }
        snapshot.end(packets, traded, instruments.size(), channel().msgSeqNum(), entry);
    }
}
