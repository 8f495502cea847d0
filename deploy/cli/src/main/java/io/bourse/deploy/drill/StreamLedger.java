// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.LoginDefinedDecoder;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderPlace;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Keeps books of its own from the event stream, from its very beginning: what rests, what each account has, and what
 * each login must have received, in order. Every event is checked against what the events before it left.
 */
public final class StreamLedger implements EventListener
{
    static final long SILENCE_LIMIT_NS = TimeUnit.SECONDS.toNanos(120);

    private final Map<Long, Resting> resting = new TreeMap<>();
    private final Map<PositionKey, Long> positions = new HashMap<>();
    private final Map<Integer, List<String>> messages = new TreeMap<>();
    private final List<Integer> twimeLogins = new ArrayList<>();
    private final Set<Long> orderIds = new HashSet<>();
    private final Set<Long> tradeIds = new HashSet<>();
    private final List<String> findings = new ArrayList<>();
    private long tradedLots;
    private int acceptedCount;

    /** An order as the events have left it. */
    private static final class Resting
    {
        private final int loginId;
        private final int instrumentId;
        private final Side side;
        private final long accountCode;
        private long clOrdId;
        private long priceE5;
        private long restLots;

        private Resting(final int loginId, final int instrumentId, final Side side, final long accountCode)
        {
            this.loginId = loginId;
            this.instrumentId = instrumentId;
            this.side = side;
            this.accountCode = accountCode;
        }

        private StateReport.RestingOrder as(final long orderId)
        {
            return new StateReport.RestingOrder(
                orderId, clOrdId, instrumentId, side, priceE5, restLots, accountCode, loginId, OrderPlace.BOOK,
                restLots, orderId);
        }
    }

    private record PositionKey(long accountCode, int instrumentId)
    {
    }

    /**
     * Reads the stream from its beginning to a cursor.
     *
     * @param client of the engine.
     * @param untilCursor end of a transaction.
     * @return books as they stand there.
     * @throws DrillException when the stream does not come.
     */
    public static StreamLedger read(final EngineClient client, final long untilCursor)
    {
        final StreamLedger ledger = new StreamLedger();
        StreamHistory.read(client, untilCursor, SILENCE_LIMIT_NS, ledger);
        return ledger;
    }

    /**
     * What a login must have received so far, in order; refusals, which are not part of its history, left out.
     *
     * @return texts of {@link AnswerText}.
     */
    public List<String> messagesTo(final int loginId)
    {
        return messages.getOrDefault(loginId, List.of());
    }

    /**
     * Orders of a login that rest.
     *
     * @return their ids.
     */
    public List<Long> restingOrders(final int loginId)
    {
        return resting.entrySet().stream().filter(entry -> loginId == entry.getValue().loginId)
            .map(Map.Entry::getKey).toList();
    }

    /**
     * Trades so far.
     *
     * @return count of different ids.
     */
    public int tradeCount()
    {
        return tradeIds.size();
    }

    /**
     * Orders accepted so far.
     *
     * @return count.
     */
    public int acceptedCount()
    {
        return acceptedCount;
    }

    /**
     * What was traded so far, each trade counted once.
     *
     * @return lots.
     */
    public long tradedLots()
    {
        return tradedLots;
    }

    /**
     * Events that do not fit what the events before them left.
     *
     * @return one text per contradiction, empty for a good stream.
     */
    public List<String> findings()
    {
        return List.copyOf(findings);
    }

    /**
     * The engine must hold exactly what its events add up to.
     *
     * @param report of the engine at the cursor up to which the stream was read.
     * @throws DrillException with the differences, when there are any, or findings in the stream.
     */
    public void assertExplains(final StateReport report)
    {
        final Map<Long, StateReport.RestingOrder> expected = new TreeMap<>();
        resting.forEach((orderId, order) -> expected.put(orderId, order.as(orderId)));
        final Map<Long, StateReport.RestingOrder> actual = new TreeMap<>();
        report.orders().forEach(order -> actual.put(order.orderId(), order));
        equal("resting orders", expected, actual);
        equal("resting orders counted", (long)expected.size(), (long)report.orderCount());
        equal("trades counted", (long)tradeIds.size(), (long)report.tradeCount());

        final Map<PositionKey, Long> held = new HashMap<>();
        report.positions().forEach(position ->
            held.put(new PositionKey(position.accountCode(), position.instrumentId()), position.netLots()));
        final Map<PositionKey, Long> traded = new HashMap<>(positions);
        traded.values().removeIf(lots -> 0 == lots);
        equal("positions", traded, held);
        equal("positions counted", (long)held.size(), (long)report.positionCount());
        if (!findings.isEmpty())
        {
            throw new DrillException("the events and the state of the engine are not one story: findings=" +
                findings.size() + " first=" + findings.subList(0, Math.min(5, findings.size())));
        }
    }

