// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A login on a thread of its own: it places an order or cancels one, waits for the answer, writes both down, and goes
 * on. Many of them trade with each other at few prices, so that an answer says much about what came before it.
 */
final class HistoryLogin implements EventListener, AutoCloseable
{
    private static final List<InstrumentSpec> INSTRUMENTS = List.of(DemoReferenceData.SI, DemoReferenceData.RI);
    private static final int PRICES = 5;
    private static final int MOST_LOTS = 9;
    private static final int MOST_RESTING = 6;
    private static final int FRAME_LIMIT = 64;
    private static final long PACE_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long JOIN_MS = 60_000;

    private final List<Resting> resting = new ArrayList<>();
    private final List<String> fills = new ArrayList<>();
    private final IdleStrategy idle = new BackoffIdleStrategy(10, 10, 1_000, 200_000);
    private final OperationHistory history;
    private final int gatewayId;
    private final int loginId;
    private final OrderSender sender;
    private final EventFollower follower;
    private final SplittableRandom random;
    private final Thread thread;
    private OperationHistory.Call call;
    private long orderId;
    private long removedLots;
    private long restLots;
    private String rejection;
    private volatile boolean isAnswered;
    private volatile boolean isStopping;
    private volatile boolean isAbandoned;
    private volatile RuntimeException failure;
    private volatile long answeredCallNs = System.nanoTime();

    /** An order of this login that it believes to be in the book. */
    private record Resting(int instrumentId, long orderId, String order)
    {
    }

    HistoryLogin(
        final ClusterEngineClient client,
        final int gatewayId,
        final int loginId,
        final String account,
        final OperationHistory history,
        final long seed)
    {
        this.history = history;
        this.gatewayId = gatewayId;
        this.loginId = loginId;
        random = new SplittableRandom(seed + loginId);
        sender = new OrderSender(client, gatewayId, loginId, account);
        follower = client.follow(client.endCursor(), this);
        thread = Thread.ofPlatform().name("login-" + loginId).daemon().start(this::run);
    }

    private void run()
    {
        try
        {
            while (!isStopping)
            {
                send();
                while (!isAnswered && !isAbandoned)
                {
                    idle.idle(follower.poll(FRAME_LIMIT));
                }
                if (isAnswered)
                {
                    record();
                    answeredCallNs = call.callNs();
                    LockSupport.parkNanos(random.nextLong(PACE_NS));
                }
            }
        }
        catch (final RuntimeException ex)
        {
            failure = ex;
        }
        if (null != call && !isAnswered)
        {
            history.unanswered(call);
        }
    }

    private void send()
    {
        isAnswered = false;
        orderId = 0;
        removedLots = 0;
        restLots = 0;
        rejection = null;
        fills.clear();
        if (!resting.isEmpty() && (resting.size() > MOST_RESTING || 0 == random.nextInt(3)))
        {
            final Resting order = resting.remove(random.nextInt(resting.size()));
            call = OperationHistory.Call.cancel(loginId, order.instrumentId(), order.order());
            sender.cancel(order.instrumentId(), order.orderId());
            return;
        }
        final InstrumentSpec instrument = INSTRUMENTS.get(random.nextInt(INSTRUMENTS.size()));
        final Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
        final long priceE5 = instrument.settlementPriceE5() +
            (random.nextInt(PRICES) + (Side.SELL == side ? 1 : 0)) * instrument.priceTickE5();
        final long lots = 1 + random.nextInt(MOST_LOTS);
        final boolean rests = random.nextInt(4) > 0;
        call = OperationHistory.Call.place(loginId, instrument.instrumentId(),
            OperationHistory.order(loginId, sender.sequence() + 1), side, priceE5, lots, rests);
        sender.newOrder(
            instrument.instrumentId(), side, rests ? TimeInForce.DAY : TimeInForce.IOC, priceE5, lots);
        restLots = rests ? lots : 0;
    }

    private void record()
    {
        if (null != rejection)
        {
            history.rejected(call, rejection);
        }
        else if (0 == orderId)
        {
            history.cancelled(call, removedLots);
        }
        else
        {
            history.accepted(call, orderId, fills);
            if (restLots > 0)
            {
                resting.add(new Resting(
                    call.instrumentId(), orderId, OperationHistory.order(loginId, sender.sequence())));
            }
        }
    }

    private boolean isMine(final EventGroup group)
    {
        return gatewayId == group.gatewayId() && loginId == group.sessionId() && !isAnswered &&
            sender.sequence() == group.sequence();
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        if (isMine(group))
        {
            orderId = event.orderId();
        }
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        if (isMine(group))
        {
            final TradeSideDecoder own = Side.BUY == event.aggressorSide() ? event.buy() : event.sell();
            restLots = Math.min(restLots, own.restLots());
            final TradeSideDecoder other = Side.BUY == event.aggressorSide() ? event.sell() : event.buy();
            fills.add(OperationHistory.fill(
                OperationHistory.order(other.loginId(), other.clOrdId()), event.priceE5(), event.qtyLots()));
        }
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        if (isMine(group))
        {
            removedLots += event.qtyLots();
        }
    }

    @Override
    public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
    {
        if (isMine(group))
        {
            rejection = event.reason().name();
        }
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        isAnswered |= isMine(group);
    }

    /** When the last operation was called that has been answered. */
    long answeredCallNs()
    {
        if (null != failure)
        {
            throw failure;
        }
        return answeredCallNs;
    }

    boolean isAbandoned()
    {
        return isAbandoned;
    }

    /** It is gone, as a client that dies: what is on its way is never answered. */
    void abandon()
    {
        isStopping = true;
        isAbandoned = true;
    }

    /** Ends it once its last operation is answered. */
    @Override
    public void close()
    {
        isStopping = true;
        try
        {
            thread.join(JOIN_MS);
            if (thread.isAlive())
            {
                throw new AssertionError("an operation is not answered: " + call);
            }
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
        finally
        {
            follower.close();
        }
    }
}
