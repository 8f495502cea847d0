// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.bourse.engine.protocol.BookOrderDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderEntryStoppedDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.PositionDecoder;
import io.bourse.engine.protocol.StateReportedDecoder;
import io.bourse.engine.protocol.TradeCorrectedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;

import java.util.Map;
import java.util.TreeMap;

/**
 * Reads the whole event stream and keeps the books: what every intent came to, what is left of every order, and
 * positions. Nothing may come from nowhere or go away, and at the end the core's own report must say the same.
 */
final class Conservation extends SimulatedReader
{
    private final Map<Long, Long> rests = new TreeMap<>();
    private final Map<Long, Long> reportedRests = new TreeMap<>();
    private final Map<String, Long> positions = new TreeMap<>();
    private final Map<String, Long> reportedPositions = new TreeMap<>();
    /** Sum of the core's own report, by instrument. */
    private final Map<Integer, Long> reportedSums = new TreeMap<>();
    private final long[] outcomes;
    private long trades;
    private long duplicates;
    private long stops;
    private long stateHash;
    private boolean isReported;

    Conservation(final Intents intents)
    {
        super("conservation");
        outcomes = new long[intents.size() + 1];
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        super.onGroupEnd(group);
        if (isDuplicate())
        {
            duplicates++;
            return;
        }
        final long id = group.receivedNs();
        if (0 == id)
        {
            return;
        }
        require(id > 0 && id < outcomes.length, "an event of a command that was never sent", id);
        require(0 == outcomes[(int)id], "a command was executed twice: cursor=" + group.cursor() + " firstCursor=" +
            outcomes[(int)id] + " intent", id);
        outcomes[(int)id] = group.cursor();
    }

    @Override
    public void onOrderEntryStopped(final EventGroup group, final OrderEntryStoppedDecoder event)
    {
        stops++;
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        require(null == rests.put(event.orderId(), event.qtyLots()), "accepted twice: orderId", event.orderId());
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        take(event.prevOrderId(), event.prevQtyLots(), 0);
        rests.put(event.orderId(), event.qtyLots());
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        take(event.orderId(), event.qtyLots(), 0);
    }

    @Override
    public void onOrderReduced(final EventGroup group, final OrderReducedDecoder event)
    {
        take(event.orderId(), event.reducedLots(), event.restLots());
    }

    @Override
    public void onOrderActivated(final EventGroup group, final OrderActivatedDecoder event)
    {
        require(Long.valueOf(event.restLots()).equals(rests.get(event.orderId())),
            "activated with another rest: orderId", event.orderId());
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        trades++;
        takeSides(event.buy(), event.sell(), event.qtyLots());
        if (VenueSetup.STRATEGY != event.instrumentId())
        {
            move(event.buy(), event.sell(), event.instrumentId(), event.qtyLots());
        }
    }

    @Override
    public void onOffBookTrade(final EventGroup group, final OffBookTradeDecoder event)
    {
        trades++;
        if (OffBookTradeDecoder.parentTradeIdNullValue() == event.parentTradeId())
        {
            takeSides(event.buy(), event.sell(), event.qtyLots());
        }
        move(event.buy(), event.sell(), event.instrumentId(), event.qtyLots());
    }

    /** A reversal counts as a trade, and so does what stands in the place of a corrected one. */
    @Override
    public void onTradeCorrected(final EventGroup group, final TradeCorrectedDecoder event)
    {
        trades += 0 == event.newQtyLots() ? 1 : 2;
        if (VenueSetup.STRATEGY != event.instrumentId())
        {
            final long lots = event.newQtyLots() - event.qtyLots();
            add(positions, event.buy().accountId() + "/" + event.instrumentId(), lots);
            add(positions, event.sell().accountId() + "/" + event.instrumentId(), -lots);
        }
    }

    private void takeSides(final TradeSideDecoder buy, final TradeSideDecoder sell, final long lots)
    {
        require(lots > 0, "a trade of nothing: lots", lots);
        take(buy.orderId(), lots, buy.restLots());
        take(sell.orderId(), lots, sell.restLots());
    }

    /** Lots leave an order: by trade, cancel or replace. What is left must be what the event says. */
    private void take(final long orderId, final long lots, final long restLots)
    {
        final Long rest = rests.remove(orderId);
        require(null != rest, "an event of an order that is not live: orderId", orderId);
        require(rest - lots == restLots, "lots come from nowhere or go away: rest=" + rest + " taken=" + lots +
            " left=" + restLots + " orderId", orderId);
        if (restLots > 0)
        {
            rests.put(orderId, restLots);
        }
    }

    private void move(
        final TradeSideDecoder buy, final TradeSideDecoder sell, final int instrumentId, final long lots)
    {
        add(positions, buy.accountId() + "/" + instrumentId, lots);
        add(positions, sell.accountId() + "/" + instrumentId, -lots);
    }

    private static void add(final Map<String, Long> map, final String key, final long lots)
    {
        if (0 == map.merge(key, lots, Long::sum))
        {
            map.remove(key);
        }
    }

    @Override
    public void onBookOrder(final EventGroup group, final BookOrderDecoder event)
    {
        reportedRests.put(event.orderId(), event.restLots());
    }

    @Override
    public void onPosition(final EventGroup group, final PositionDecoder event)
    {
        reportedPositions.put(event.accountId() + "/" + event.instrumentId(), event.netLots());
        reportedSums.merge(event.instrumentId(), event.netLots(), Long::sum);
    }

    @Override
    public void onStateReported(final EventGroup group, final StateReportedDecoder event)
    {
        stateHash = event.stateHash();
        // What the core itself says, before it is compared: the events have both sides of a trade in one message, so
        // positions made of them sum to zero whatever the core did.
        reportedSums.forEach((instrument, lots) -> require(
            0 == lots, "the positions that the core reports do not sum to zero: instrument=" + instrument + " lots",
            lots));
        require(rests.equals(reportedRests), "the core holds other orders than its events say: events=" + rests +
            " core=" + reportedRests + " requestId", event.requestId());
        require(positions.equals(reportedPositions), "the core holds other positions than its events say: events=" +
            positions + " core=" + reportedPositions + " requestId", event.requestId());
        require(trades == event.tradeCount(), "the core counts other trades: counted=" + trades + " core",
            event.tradeCount());
        isReported = true;
        reportedRests.clear();
        reportedPositions.clear();
        reportedSums.clear();
    }

    /** The core must have reported its state; {@link #onStateReported} has compared it. */
    void checkBooks()
    {
        require(isReported, "the core has not reported its state: transactions", transactions());
    }

    /** Every intent has one outcome, the one that its gateway received. */
    void checkOutcomes(final Intents intents)
    {
        for (int id = 1; id <= intents.size(); id++)
        {
            final Intent intent = intents.get(id);
            require(0 != outcomes[id], "a command was lost: " + intent + " answeredCursor", intent.answeredCursor());
            require(outcomes[id] == intent.answeredCursor(), "a gateway received another outcome: " + intent +
                " cursor=" + outcomes[id] + " answeredCursor", intent.answeredCursor());
        }
    }

    private static void require(final boolean isTrue, final String what, final long value)
    {
        if (!isTrue)
        {
            throw new ScheduleFailedException(what + "=" + value);
        }
    }

    long trades()
    {
        return trades;
    }

    long stops()
    {
        return stops;
    }

    long duplicates()
    {
        return duplicates;
    }

    long stateHash()
    {
        return stateHash;
    }
}
