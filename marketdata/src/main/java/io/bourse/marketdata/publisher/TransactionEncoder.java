// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import io.bourse.marketdata.book.PriceLevel;
import io.bourse.marketdata.simba.BestPricesEncoder;
import io.bourse.marketdata.simba.Decimal5NULLEncoder;
import io.bourse.marketdata.simba.EmptyBookEncoder;
import io.bourse.marketdata.simba.MDEntryType;
import io.bourse.marketdata.simba.MDUpdateAction;
import io.bourse.marketdata.simba.MessageHeaderEncoder;
import io.bourse.marketdata.simba.OrderExecutionEncoder;
import io.bourse.marketdata.simba.OrderUpdateEncoder;
import io.bourse.marketdata.simba.SimbaFlags;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Collects the SIMBA messages of one transaction. BestPrices describe the state after the transaction but are sent
 * first (sheet B.6), so nothing can leave before the last event of the transaction is in.
 */
final class TransactionEncoder
{
    /** Ids tell when an order came; that of a hidden one is nobody's business. */
    private static final long UNSEEN_ORDER_ID = 0;
    private static final int NOT_FLAGGED = -1;
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
    private int bodyCount;
    private int messageCount;
    private int lastFlagsOffset = NOT_FLAGGED;

    TransactionEncoder(final int maxPacketLength)
    {
        final int entryLength = BestPricesEncoder.NoMDEntriesEncoder.sbeBlockLength();
        maxBestPrices = Math.min(GROUP_COUNT_MAX, (maxPacketLength - BEST_PRICES_OVERHEAD) / entryLength);
    }

    void reset()
    {
        bodyCount = 0;
        messageCount = 0;
        lastFlagsOffset = NOT_FLAGGED;
    }

    /**
     * A change of one order.
     *
     * @return where the message is, for {@link #completeUpdate}.
     */
    int orderUpdate(
        final InstrumentState instrument,
        final long orderId,
        final boolean isBid,
        final long priceE5,
        final long qtyLots,
        final long mdFlags,
        final MDUpdateAction action)
    {
        final int offset = position();
        orderUpdateEncoder.wrapAndApplyHeader(buffer, offset, headerEncoder)
            .mDEntryID(orderId)
            .mDEntrySize(qtyLots)
            .securityID(instrument.book().securityId())
            .rptSeq(instrument.nextRptSeq())
            .mDUpdateAction(action)
            .mDEntryType(isBid ? MDEntryType.Bid : MDEntryType.Offer);
        orderUpdateEncoder.mDEntryPx().mantissa(priceE5);
        orderUpdateEncoder.mDFlags2().clear();
        lastFlagsOffset = orderUpdateEncoder.offset() + OrderUpdateEncoder.mDFlagsEncodingOffset();
        buffer.putLong(lastFlagsOffset, mdFlags, ByteOrder.LITTLE_ENDIAN);
        end(orderUpdateEncoder.limit());
        return offset;
    }

    /**
     * Sets price and quantity of a message of this transaction that could not know them yet.
     *
     * @param offset of the message.
     */
    void completeUpdate(final int offset, final long priceE5, final long qtyLots)
    {
        orderUpdateEncoder.wrap(buffer, offset + MessageHeaderEncoder.ENCODED_LENGTH);
        orderUpdateEncoder.mDEntrySize(qtyLots);
        orderUpdateEncoder.mDEntryPx().mantissa(priceE5);
    }

    /**
     * Sets limit and rest in a message of this transaction that could not know them yet.
     *
     * @param offset of the message.
     */
    void completeExecution(final int offset, final long orderPriceE5, final long restLots)
    {
        orderExecutionEncoder.wrap(buffer, offset + MessageHeaderEncoder.ENCODED_LENGTH);
        orderExecutionEncoder
            .mDEntrySize(restLots)
            .mDUpdateAction(0 == restLots ? MDUpdateAction.Delete : MDUpdateAction.Change);
        orderExecutionEncoder.mDEntryPx().mantissa(orderPriceE5);
    }

    /**
     * One party of a trade whose order is not public, so that no book changes (sheet B.6, technical trades).
     */
    void unseenExecution(
        final InstrumentState instrument,
        final boolean isBid,
        final long tradeId,
        final long tradePriceE5,
        final long tradeQtyLots,
        final long mdFlags)
    {
        final int offset = orderExecution(
            instrument,
            UNSEEN_ORDER_ID,
            isBid,
            nullPrice(),
            OrderExecutionEncoder.mDEntrySizeNullValue(),
            tradeId,
            tradePriceE5,
            tradeQtyLots,
            mdFlags | SimbaFlags.NON_QUOTE);
        orderExecutionEncoder.wrap(buffer, offset + MessageHeaderEncoder.ENCODED_LENGTH);
        orderExecutionEncoder.mDUpdateAction(MDUpdateAction.New);
    }

