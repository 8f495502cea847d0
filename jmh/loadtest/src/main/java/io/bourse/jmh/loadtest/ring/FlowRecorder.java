// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.ring;

import io.bourse.engine.protocol.CancelOrderEncoder;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.ReplaceOrderEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.BitSet;
import java.util.SplittableRandom;

/**
 * Makes a flow by sending it: 45 % new limit orders, placed by a power law around a random-walk middle, 40 % cancels of
 * young orders rather than old ones, 10 % replaces (half of them lower the quantity, half move by a tick), 5 % IOC that
 * cross the book; quantities uniform from 1 to 100. It ends with the cancels of whatever still rests.
 */
public final class FlowRecorder
{
    private static final int MAX_RECORD_LENGTH = 128;
    static final int GATEWAY_ID = 1;
    private static final int NEW_PERCENT = 45;
    private static final int CANCEL_PERCENT = 40;
    private static final int REPLACE_PERCENT = 10;
    private static final int MAX_LOTS = 100;
    private static final int MAX_DISTANCE = 150;
    private static final int MAX_DRIFT = 200;
    private static final int RESTING_DISTANCE = 400;
    private static final int RESTING_LEVELS = 500;
    private static final int CROSSING_TICKS = 5;
    private static final int DRIFT_ONE_IN = 50;
    private static final int MAX_LIVE = 50_000;
    private static final double TAIL = 1.2;

    private final CommandBuffer command = new CommandBuffer();
    private final NewOrderEncoder newOrder = new NewOrderEncoder();
    private final CancelOrderEncoder cancelOrder = new CancelOrderEncoder();
    private final ReplaceOrderEncoder replaceOrder = new ReplaceOrderEncoder();
    private final FlowOrders live = new FlowOrders();
    private final BitSet allowed = new BitSet();
    private final VenueShape shape;
    private final FlowSpread spread;
    private final BareCore engine;
    private final VenueLoader loader;
    private final SplittableRandom random;
    private final int[] drift;
    private CommandLaps flow;
    private long sequence;

    /**
     * A recorder of the flow that a seed gives in a venue, which is loaded for that.
     *
     * @param shape of the venue.
     * @param spread of its orders.
     * @param engine empty core.
     * @param seed of the flow.
     */
    public FlowRecorder(final VenueShape shape, final FlowSpread spread, final BareCore engine, final long seed)
    {
        this.shape = shape;
        this.spread = spread;
        this.engine = engine;
        loader = new VenueLoader(shape, engine);
        loader.load();
        random = new SplittableRandom(seed);
        drift = new int[shape.instruments() + 1];
    }

    /** What has loaded the venue. */
    public VenueLoader loader()
    {
        return loader;
    }

    /** Orders that rest deep in every book for good. */
    public void placeRestingOrders()
    {
        for (int instrument = 1; instrument <= shape.instruments(); instrument++)
        {
            for (int i = 0; i < shape.restingOrders(); i++)
            {
                final long distance = RESTING_DISTANCE + random.nextInt(RESTING_LEVELS);
                sendNew(instrument, Side.BUY, VenueLoader.MIDDLE_E5 - distance, TimeInForce.DAY);
                sendNew(instrument, Side.SELL, VenueLoader.MIDDLE_E5 + distance, TimeInForce.DAY);
            }
        }
        engine.requireNothingRefused("resting orders");
    }

    /**
     * Records a flow.
     *
     * @param commands wanted; the cancels that end it come on top.
     * @return flow, whose first lap the engine has seen.
     */
    public CommandLaps record(final int commands)
    {
        flow = new CommandLaps(Math.multiplyExact(commands + MAX_LIVE + commands / 10, MAX_RECORD_LENGTH));
        engine.listener(live);
        sendNew(1, Side.BUY, VenueLoader.MIDDLE_E5 - MAX_DRIFT, TimeInForce.DAY);
        final long idBefore = live.lastOrderId() - 1;
        while (flow.count() < commands)
        {
            sendNext();
        }
        while (live.size() > 0)
        {
            sendCancel(live.first());
        }
        engine.requireNothingRefused("recording " + shape + " " + spread);
        flow.recorded(live.lastOrderId() - idBefore, sequence);
        engine.listener(null);
        return flow;
    }