    private boolean holds(final boolean condition, final Supplier<String> text)
    {
        if (!condition)
        {
            findings.add(text.get());
        }
        return condition;
    }

    private void equal(final String what, final Object expected, final Object actual)
    {
        holds(expected.equals(actual), () -> what + " are not what they must be: expected=" + expected + " actual=" +
            actual);
    }

    @Override
    public void onLoginDefined(final EventGroup group, final LoginDefinedDecoder event)
    {
        if (LoginProtocol.TWIME == event.protocol())
        {
            twimeLogins.add(event.loginId());
        }
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        twimeLogins.forEach(loginId -> tell(loginId, AnswerText.sessionEvent("SessionDataReady", event.sessionId())));
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        holds(orderIds.add(event.orderId()), () -> "order id given twice: orderId=" + event.orderId());
        acceptedCount++;
        final Resting order =
            new Resting(event.loginId(), event.instrumentId(), event.side(), event.accountCode());
        order.clOrdId = event.clOrdId();
        order.priceE5 = event.priceE5();
        order.restLots = event.qtyLots();
        resting.put(event.orderId(), order);
        tell(order.loginId, AnswerText.accepted(
            name(group, event.clOrdId()), event.orderId(), event.priceE5(), event.qtyLots()));
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        final Resting order = resting.remove(event.prevOrderId());
        if (!holds(null != order, () -> "replace of an order that is not there: orderId=" + event.prevOrderId()))
        {
            return;
        }
        equal("lots before the replace of order " + event.prevOrderId(), order.restLots, event.prevQtyLots());
        equal("price before the replace of order " + event.prevOrderId(), order.priceE5, event.prevPriceE5());
        if (event.orderId() != event.prevOrderId())
        {
            holds(orderIds.add(event.orderId()), () -> "order id given twice: orderId=" + event.orderId());
        }
        order.clOrdId = event.clOrdId();
        order.priceE5 = event.priceE5();
        order.restLots = event.qtyLots();
        resting.put(event.orderId(), order);
        tell(order.loginId, AnswerText.replaced(
            name(group, event.clOrdId()), event.orderId(), event.priceE5(), event.qtyLots()));
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        final Resting order = resting.remove(event.orderId());
        if (!holds(null != order, () -> "cancel of an order that is not there: orderId=" + event.orderId()))
        {
            return;
        }
        equal("lots of the cancelled order " + event.orderId(), order.restLots, event.qtyLots());
        final String name = name(group, event.requestClOrdId());
        // A replace to what has traded already: FIX has it done, with nothing left; TWIME has it cancelled.
        final boolean isDoneByReplace =
            CancelReason.REPLACE_FILLED == event.reason() && !twimeLogins.contains(order.loginId);
        tell(order.loginId, isDoneByReplace ?
            AnswerText.replaced(name, event.orderId(), order.priceE5, 0) :
            AnswerText.cancelled(name, event.orderId(), event.qtyLots()));
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        holds(tradeIds.add(event.tradeId()), () -> "trade id given twice: tradeId=" + event.tradeId());
        tradedLots += event.qtyLots();
        // A login that trades with itself receives both legs: by TWIME the aggressor's first, by FIX the buyer's first.
        final boolean isBuyFirst =
            Side.BUY == event.aggressorSide() || !twimeLogins.contains(event.buy().loginId());
        if (isBuyFirst)
        {
            take(event, event.buy(), Side.BUY);
            take(event, event.sell(), Side.SELL);
        }
        else
        {
            take(event, event.sell(), Side.SELL);
            take(event, event.buy(), Side.BUY);
        }
    }

    private void take(final TradeDecoder event, final TradeSideDecoder party, final Side side)
    {
        final Resting order = resting.get(party.orderId());
        if (!holds(null != order, () -> "trade of an order that is not there: orderId=" + party.orderId()))
        {
            return;
        }
        equal("side of order " + party.orderId(), side, order.side);
        equal("account of order " + party.orderId(), order.accountCode, party.accountCode());
        order.restLots -= event.qtyLots();
        equal("rest of order " + party.orderId() + " after trade " + event.tradeId(), order.restLots,
            party.restLots());
        if (0 == order.restLots)
        {
            resting.remove(party.orderId());
        }
        positions.merge(
            new PositionKey(order.accountCode, order.instrumentId),
            Side.BUY == side ? event.qtyLots() : -event.qtyLots(),
            Long::sum);
        tell(order.loginId, AnswerText.executed(
            event.tradeId(), party.orderId(), event.priceE5(), event.qtyLots(), party.restLots()));
    }

    /** FIX clients name their requests by text, TWIME clients by number. */
    private static String name(final EventGroup group, final long clOrdId)
    {
        return group.clientRefLength() > 0 ? group.clientRef() : Long.toUnsignedString(clOrdId);
    }

    private void tell(final int loginId, final String message)
    {
        messages.computeIfAbsent(loginId, id -> new ArrayList<>()).add(message);
    }
}