    /**
     * One order of a trade. What is left in it decides between Change and Delete.
     *
     * @return where the message is, for {@link #completeExecution}.
     */
    int orderExecution(
        final InstrumentState instrument,
        final long orderId,
        final boolean isBid,
        final long orderPriceE5,
        final long restLots,
        final long tradeId,
        final long tradePriceE5,
        final long tradeQtyLots,
        final long mdFlags)
    {
        final int offset = position();
        orderExecutionEncoder.wrapAndApplyHeader(buffer, offset, headerEncoder)
            .mDEntryID(orderId)
            .mDEntrySize(restLots)
            .lastQty(tradeQtyLots)
            .tradeID(tradeId)
            .securityID(instrument.book().securityId())
            .rptSeq(instrument.nextRptSeq())
            .mDUpdateAction(0 == restLots ? MDUpdateAction.Delete : MDUpdateAction.Change)
            .mDEntryType(isBid ? MDEntryType.Bid : MDEntryType.Offer);
        orderExecutionEncoder.mDEntryPx().mantissa(orderPriceE5);
        orderExecutionEncoder.lastPx().mantissa(tradePriceE5);
        orderExecutionEncoder.mDFlags2().clear();
        lastFlagsOffset = orderExecutionEncoder.offset() + OrderExecutionEncoder.mDFlagsEncodingOffset();
        buffer.putLong(lastFlagsOffset, mdFlags, ByteOrder.LITTLE_ENDIAN);
        end(orderExecutionEncoder.limit());
        return offset;
    }

    void emptyBook()
    {
        final int offset = position();
        emptyBookEncoder.wrapAndApplyHeader(buffer, offset, headerEncoder)
            .lastMsgSeqNumProcessed(EmptyBookEncoder.lastMsgSeqNumProcessedNullValue());
        end(emptyBookEncoder.limit());
    }

    /**
     * Completes the transaction: marks its last message and adds the best prices that go before all others.
     */
    void finish(final List<InstrumentState> changedTouches)
    {
        bodyCount = messageCount;
        if (NOT_FLAGGED != lastFlagsOffset)
        {
            final long mdFlags = buffer.getLong(lastFlagsOffset, ByteOrder.LITTLE_ENDIAN);
            buffer.putLong(lastFlagsOffset, mdFlags | SimbaFlags.END_OF_TRANSACTION, ByteOrder.LITTLE_ENDIAN);
        }
        final int size = changedTouches.size();
        for (int from = 0; from < size; from += maxBestPrices)
        {
            bestPrices(changedTouches, from, Math.min(size, from + maxBestPrices));
        }
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
        final int encoded = encodedIndex(index);
        return 0 == encoded ? 0 : ends[encoded - 1];
    }

    int messageLength(final int index)
    {
        return ends[encodedIndex(index)] - messageOffset(index);
    }

    private int encodedIndex(final int index)
    {
        final int bestPricesCount = messageCount - bodyCount;
        return index < bestPricesCount ? bodyCount + index : index - bestPricesCount;
    }

    private void bestPrices(final List<InstrumentState> instruments, final int from, final int to)
    {
        final int offset = position();
        bestPricesEncoder.wrapAndApplyHeader(buffer, offset, headerEncoder);
        final BestPricesEncoder.NoMDEntriesEncoder entries = bestPricesEncoder.noMDEntriesCount(to - from);
        for (int i = from; i < to; i++)
        {
            final InstrumentState instrument = instruments.get(i);
            final PriceLevel bid = instrument.bestBid();
            final PriceLevel ask = instrument.bestAsk();
            entries.next();
            entries.mktBidPx().mantissa(null == bid ? nullPrice() : bid.priceE5());
            entries.mktOfferPx().mantissa(null == ask ? nullPrice() : ask.priceE5());
            entries.mktBidSize(null == bid ? nullSize() : bid.qtyLots());
            entries.mktOfferSize(null == ask ? nullSize() : ask.qtyLots());
            entries.securityID(instrument.book().securityId());
        }
        end(bestPricesEncoder.limit());
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
