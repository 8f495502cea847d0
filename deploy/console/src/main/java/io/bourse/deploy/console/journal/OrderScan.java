// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.journal;

import io.bourse.deploy.console.journal.OrderLife.State;
import io.bourse.engine.protocol.BookOrderDecoder;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.SliceShownDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import org.agrona.collections.IntArrayList;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Follows one order through transactions, from the id that was asked for to those that replaces give it.
 */
final class OrderScan
{
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final OrderReplacedDecoder replaced = new OrderReplacedDecoder();
    private final TradeDecoder trade = new TradeDecoder();
    private final OffBookTradeDecoder offBook = new OffBookTradeDecoder();
    private final SliceShownDecoder slice = new SliceShownDecoder();
    private final List<Long> ids = new ArrayList<>();
    private final List<Map<String, Object>> transactions = new ArrayList<>();
    private final JournalReader reader;
    private State state;
    private long orderId;
    private long previousOrderId;
    private long sliceOf;
    private boolean isOver;

    /**
     * Begins.
     *
     * @param reader that has the stream.
     * @param orderId to follow.
     * @param isResumed whether the order was seen in an answer before.
     */
    OrderScan(final JournalReader reader, final long orderId, final boolean isResumed)
    {
        this.reader = reader;
        this.orderId = orderId;
        state = isResumed ? State.LIVE : State.UNKNOWN;
        ids.add(orderId);
    }

    boolean isOver()
    {
        return isOver;
    }

    int size()
    {
        return transactions.size();
    }

    OrderLife life(final long next, final boolean isEnd)
    {
        return new OrderLife(List.copyOf(ids), previousOrderId, sliceOf, state, List.copyOf(transactions), next,
            isEnd || isOver);
    }

    void onTransaction(final TransactionWalk walk)
    {
        final IntArrayList named = new IntArrayList();
        boolean isBeyond = false;
        for (int i = 0; i < walk.eventCount() && 0 == sliceOf; i++)
        {
            final int offset = walk.event(i);
            isBeyond |= reader.givenId(walk, offset) > orderId;
            if (reader.isOf(walk, offset, orderId) && !isReport(walk, offset))
            {
                named.addInt(offset);
                onEvent(walk, offset);
            }
        }
        if (!named.isEmpty() && 0 == sliceOf)
        {
            final Map<String, Object> transaction = reader.transaction(walk, named);
            transaction.put("causedBy", reader.command(walk.commandPosition()));
            transactions.add(transaction);
        }
        // It would have been accepted before the orders after it.
        isOver |= State.UNKNOWN == state && isBeyond;
    }

    /** A report of the state changes nothing; there may be many. */
    private boolean isReport(final TransactionWalk walk, final int offset)
    {
        header.wrap(walk.buffer(), offset);
        return BookOrderDecoder.TEMPLATE_ID == header.templateId();
    }

    private void onEvent(final TransactionWalk walk, final int offset)
    {
        header.wrap(walk.buffer(), offset);
        switch (header.templateId())
        {
            case OrderCancelledDecoder.TEMPLATE_ID -> end(State.CANCELLED);
            case TradeDecoder.TEMPLATE_ID ->
            {
                trade.wrapAndApplyHeader(walk.buffer(), offset, header);
                onTrade(trade.buy());
                onTrade(trade.sell());
            }
            case OffBookTradeDecoder.TEMPLATE_ID ->
            {
                offBook.wrapAndApplyHeader(walk.buffer(), offset, header);
                onTrade(offBook.buy());
                onTrade(offBook.sell());
            }
            case OrderReplacedDecoder.TEMPLATE_ID ->
                onReplaced(replaced.wrapAndApplyHeader(walk.buffer(), offset, header));
            case SliceShownDecoder.TEMPLATE_ID ->
                onSlice(slice.wrapAndApplyHeader(walk.buffer(), offset, header).orderId());
            case CommandRejectedDecoder.TEMPLATE_ID ->
            {
                // It changes nothing, and may name what never was.
            }
            default -> live();
        }
    }

    private void onTrade(final TradeSideDecoder side)
    {
        if (orderId == side.orderId())
        {
            live();
            if (0 == side.restLots())
            {
                end(State.FILLED);
            }
        }
    }

    private void onReplaced(final OrderReplacedDecoder event)
    {
        if (orderId == event.prevOrderId() && orderId != event.orderId())
        {
            orderId = event.orderId();
            ids.add(orderId);
        }
        else if (State.UNKNOWN == state && orderId != event.prevOrderId())
        {
            previousOrderId = event.prevOrderId();
        }
        live();
    }

    private void onSlice(final long ofOrder)
    {
        if (State.UNKNOWN == state && orderId != ofOrder)
        {
            sliceOf = ofOrder;
            isOver = true;
        }
        else
        {
            live();
        }
    }

    private void live()
    {
        state = isOver ? state : State.LIVE;
    }

    private void end(final State as)
    {
        state = as;
        isOver = true;
    }
}
