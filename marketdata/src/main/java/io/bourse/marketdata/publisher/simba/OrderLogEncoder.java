// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.marketdata.book.PriceLevel;
import io.bourse.marketdata.market.PublicEntry;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.simba.BestPricesEncoder;
import io.bourse.marketdata.simba.Decimal5NULLEncoder;
import io.bourse.marketdata.simba.EmptyBookEncoder;
import io.bourse.marketdata.simba.MDEntryType;
import io.bourse.marketdata.simba.MDUpdateAction;
import io.bourse.marketdata.simba.MessageHeaderEncoder;
import io.bourse.marketdata.simba.OrderExecutionEncoder;
import io.bourse.marketdata.simba.OrderUpdateEncoder;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.nio.ByteOrder;
import java.util.Arrays;

import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The SIMBA messages of one transaction: BestPrices, then its entries (sheet B.6).
 */
final class OrderLogEncoder
{
    private static final int GROUP_COUNT_MAX = 255;
    private static final int BEST_PRICES_OVERHEAD = SimbaPacketDescriptor.PACKET_HEADER_LENGTH +
        SimbaPacketDescriptor.INCREMENTAL_HEADER_LENGTH + MessageHeaderEncoder.ENCODED_LENGTH +
        BestPricesEncoder.NoMDEntriesEncoder.sbeHeaderSize();

    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(64 * 1024);
    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final OrderUpdateEncoder orderUpdateEncoder = new OrderUpdateEncoder();
    private final OrderExecutionEncoder orderExecutionEncoder = new OrderExecutionEncoder();
    private final BestPricesEncoder bestPricesEncoder = new BestPricesEncoder();
    private final EmptyBookEncoder emptyBookEncoder = new EmptyBookEncoder();
    private final int maxBestPrices;
    private int[] ends = new int[256];
    private int messageCount;

    OrderLogEncoder(final int maxPacketLength)
    {
        final int entryLength = BestPricesEncoder.NoMDEntriesEncoder.sbeBlockLength();
        maxBestPrices = Math.min(GROUP_COUNT_MAX, (maxPacketLength - BEST_PRICES_OVERHEAD) / entryLength);
    }

    /**
     * Encodes a transaction.
     *
     * @return number of messages, 0 if the public learns nothing of it here.
     */
    int encode(final PublicTransaction transaction)
    {
        messageCount = 0;
        final int touchCount = transaction.changedTouchCount();
        for (int from = 0; from < touchCount; from += maxBestPrices)
        {
            bestPrices(transaction, from, Math.min(touchCount, from + maxBestPrices));
        }
        for (int i = 0, count = transaction.entryCount(); i < count; i++)
        {
            final PublicEntry entry = transaction.entry(i);
            switch (entry.kind())
            {
                case PublicEntry.ORDER -> orderUpdate(entry);
                case PublicEntry.EXECUTION -> orderExecution(entry);
                default -> emptyBook();
            }
        }
        return messageCount;
    }

    int messageCount()
    {
        return messageCount;
    }

    MutableDirectBuffer buffer()
    {
        return buffer;
    }

    int messageOffset(final int index)
    {
        return 0 == index ? 0 : ends[index - 1];
    }

    int messageLength(final int index)
    {
        return ends[index] - messageOffset(index);
    }

    private void orderUpdate(final PublicEntry entry)
    {
        orderUpdateEncoder.wrapAndApplyHeader(buffer, position(), headerEncoder)
            .mDEntryID(entry.orderId())
            .mDEntrySize(entry.qtyLots())
            .securityID(entry.instrument().instrumentId())
            .rptSeq(entry.rptSeq())
            .mDUpdateAction(action(entry))
            .mDEntryType(entry.isBid() ? MDEntryType.Bid : MDEntryType.Offer);
        orderUpdateEncoder.mDEntryPx().mantissa(entry.priceE5());
        orderUpdateEncoder.mDFlags2().clear();
        flags(orderUpdateEncoder.offset() + OrderUpdateEncoder.mDFlagsEncodingOffset(), entry.mdFlags());
        end(orderUpdateEncoder.limit());
    }

    private void orderExecution(final PublicEntry entry)
    {
        orderExecutionEncoder.wrapAndApplyHeader(buffer, position(), headerEncoder)
            .mDEntryID(entry.orderId())
            .mDEntrySize(entry.qtyLots())
            .lastQty(entry.tradeLots())
            .tradeID(entry.tradeId())
            .securityID(entry.instrument().instrumentId())
            .rptSeq(entry.rptSeq())
            .mDUpdateAction(action(entry))
            .mDEntryType(entry.isBid() ? MDEntryType.Bid : MDEntryType.Offer);
        orderExecutionEncoder.mDEntryPx().mantissa(entry.priceE5());
        orderExecutionEncoder.lastPx().mantissa(entry.tradePriceE5());
        orderExecutionEncoder.mDFlags2().clear();
        flags(orderExecutionEncoder.offset() + OrderExecutionEncoder.mDFlagsEncodingOffset(), entry.mdFlags());
        end(orderExecutionEncoder.limit());
    }

    private void emptyBook()
    {
        emptyBookEncoder.wrapAndApplyHeader(buffer, position(), headerEncoder)
            .lastMsgSeqNumProcessed(EmptyBookEncoder.lastMsgSeqNumProcessedNullValue());
        end(emptyBookEncoder.limit());
    }

    private void bestPrices(final PublicTransaction transaction, final int from, final int to)
    {
        bestPricesEncoder.wrapAndApplyHeader(buffer, position(), headerEncoder);
        final BestPricesEncoder.NoMDEntriesEncoder entries = bestPricesEncoder.noMDEntriesCount(to - from);
        for (int i = from; i < to; i++)
        {
            final PublicInstrument instrument = transaction.changedTouch(i);
            final PriceLevel bid = instrument.bestBid();
            final PriceLevel ask = instrument.bestAsk();
            entries.next();
            entries.mktBidPx().mantissa(null == bid ? nullPrice() : bid.priceE5());
            entries.mktOfferPx().mantissa(null == ask ? nullPrice() : ask.priceE5());
            entries.mktBidSize(null == bid ? nullSize() : bid.qtyLots());
            entries.mktOfferSize(null == ask ? nullSize() : ask.qtyLots());
            entries.securityID(instrument.instrumentId());
        }
        end(bestPricesEncoder.limit());
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

    private void flags(final int offset, final long mdFlags)
    {
        buffer.putLong(offset, mdFlags, ByteOrder.LITTLE_ENDIAN);
    }

    private static long nullPrice()
    {
        return Decimal5NULLEncoder.mantissaNullValue();
    }

    private static long nullSize()
    {
        return BestPricesEncoder.NoMDEntriesEncoder.mktBidSizeNullValue();
    }

    private int position()
    {
        return 0 == messageCount ? 0 : ends[messageCount - 1];
    }

    private void end(final int limit)
    {
        if (messageCount == ends.length)
        {
            ends = Arrays.copyOf(ends, messageCount * 2);
        }
        ends[messageCount] = limit;
        messageCount++;
    }
}
