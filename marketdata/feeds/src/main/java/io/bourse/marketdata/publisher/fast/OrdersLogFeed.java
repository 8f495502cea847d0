// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import static io.bourse.marketdata.fast.FastMessages.ADD;
import static io.bourse.marketdata.fast.FastMessages.BID;
import static io.bourse.marketdata.fast.FastMessages.CHANGE;
import static io.bourse.marketdata.fast.FastMessages.DELETE;
import static io.bourse.marketdata.fast.FastMessages.EMPTY_BOOK;
import static io.bourse.marketdata.fast.FastMessages.OFFER;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.marketdata.book.BookCursor;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.MdFlags;
import io.bourse.marketdata.fast.FastEntryList;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastOrderEntry;
import io.bourse.marketdata.fast.FastTime;
import io.bourse.marketdata.fast.FastWriter;
import io.bourse.marketdata.market.PublicEntry;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicTransaction;

/**
 * ORDERS-LOG: every order and trade of the public market. A burst shares a message; a transaction is never cut but into
 * fragments of its own.
 */
final class OrdersLogFeed extends PackedFeed
{
    private static final int SNAPSHOT_OVERHEAD = 48;
    private static final long NO_ORDER = 0;

    private final FastOrderEntry entry = new FastOrderEntry();
    private final FastEntryList snapshotEntries = new FastEntryList();
    private final BookCursor cursor = new BookCursor();
    private final FastInstruments<FastInstrument> instruments;

    OrdersLogFeed(
        final PublicMarket market, final FastChannel channel, final int maxPacketLength, final long packingNs)
    {
        super("ORDERS-LOG", market, channel, FastMessages.ORDERS_LOG, maxPacketLength, packingNs);
        instruments = new FastInstruments<>(market, FastInstrument::new);
    }

    @Override
    void onNewSession(final PublicTransaction transaction)
    {
        instruments.resetRptSeqs();
        packer.beginUnit();
        emptyBook(transaction, FastWriter.NULL);
        packer.endUnit();
        packer.flush();
    }

    @Override
    void pack(final PublicTransaction transaction)
    {
        final long timeOfDay = FastTime.timeOfDay(transaction.engineTimeNs());
        for (int i = 0, count = transaction.entryCount(); i < count; i++)
        {
            final PublicEntry publicEntry = transaction.entry(i);
            if (PublicEntry.EMPTY_BOOK == publicEntry.kind())
            {
                emptyBook(transaction, sessionId());
            }
            else
            {
                fill(publicEntry).timeOfDay(timeOfDay).putIncremental(packer.beginEntry());
                packer.endEntry();
            }
        }
    }

    private void emptyBook(final PublicTransaction transaction, final long sessionId)
    {
        entry.clear().action(ADD).type(EMPTY_BOOK).timeOfDay(FastTime.timeOfDay(transaction.engineTimeNs()))
            .sessionId(sessionId).flags(MdFlags.END_OF_TRANSACTION).putIncremental(packer.beginEntry());
        packer.endEntry();
    }

    private FastOrderEntry fill(final PublicEntry from)
    {
        entry.clear()
            .type(from.isBid() ? BID : OFFER)
            .securityId(from.instrument().instrumentId())
            .rptSeq(instruments.get(from.instrument()).nextRptSeq())
            .sessionId(sessionId())
            .flags(from.mdFlags())
            .flags2(0);
        if (NO_ORDER != from.orderId())
        {
            entry.orderId(from.orderId());
        }
        if (!from.isUnseen())
        {
            entry.priceE5(from.priceE5()).qtyLots(from.qtyLots());
        }
        entry.action(PublicEntry.NEW == from.action() ? ADD : PublicEntry.CHANGE == from.action() ? CHANGE : DELETE);
        if (PublicEntry.EXECUTION == from.kind())
        {
            entry.lastPriceE5(from.tradePriceE5()).lastLots(from.tradeLots()).tradeId(from.tradeId());
            if (PublicEntry.DELETE == from.action())
            {
                // MDEntrySize of a delete is what left the book; nothing of the order is left.
                entry.qtyLots(from.tradeLots());
            }
        }
        return entry;
    }

    @Override
    void state(final CheckpointState state)
    {
        super.state(state);
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
        final FastInstrument known = instruments.get(item);
        final MarketBook book = known.instrument().book();
        snapshotEntries.clear();
        cursor.wrap(book);
        for (BookOrder order = cursor.next(); null != order; order = cursor.next())
        {
            entry.clear()
                .type(order.isBid() ? BID : OFFER)
                .orderId(order.orderId())
                .date(FastTime.date(order.entryTimeNs()))
                .timeOfDay(FastTime.timeOfDay(order.entryTimeNs()))
                .priceE5(order.priceE5())
                .qtyLots(order.qtyLots())
                .flags(order.mdFlags())
                .flags2(0)
                .putSnapshot(snapshotEntries.beginEntry());
            snapshotEntries.endEntry();
        }
        if (0 == snapshotEntries.count())
        {
            entry.clear().type(EMPTY_BOOK).putSnapshot(snapshotEntries.beginEntry());
            snapshotEntries.endEntry();
        }
        final int count = snapshotEntries.count();
        int first = 0;
        while (first < count)
        {
            final int next = snapshotEntries.fitting(first, maxPacketLength - SNAPSHOT_OVERHEAD);
            final FastWriter writer = packets.begin(FastMessages.BOOK)
                .putUInt(channel().msgSeqNum())
                .putUIntNullable(known.rptSeq())
                .putUInt(next == count ? 1 : 0)
                .putUInt(0 == first ? 1 : 0)
                .putUInt(sessionId())
                .putUIntNullable(book.securityId())
                .putUInt(next - first);
            snapshotEntries.putTo(first, next, writer);
            packets.end();
            first = next;
        }
    }
}
