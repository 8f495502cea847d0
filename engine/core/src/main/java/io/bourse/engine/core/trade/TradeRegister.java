// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.trade;

import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.core.state.HashedState;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.snapshot.TradesDecoder;
import io.bourse.engine.protocol.snapshot.TradesEncoder;

import java.util.function.BooleanSupplier;

/**
 * The last trades of the session, so that only what has happened can be broken, and only once. A ring of
 * {@link #CAPACITY} trades that grows by pages; the oldest give way. Empty below the feature level that can break
 * trades.
 */
public final class TradeRegister implements HashedState, SnapshotPart
{
    /** Trades that are remembered. */
    public static final int CAPACITY = 1 << 17;
    /** What all of them take in the heap. */
    public static final long MAX_BYTES = (long)CAPACITY * Long.BYTES * Trade.LONGS;
    /** For {@link #add}: made in the book. */
    public static final int IN_BOOK = 0;
    /** For {@link #add}: no leg of a strategy. */
    public static final long NO_PARENT = 0;

    private static final int PAGE_SHIFT = 12;
    private static final int PAGE_MASK = (1 << PAGE_SHIFT) - 1;
    private static final int ENTRIES = SnapshotWriter.entriesPerRecord(
        TradesEncoder.BLOCK_LENGTH, TradesEncoder.EntriesEncoder.sbeBlockLength());

    private final long[][] pages = new long[CAPACITY >>> PAGE_SHIFT][];
    private final Trade trade = new Trade();
    private final long prefix;
    private final BooleanSupplier isOn;
    /** Number of the oldest trade, and the one after the youngest. */
    private long first;
    private long end;

    /**
     * No trades yet.
     *
     * @param prefix of trade ids.
     * @param isOn whether the history remembers trades.
     */
    public TradeRegister(final long prefix, final BooleanSupplier isOn)
    {
        this.prefix = prefix;
        this.isOn = isOn;
    }

    /**
     * A trade was made. Ids are given without gaps.
     *
     * @param tradeId of the trade.
     * @param instrumentId of the trade.
     * @param priceE5 of the trade.
     * @param lots of the trade.
     * @param buy order.
     * @param sell order.
     * @param parentTradeId of the strategy's trade, or {@link #NO_PARENT}.
     * @param kind value of an OffBookKind, or {@link #IN_BOOK}.
     * @param aggressor side that came upon the other one; NULL_VAL for none.
     */
    public void add(
        final long tradeId,
        final long parentTradeId,
        final int instrumentId,
        final int kind,
        final Side aggressor,
        final long priceE5,
        final long lots,
        final Order buy,
        final Order sell)
    {
        if (isOn.getAsBoolean())
        {
            open(tradeId - prefix)
                .priceE5(priceE5)
                .lots(lots)
                .parentTradeId(parentTradeId)
                .terms(instrumentId, kind | (Side.NULL_VAL == aggressor ? 0 : aggressor.value() << Byte.SIZE))
                .buy(buy.orderId, buy.clOrdId, buy.accountId, buy.login.loginId)
                .sell(sell.orderId, sell.clOrdId, sell.accountId, sell.login.loginId);
        }
    }

    private Trade open(final long number)
    {
        if (first == end)
        {
            first = number;
        }
        end = number + 1;
        first = Math.max(first, end - CAPACITY);
        final int page = page(number);
        if (null == pages[page])
        {
            pages[page] = new long[(PAGE_MASK + 1) * Trade.LONGS];
        }
        return at(number);
    }

    private Trade at(final long number)
    {
        return trade.wrap(pages[page(number)], ((int)number & PAGE_MASK) * Trade.LONGS);
    }

    private static int page(final long number)
    {
        return ((int)number & CAPACITY - 1) >>> PAGE_SHIFT;
    }

    /** A trade is reversed under an id of its own, which is no trade to break. */
    void addReversal(final long tradeId)
    {
        open(tradeId - prefix).clear();
    }

    /** A trade stands in the place of another one. */
    void addCorrected(final long tradeId, final long[] replaced, final long priceE5, final long lots)
    {
        open(tradeId - prefix).set(replaced).priceE5(priceE5).lots(lots);
    }

    /**
     * A trade that was not broken.
     *
     * @param tradeId any value.
     * @return valid until the next call of any method; null when there is none.
     */
    Trade find(final long tradeId)
    {
        final long number = tradeId - prefix;
        if (number < first || number >= end)
        {
            return null;
        }
        return 0 == at(number).lots() ? null : trade;
    }

    /** A session opens: what was traded before is settled. */
    public void clear()
    {
        first = end;
    }

    @Override
    public void writeTo(final SnapshotWriter writer)
    {
        final TradesEncoder encoder = new TradesEncoder();
        long number = first;
        while (number < end)
        {
            final int count = (int)Math.min(ENTRIES, end - number);
            final TradesEncoder.EntriesEncoder group = writer.begin(encoder)
                .firstNumber(number)
                .entriesCount(count);
            for (int i = 0; i < count; i++)
            {
                final Trade entry = at(number++);
                group.next()
                    .priceE5(entry.priceE5())
                    .lots(entry.lots())
                    .parentTradeId(entry.parentTradeId())
                    .buyOrderId(entry.buyOrderId())
                    .buyClOrdId(entry.buyClOrdId())
                    .buyAccountId(entry.buyAccountId())
                    .buyLoginId(entry.buyLoginId())
                    .sellOrderId(entry.sellOrderId())
                    .sellClOrdId(entry.sellClOrdId())
                    .sellAccountId(entry.sellAccountId())
                    .sellLoginId(entry.sellLoginId())
                    .instrumentId(entry.instrumentId())
                    .kind(entry.kinds());
            }
            writer.write(encoder.encodedLength());
        }
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(TradesDecoder.TEMPLATE_ID, this::read);
    }

    private void read(final SnapshotRecord record)
    {
        final TradesDecoder decoder = record.decode(new TradesDecoder());
        long number = decoder.firstNumber();
        final TradesDecoder.EntriesDecoder group = decoder.entries();
        while (group.hasNext())
        {
            group.next();
            open(number++)
                .priceE5(group.priceE5())
                .lots(group.lots())
                .parentTradeId(group.parentTradeId())
                .terms(group.instrumentId(), group.kind())
                .buy(group.buyOrderId(), group.buyClOrdId(), group.buyAccountId(), group.buyLoginId())
                .sell(group.sellOrderId(), group.sellClOrdId(), group.sellAccountId(), group.sellLoginId());
        }
    }

    /** Histories that remember no trades have hashes that do not know of any. */
    @Override
    public void hashInto(final StateHash hash)
    {
        if (first != end)
        {
            hash.add(first);
            hash.add(end);
            for (long number = first; number < end; number++)
            {
                at(number).hashInto(hash);
            }
        }
    }
}
