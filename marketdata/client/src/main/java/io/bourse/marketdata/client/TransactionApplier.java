// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import static io.bourse.marketdata.client.ReceiverCounter.BEST_PRICES_MISMATCHES;
import static io.bourse.marketdata.client.ReceiverCounter.LAST_TRANSACT_TIME_NS;
import static io.bourse.marketdata.client.ReceiverCounter.MESSAGES;
import static io.bourse.marketdata.client.ReceiverCounter.TRADES;
import static io.bourse.marketdata.client.ReceiverCounter.TRANSACTIONS;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_LAST_FRAGMENT;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_POSS_DUP;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.MdFlags;
import io.bourse.marketdata.simba.BestPricesDecoder;
import io.bourse.marketdata.simba.Decimal5NULLDecoder;
import io.bourse.marketdata.simba.EmptyBookDecoder;
import io.bourse.marketdata.simba.MDEntryType;
import io.bourse.marketdata.simba.MDUpdateAction;
import io.bourse.marketdata.simba.MessageHeaderDecoder;
import io.bourse.marketdata.simba.OrderExecutionDecoder;
import io.bourse.marketdata.simba.OrderUpdateDecoder;
import io.bourse.marketdata.simba.SimbaMessages;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;

import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Applies incremental packets, already in order and well-formed, to the books, one transaction after another. Packets
 * of a transaction that is not complete are kept apart, so that the books never show half of it.
 */
final class TransactionApplier
{
    // Values of MDUpdateAction, as constants a switch can take.
    private static final short ACTION_NEW = 0;
    private static final short ACTION_CHANGE = 1;
    private static final int MAX_TRANSACTION_LENGTH = 64 * 1024 * 1024;

    private final MarketBooks books;
    private final MarketListener listener;
    private final CounterSet<ReceiverCounter> counters;
    private final MarketTransaction transaction = new MarketTransaction();
    private final BestPricesCheck bestPricesCheck = new BestPricesCheck();
    private final ExpandableArrayBuffer staging = new ExpandableArrayBuffer(64 * 1024);
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final OrderUpdateDecoder orderUpdate = new OrderUpdateDecoder();
    private final OrderExecutionDecoder orderExecution = new OrderExecutionDecoder();
    private final EmptyBookDecoder emptyBook = new EmptyBookDecoder();
    private int stagedLength;
    private long msgSeqNum;
    private long transactTimeNs;
    private long sessionId;
    private boolean isSentAgain;
    private boolean isOpen;
    private boolean isEnd;

    TransactionApplier(
        final MarketBooks books, final MarketListener listener, final CounterSet<ReceiverCounter> counters)
    {
        this.books = books;
        this.listener = listener;
        this.counters = counters;
    }

    /**
     * Forgets an incomplete transaction.
     */
    void reset()
    {
        stagedLength = 0;
        isOpen = false;
    }

    /**
     * Applies the next packet.
     *
     * @return false if it does not fit the books: they are of no use any more.
     */
    boolean onPacket(final DirectBuffer buffer, final int offset, final int length)
    {
        final int msgFlags = SimbaPacketDescriptor.msgFlags(buffer, offset);
        final int messagesOffset = SimbaPacketDescriptor.messagesOffset(msgFlags);
        final boolean isLast = 0 != (msgFlags & FLAG_LAST_FRAGMENT);
        msgSeqNum = SimbaPacketDescriptor.msgSeqNum(buffer, offset);
        transactTimeNs = SimbaPacketDescriptor.transactTimeNs(buffer, offset);
        sessionId = SimbaPacketDescriptor.sessionId(buffer, offset);
        isSentAgain = 0 != (msgFlags & FLAG_POSS_DUP);

        if (isLast && 0 == stagedLength)
        {
            return apply(buffer, offset + messagesOffset, offset + length);
        }
        staging.putBytes(stagedLength, buffer, offset + messagesOffset, length - messagesOffset);
        stagedLength += length - messagesOffset;
        if (!isLast)
        {
            return stagedLength <= MAX_TRANSACTION_LENGTH;
        }
        final int limit = stagedLength;
        stagedLength = 0;
        return apply(staging, 0, limit);
    }

    /**
     * The transaction that did not fit: the books that it has touched are of no use.
     */
    MarketTransaction unfit()
    {
        return transaction;
    }

    private boolean apply(final DirectBuffer buffer, final int offset, final int limit)
    {
        bestPricesCheck.clear();
        int messages = 0;
        int position = offset;
        boolean isFit = true;
        while (isFit && position < limit)
        {
            final int next = position + SimbaMessages.length(buffer, position, limit);
            isFit = onMessage(buffer, position);
            if (isFit && isOpen && isEnd)
            {
                complete(next == limit);
            }
            position = next;
            messages++;
        }
        counters.add(MESSAGES, messages);
        if (!isFit)
        {
            isOpen = false;
            return false;
        }
        if (isOpen)
        {
            // Of a publisher that does not mark the end: no transaction is longer than its last fragment.
            complete(true);
        }
        counters.add(BEST_PRICES_MISMATCHES, bestPricesCheck.countMismatches(books));
        return true;
    }

