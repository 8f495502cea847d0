// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.book.MarketLevel;
import io.bourse.marketdata.market.PublicEntry;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.simba.BestPricesEncoder;
import io.bourse.marketdata.simba.BestPricesEncoder.NoMDEntriesEncoder;
import io.bourse.marketdata.simba.Decimal5NULLEncoder;
import io.bourse.marketdata.simba.EmptyBookEncoder;
import io.bourse.marketdata.simba.MDEntryType;
import io.bourse.marketdata.simba.MDUpdateAction;
import io.bourse.marketdata.simba.MessageHeaderEncoder;
import io.bourse.marketdata.simba.OrderExecutionEncoder;
import io.bourse.marketdata.simba.OrderUpdateEncoder;
import java.nio.ByteOrder;

import org.agrona.MutableDirectBuffer;

/**
 * Writes the messages of the order log where they are to be sent from (SIMBA B.3). The layouts of all versions are the
 * same, only the number in the header differs.
 */
final class OrderLogEncoder
{
    /** Most entries of one BestPrices: numInGroup is a byte. */
    static final int MAX_GROUP_COUNT = 254;

    /** Length of an entry of BestPrices. */
    static final int BEST_PRICES_ENTRY_LENGTH = NoMDEntriesEncoder.sbeBlockLength();

    /** Length of a BestPrices without its entries. */
    static final int BEST_PRICES_OVERHEAD = MessageHeaderEncoder.ENCODED_LENGTH + BestPricesEncoder.BLOCK_LENGTH +
        NoMDEntriesEncoder.sbeHeaderSize();

    /** Length of an OrderUpdate. */
    static final int ORDER_UPDATE_LENGTH = MessageHeaderEncoder.ENCODED_LENGTH + OrderUpdateEncoder.BLOCK_LENGTH;

    private static final int ORDER_EXECUTION_LENGTH =
        MessageHeaderEncoder.ENCODED_LENGTH + OrderExecutionEncoder.BLOCK_LENGTH;
    private static final int EMPTY_BOOK_LENGTH = MessageHeaderEncoder.ENCODED_LENGTH + EmptyBookEncoder.BLOCK_LENGTH;

    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final OrderUpdateEncoder orderUpdateEncoder = new OrderUpdateEncoder();
    private final OrderExecutionEncoder orderExecutionEncoder = new OrderExecutionEncoder();
    private final EmptyBookEncoder emptyBookEncoder = new EmptyBookEncoder();
    private final BestPricesEncoder bestPricesEncoder = new BestPricesEncoder();
    private final RptSeqs rptSeqs;
    private final int version;

    OrderLogEncoder(final int version, final RptSeqs rptSeqs)
    {
        this.version = version;
        this.rptSeqs = rptSeqs;
    }

    /**
     * Length of the message of an entry in bytes.
     */
    static int length(final PublicEntry entry)
    {
        return switch (entry.kind())
        {
            case PublicEntry.ORDER -> ORDER_UPDATE_LENGTH;
            case PublicEntry.EXECUTION -> ORDER_EXECUTION_LENGTH;
            default -> EMPTY_BOOK_LENGTH;
        };
    }

    /**
     * Length of a BestPrices in bytes; 0 if there is nothing to publish.
     */
    static int bestPricesLength(final int entryCount)
    {
        return 0 == entryCount ? 0 : BEST_PRICES_OVERHEAD + entryCount * BEST_PRICES_ENTRY_LENGTH;
    }

    /**
     * Writes the message of an entry.
     *
     * @return its length in bytes.
     */
    int put(final MutableDirectBuffer buffer, final int offset, final PublicEntry entry)
    {
        return switch (entry.kind())
        {
            case PublicEntry.ORDER -> putOrderUpdate(buffer, offset, entry);
            case PublicEntry.EXECUTION -> putOrderExecution(buffer, offset, entry);
            default -> putEmptyBook(buffer, offset, EmptyBookEncoder.lastMsgSeqNumProcessedNullValue());
        };
    }

    /**
     * Writes EmptyBook.
     *
     * @return its length in bytes.
     */
    int putEmptyBook(final MutableDirectBuffer buffer, final int offset, final long lastMsgSeqNumProcessed)
    {
        emptyBookEncoder.wrapAndApplyHeader(buffer, offset, headerEncoder)
            .lastMsgSeqNumProcessed(lastMsgSeqNumProcessed);
        headerEncoder.version(version);
        return EMPTY_BOOK_LENGTH;
    }

    /**
     * Writes an order that has outlived the night: OrderUpdate New without a number.
     *
     * @return its length in bytes.
     */
    int putSurvivor(
        final MutableDirectBuffer buffer,
        final int offset,
        final PublicInstrument instrument,
        final BookOrder order,
        final long mdFlags)
    {
        return putOrderUpdate(
            buffer,
            offset,
            instrument.instrumentId(),
            order.orderId(),
            order.isBid(),
            order.priceE5(),
            order.qtyLots(),
            mdFlags,
            0,
            MDUpdateAction.New);
    }