    /** Trades of the flow that was recorded. */
    public long trades()
    {
        return live.trades();
    }

    private void sendNext()
    {
        final int choice = random.nextInt(100);
        final boolean isNew = choice < NEW_PERCENT;
        if (isNew && live.size() < MAX_LIVE || 0 == live.size())
        {
            final int instrument = nextInstrument();
            final Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
            sendNew(instrument, side, middle(instrument) - sign(side) * distance(), TimeInForce.DAY);
        }
        else if (isNew || choice < NEW_PERCENT + CANCEL_PERCENT)
        {
            sendCancel(live.choose(random));
        }
        else if (choice < NEW_PERCENT + CANCEL_PERCENT + REPLACE_PERCENT)
        {
            sendReplace(live.choose(random));
        }
        else
        {
            // It meets the market where there is one.
            final FlowOrders.Live target = live.choose(random);
            final Side side = Side.BUY == target.side ? Side.SELL : Side.BUY;
            final int instrument = target.instrumentId;
            sendNew(instrument, side, middle(instrument) + sign(side) * CROSSING_TICKS, TimeInForce.IOC);
        }
    }

    private int nextInstrument()
    {
        final int instrument = 1 + spread.next(random, shape.instruments(), VenueShape.SMALL.instruments());
        if (0 == random.nextInt(DRIFT_ONE_IN))
        {
            final int step = random.nextBoolean() ? 1 : -1;
            drift[instrument] = Math.clamp(drift[instrument] + step, -MAX_DRIFT, MAX_DRIFT);
        }
        return instrument;
    }

    private long middle(final int instrument)
    {
        return VenueLoader.MIDDLE_E5 + drift[instrument];
    }

    private int distance()
    {
        return (int)Math.min(MAX_DISTANCE, Math.pow(1 - random.nextDouble(), -1 / TAIL));
    }

    private static int sign(final Side side)
    {
        return Side.BUY == side ? 1 : -1;
    }

    private void sendNew(
        final int instrument, final Side side, final long priceE5, final TimeInForce timeInForce)
    {
        final int accountId = spread.nextAccount(random, shape);
        if (!allowed.get(accountId))
        {
            allowed.set(accountId);
            loader.allow(accountId);
        }
        header(command.begin(newOrder).header(), shape.loginOf(accountId));
        command.send(newOrder
            .clOrdId(sequence)
            .priceE5(priceE5)
            .qtyLots(1 + random.nextInt(MAX_LOTS))
            .accountCode(loader.accountCode(accountId))
            .instrumentId(instrument)
            .side(side.value())
            .timeInForce(timeInForce.value())
            .complianceId((byte)'M')
            .clientRef(""), this::take);
    }

    private void sendCancel(final FlowOrders.Live order)
    {
        header(command.begin(cancelOrder).header(), order.loginId);
        command.send(cancelOrder
            .clOrdId(sequence)
            .orderId(order.orderId)
            .accountCode(order.accountCode)
            .instrumentId(order.instrumentId)
            .orderClass(OrderClass.ANY)
            .clientRef(""), this::take);
    }

    private void sendReplace(final FlowOrders.Live order)
    {
        final boolean isSmaller = order.restLots > 1 && random.nextBoolean();
        header(command.begin(replaceOrder).header(), order.loginId);
        command.send(replaceOrder
            .clOrdId(sequence)
            .orderId(order.orderId)
            .priceE5(isSmaller ? order.priceE5 : order.priceE5 + (random.nextBoolean() ? 1 : -1))
            .qtyLots(isSmaller ? order.restLots - 1 : order.restLots)
            .accountCode(order.accountCode)
            .instrumentId(order.instrumentId)
            .mode(ReplaceMode.SET_REST.value())
            .complianceId((byte)'M')
            .orderClass(OrderClass.ANY)
            .stopPriceE5(ReplaceOrderEncoder.stopPriceE5NullValue())
            .clientRef(""), this::take);
    }

    private void header(final CommandHeaderEncoder header, final int login)
    {
        header.sequence(++sequence).sessionId(login).gatewayId(GATEWAY_ID);
    }

    private void take(final UnsafeBuffer buffer, final int offset, final int length)
    {
        if (null != flow)
        {
            flow.add(buffer, length);
        }
        engine.send(buffer, offset, length);
    }
}