    private boolean onMessage(final DirectBuffer buffer, final int position)
    {
        isEnd = false;
        return switch (SimbaMessages.templateId(buffer, position))
        {
            case OrderUpdateDecoder.TEMPLATE_ID -> onOrderUpdate(buffer, position);
            case OrderExecutionDecoder.TEMPLATE_ID -> onOrderExecution(buffer, position);
            case BestPricesDecoder.TEMPLATE_ID ->
            {
                bestPricesCheck.expect(buffer, position);
                yield true;
            }
            case EmptyBookDecoder.TEMPLATE_ID ->
            {
                onEmptyBook(buffer, position);
                yield true;
            }
            default -> true;
        };
    }

    private void open()
    {
        if (!isOpen)
        {
            transaction.begin();
            isOpen = true;
        }
    }

    private void complete(final boolean isLastInPacket)
    {
        isOpen = false;
        transaction.end(msgSeqNum, transactTimeNs, sessionId, isSentAgain, isLastInPacket);
        counters.add(TRADES, transaction.tradeCount());
        listener.onTransaction(transaction, books);
        counters.set(LAST_TRANSACT_TIME_NS, transactTimeNs);
        counters.increment(TRANSACTIONS);
    }

    private boolean onOrderUpdate(final DirectBuffer buffer, final int offset)
    {
        open();
        orderUpdate.wrapAndApplyHeader(buffer, offset, header);
        final MarketBook book = books.bookFor(orderUpdate.securityID());
        if (!advanceRptSeq(book, orderUpdate.rptSeq()))
        {
            return false;
        }
        final long mdFlags =
            buffer.getLong(orderUpdate.offset() + OrderUpdateDecoder.mDFlagsEncodingOffset(), LITTLE_ENDIAN);
        isEnd = 0 != (mdFlags & MdFlags.END_OF_TRANSACTION);
        if (0 != (mdFlags & MdFlags.NON_QUOTE))
        {
            return true;
        }

        transaction.touch(book);
        final long orderId = orderUpdate.mDEntryID();
        return switch (orderUpdate.mDUpdateActionRaw())
        {
            case ACTION_NEW -> null != book.add(
                orderId,
                MDEntryType.Bid.value() == orderUpdate.mDEntryTypeRaw(),
                orderUpdate.mDEntryPx().mantissa(),
                orderUpdate.mDEntrySize(),
                transactTimeNs,
                mdFlags);
            case ACTION_CHANGE -> book.resize(orderId, orderUpdate.mDEntrySize());
            default -> book.remove(orderId);
        };
    }

    private boolean onOrderExecution(final DirectBuffer buffer, final int offset)
    {
        open();
        orderExecution.wrapAndApplyHeader(buffer, offset, header);
        final MarketBook book = books.bookFor(orderExecution.securityID());
        if (!advanceRptSeq(book, orderExecution.rptSeq()))
        {
            return false;
        }
        final long mdFlags =
            buffer.getLong(orderExecution.offset() + OrderExecutionDecoder.mDFlagsEncodingOffset(), LITTLE_ENDIAN);
        isEnd = 0 != (mdFlags & MdFlags.END_OF_TRANSACTION);
        final boolean isTechnical = Decimal5NULLDecoder.mantissaNullValue() == orderExecution.mDEntryPx().mantissa();
        final long orderId = orderExecution.mDEntryID();
        addTrade(isTechnical ? 0 : orderId, mdFlags);
        if (isTechnical || 0 != (mdFlags & MdFlags.NON_QUOTE))
        {
            return true;
        }

        transaction.touch(book);
        return MDUpdateAction.Delete.value() == orderExecution.mDUpdateActionRaw() ?
            book.remove(orderId) : book.resize(orderId, orderExecution.mDEntrySize());
    }

    private void addTrade(final long orderId, final long mdFlags)
    {
        final MarketTrade trade = transaction.tradeFor(orderExecution.securityID(), orderExecution.tradeID());
        trade.priceE5 = orderExecution.lastPx().mantissa();
        trade.qtyLots = orderExecution.lastQty();
        trade.isNegotiated = 0 != (mdFlags & MdFlags.NEGOTIATED);
        trade.isStrategyLeg = 0 != (mdFlags & MdFlags.MULTI_LEG) && 0 != (mdFlags & MdFlags.NON_QUOTE);
        if (0 != (mdFlags & MdFlags.ACTIVE_SIDE))
        {
            trade.aggressorOrderId = orderId;
            trade.isAggressorBuyer = MDEntryType.Bid.value() == orderExecution.mDEntryTypeRaw();
        }
        else if (0 != orderId)
        {
            trade.restingOrderId = orderId;
        }
    }

    private void onEmptyBook(final DirectBuffer buffer, final int offset)
    {
        if (isOpen)
        {
            complete(false);
        }
        open();
        emptyBook.wrapAndApplyHeader(buffer, offset, header);
        if (0 == emptyBook.lastMsgSeqNumProcessed())
        {
            // The nightly reset: the surviving orders belong to it. In the evening this is null and RptSeq goes on.
            books.reset();
        }
        else
        {
            books.clear();
            isEnd = true;
        }
        transaction.bookCleared();
    }

    private boolean advanceRptSeq(final MarketBook book, final long rptSeq)
    {
        if (0 == rptSeq)
        {
            // Orders sent again after the nightly reset are not numbered (SIMBA B.6).
            return true;
        }
        if (book.rptSeq() + 1 != rptSeq)
        {
            transaction.touch(book);
            return false;
        }
        book.rptSeq(rptSeq);
        return true;
    }
}