    /**
     * Writes BestPrices up to its entries.
     *
     * @return length written in bytes; the entries follow.
     */
    int putBestPricesHeader(final MutableDirectBuffer buffer, final int offset, final int entryCount)
    {
        bestPricesEncoder.wrapAndApplyHeader(buffer, offset, headerEncoder);
        headerEncoder.version(version);
        final int groupOffset = offset + MessageHeaderEncoder.ENCODED_LENGTH + BestPricesEncoder.BLOCK_LENGTH;
        buffer.putShort(groupOffset, (short)BEST_PRICES_ENTRY_LENGTH, ByteOrder.LITTLE_ENDIAN);
        buffer.putByte(groupOffset + 2, (byte)entryCount);
        return BEST_PRICES_OVERHEAD;
    }

    /**
     * Writes an entry of BestPrices: the touch as it is now.
     *
     * @return its length in bytes.
     */
    static int putBestPricesEntry(final MutableDirectBuffer buffer, final int offset, final PublicInstrument instrument)
    {
        final MarketLevel bid = instrument.bestBid();
        final MarketLevel ask = instrument.bestAsk();
        putLong(buffer, offset + NoMDEntriesEncoder.mktBidPxEncodingOffset(), null == bid ? nullPx() : bid.priceE5());
        putLong(buffer, offset + NoMDEntriesEncoder.mktOfferPxEncodingOffset(), null == ask ? nullPx() : ask.priceE5());
        putLong(buffer, offset + NoMDEntriesEncoder.mktBidSizeEncodingOffset(),
            null == bid ? NoMDEntriesEncoder.mktBidSizeNullValue() : bid.qtyLots());
        putLong(buffer, offset + NoMDEntriesEncoder.mktOfferSizeEncodingOffset(),
            null == ask ? NoMDEntriesEncoder.mktOfferSizeNullValue() : ask.qtyLots());
        buffer.putInt(offset + NoMDEntriesEncoder.securityIDEncodingOffset(), instrument.instrumentId(),
            ByteOrder.LITTLE_ENDIAN);
        return BEST_PRICES_ENTRY_LENGTH;
    }

    private int putOrderUpdate(final MutableDirectBuffer buffer, final int offset, final PublicEntry entry)
    {
        return putOrderUpdate(
            buffer,
            offset,
            entry.instrument().instrumentId(),
            entry.orderId(),
            entry.isBid(),
            entry.priceE5(),
            entry.qtyLots(),
            entry.mdFlags(),
            rptSeqs.of(entry),
            action(entry));
    }

    private int putOrderUpdate(
        final MutableDirectBuffer buffer,
        final int offset,
        final int securityId,
        final long orderId,
        final boolean isBid,
        final long priceE5,
        final long qtyLots,
        final long mdFlags,
        final long rptSeq,
        final MDUpdateAction action)
    {
        orderUpdateEncoder.wrapAndApplyHeader(buffer, offset, headerEncoder)
            .mDEntryID(orderId)
            .mDEntrySize(qtyLots)
            .securityID(securityId)
            .rptSeq(rptSeq)
            .mDUpdateAction(action)
            .mDEntryType(isBid ? MDEntryType.Bid : MDEntryType.Offer);
        headerEncoder.version(version);
        orderUpdateEncoder.mDEntryPx().mantissa(priceE5);
        orderUpdateEncoder.mDFlags2().clear();
        putLong(buffer, orderUpdateEncoder.offset() + OrderUpdateEncoder.mDFlagsEncodingOffset(), mdFlags);
        return ORDER_UPDATE_LENGTH;
    }

    private int putOrderExecution(final MutableDirectBuffer buffer, final int offset, final PublicEntry entry)
    {
        orderExecutionEncoder.wrapAndApplyHeader(buffer, offset, headerEncoder)
            .mDEntryID(entry.orderId())
            .mDEntrySize(entry.qtyLots())
            .lastQty(entry.tradeLots())
            .tradeID(entry.tradeId())
            .securityID(entry.instrument().instrumentId())
            .rptSeq(rptSeqs.of(entry))
            .mDUpdateAction(action(entry))
            .mDEntryType(entry.isBid() ? MDEntryType.Bid : MDEntryType.Offer);
        headerEncoder.version(version);
        orderExecutionEncoder.mDEntryPx().mantissa(entry.priceE5());
        orderExecutionEncoder.lastPx().mantissa(entry.tradePriceE5());
        orderExecutionEncoder.mDFlags2().clear();
        putLong(
            buffer, orderExecutionEncoder.offset() + OrderExecutionEncoder.mDFlagsEncodingOffset(), entry.mdFlags());
        return ORDER_EXECUTION_LENGTH;
    }

    private static MDUpdateAction action(final PublicEntry entry)
    {
        return switch (entry.action())
        {
            case PublicEntry.NEW -> MDUpdateAction.New;
            case PublicEntry.CHANGE -> MDUpdateAction.Change;
            default -> MDUpdateAction.Delete;
        };
    }

    private static void putLong(final MutableDirectBuffer buffer, final int offset, final long value)
    {
        buffer.putLong(offset, value, ByteOrder.LITTLE_ENDIAN);
    }

    private static long nullPx()
    {
        return Decimal5NULLEncoder.mantissaNullValue();
    }
}
