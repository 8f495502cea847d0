// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.MassCancelEncoder;
import io.bourse.engine.protocol.MassCancelScope;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.testing.AnsweredOrders;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;

import java.util.ArrayList;
import java.util.Random;

/**
 * Sends orders of two logins to an engine: single ones, or a seeded random mix of all kinds in which some requests are
 * too late and refused.
 */
public final class OrderFlow extends AnsweredOrders
{
    public static final long SI_MID_E5 = 90_000_00000L;
    public static final long SI_TICK_E5 = 100_000L;

    private static final int GATEWAY_ID = 1;
    private static final int WINDOW = 64;
    private static final short BOTH_SIDES = 89;
    private static final int REMEMBERED = 2_000;
    private static final String[] ACCOUNTS = {"AA01001", "BB01001"};

    private final ArrayList<long[]> orders = new ArrayList<>();
    private final Random random;
    private long lastOrderId;
    private boolean isWide;

    public OrderFlow(final EngineClient client, final Random random)
    {
        super(client, GATEWAY_ID, ACCOUNTS);
        this.random = random;
    }

    /**
     * From now on the mix has orders that outlive the day, orders for auctions only, and mass cancels too.
     */
    public void widen()
    {
        isWide = true;
    }

    /**
     * Sends one random request and listens to the engine.
     */
    public void step()
    {
        final int kind = random.nextInt(100);
        if (isWide && 0 == random.nextInt(80))
        {
            massCancel(random.nextInt(ACCOUNTS.length));
        }
        else if (kind < 15)
        {
            special();
        }
        else if (kind < 60 || orders.isEmpty())
        {
            final TimeInForce timeInForce = kind < 45 ? TimeInForce.DAY : kind < 55 ? TimeInForce.IOC : TimeInForce.FOK;
            final boolean isBuy = random.nextBoolean();
            newOrder(
                random.nextInt(ACCOUNTS.length),
                random.nextInt(4) > 0 ? DemoReferenceData.SI_ID : DemoReferenceData.RI_ID,
                isBuy ? Side.BUY : Side.SELL,
                random.nextInt(25) - (isBuy ? 16 : 8),
                1 + random.nextInt(20),
                timeInForce);
        }
        else
        {
            final long[] order = orders.get(random.nextInt(orders.size()));
            if (kind < 75)
            {
                sender((int)order[2]).cancel((int)order[1], order[0]);
            }
            else
            {
                final ReplaceMode mode = ReplaceMode.get((short)random.nextInt(4));
                replace(order, random.nextInt(25) - 12, 1 + random.nextInt(20), mode);
            }
        }
        listen(WINDOW);
    }

    /** An order of which the public sees nothing, or a slice, or nothing yet; or one that must not trade at once. */
    private void special()
    {
        final boolean isBuy = random.nextBoolean();
        final int ticks = random.nextInt(25) - (isBuy ? 16 : 8);
        final long qtyLots = 1 + random.nextInt(40);
        final int shape = random.nextInt(6);
        final int login = random.nextInt(ACCOUNTS.length);
        final int instrumentId = random.nextInt(4) > 0 ? DemoReferenceData.SI_ID : DemoReferenceData.RI_ID;
        final int conditions = 2 == shape ? OrderConditions.HIDDEN : 3 == shape ? OrderConditions.POST_ONLY : 0;
        final OrderType type = 4 == shape ? OrderType.STOP_LIMIT : 5 == shape ? OrderType.MARKET : OrderType.LIMIT;
        sender(login)
            .special(
                instrumentId,
                isBuy ? Side.BUY : Side.SELL,
                OrderType.MARKET == type ? 0 : priceE5(instrumentId, ticks),
                qtyLots)
            .stopPriceE5(OrderType.STOP_LIMIT == type ? priceE5(instrumentId, ticks + (isBuy ? -2 : 2)) : 0)
            .displayLots(shape < 2 ? 1 + qtyLots / 4 : 0)
            .displayVarianceLots(1 == shape ? qtyLots / 8 : 0)
            .timeInForce((short)timeInForce(type).value())
            .orderType((short)type.value())
            .conditions((short)conditions);
        sender(login).sendSpecial();
    }

    private TimeInForce timeInForce(final OrderType type)
    {
        if (!isWide || OrderType.LIMIT != type)
        {
            return TimeInForce.DAY;
        }
        final int chance = random.nextInt(6);
        return chance < 2 ? TimeInForce.GTC : 2 == chance ? TimeInForce.GOOD_FOR_AUCTION : TimeInForce.DAY;
    }

    /** All orders of a login in all instruments, or of one side in one of them. */
    private void massCancel(final int login)
    {
        final boolean isAll = random.nextBoolean();
        final OrderSender sender = sender(login);
        final MassCancelEncoder massCancel = new MassCancelEncoder();
        massCancel.wrapAndApplyHeader(sender.buffer(), 0, new MessageHeaderEncoder());
        sender.header(massCancel.header());
        massCancel.clOrdId(sender.sequence())
            .accountCode(0)
            .instrumentId(isAll ? 0 : DemoReferenceData.SI_ID)
            .linkId(0)
            .scope(MassCancelScope.LOGIN)
            .accountLength((short)0)
            .side(isAll ? BOTH_SIDES : (short)Side.BUY.value())
            .securityTypes((short)7)
            .securityGroup("")
            .clientRef("");
        sender.send(massCancel.encodedLength());
    }

    /**
     * Sends a day order of the first login and waits until it is in the book.
     *
     * @return order id.
     */
    public long rest(final int instrumentId, final Side side, final int ticks, final long qtyLots)
    {
        newOrder(0, instrumentId, side, ticks, qtyLots, TimeInForce.DAY);
        listen(0);
        return lastOrderId;
    }

    /**
     * Sends an IOC order of the second login and waits for its end.
     */
    public void hit(final int instrumentId, final Side side, final int ticks, final long qtyLots)
    {
        newOrder(1, instrumentId, side, ticks, qtyLots, TimeInForce.IOC);
        listen(0);
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        lastOrderId = event.orderId();
        remember(event.orderId(), event.instrumentId(), event.loginId());
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        remember(event.orderId(), event.instrumentId(), event.loginId());
    }

    private void remember(final long orderId, final int instrumentId, final int loginId)
    {
        final long[] order = {orderId, instrumentId, loginId - 1};
        if (orders.size() < REMEMBERED)
        {
            orders.add(order);
        }
        else
        {
            orders.set(random.nextInt(REMEMBERED), order);
        }
    }

    private void newOrder(
        final int login,
        final int instrumentId,
        final Side side,
        final int ticks,
        final long qtyLots,
        final TimeInForce timeInForce)
    {
        sender(login).newOrder(instrumentId, side, timeInForce, priceE5(instrumentId, ticks), qtyLots);
    }

    private void replace(final long[] order, final int ticks, final long qtyLots, final ReplaceMode mode)
    {
        sender((int)order[2]).replace((int)order[1], order[0], priceE5((int)order[1], ticks), qtyLots, mode);
    }

    private static long priceE5(final int instrumentId, final int ticks)
    {
        return DemoReferenceData.SI_ID == instrumentId ?
            SI_MID_E5 + ticks * SI_TICK_E5 : 110_000_00000L + ticks * 1_000_000L;
    }
}
