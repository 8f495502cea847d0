// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.EventGroup;
import io.bourse.engine.client.EventListener;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CancelOrderEncoder;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.MassCancelEncoder;
import io.bourse.engine.protocol.MassCancelScope;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.NewSpecialOrderEncoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.ReplaceOrderEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.testing.DemoReferenceData;
import java.util.ArrayList;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Sends orders of two logins to an engine: single ones, or a seeded random mix of all kinds in which some requests are
 * too late and refused.
 */
public final class OrderFlow implements EventListener, AutoCloseable
{
    public static final long SI_MID_E5 = 90_000_00000L;
    public static final long SI_TICK_E5 = 100_000L;

    private static final int GATEWAY_ID = 1;
    private static final int WINDOW = 64;
    private static final short BOTH_SIDES = 89;
    private static final int REMEMBERED = 2_000;
    private static final String[] ACCOUNTS = {"AA01001", "BB01001"};

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private final MessageHeaderEncoder messageHeader = new MessageHeaderEncoder();
    private final NewOrderEncoder newOrder = new NewOrderEncoder();
    private final NewSpecialOrderEncoder specialOrder = new NewSpecialOrderEncoder();
    private final CancelOrderEncoder cancelOrder = new CancelOrderEncoder();
    private final ReplaceOrderEncoder replaceOrder = new ReplaceOrderEncoder();
    private final MassCancelEncoder massCancel = new MassCancelEncoder();
    private final ArrayList<long[]> orders = new ArrayList<>();
    private final long[] sequences = new long[ACCOUNTS.length];
    private final CommandPublisher publisher;
    private final EventFollower follower;
    private final Random random;
    private long sent;
    private long answered;
    private long lastOrderId;
    private boolean isWide;
    private boolean isWithIcebergs = true;

    public OrderFlow(final EngineClient client, final Random random)
    {
        this.random = random;
        publisher = client.newCommandPublisher();
        follower = client.follow(client.endCursor(), this);
    }

    /**
     * From now on the mix has orders that outlive the day, orders for auctions only, and mass cancels too.
     *
     * @param withIcebergs false to leave icebergs out.
     */
    public OrderFlow widen(final boolean withIcebergs)
    {
        isWide = true;
        isWithIcebergs = withIcebergs;
        return this;
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
                cancel(order);
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
        final int shape = isWithIcebergs ? random.nextInt(6) : 2 + random.nextInt(4);
        final int login = random.nextInt(ACCOUNTS.length);
        final int instrumentId = random.nextInt(4) > 0 ? DemoReferenceData.SI_ID : DemoReferenceData.RI_ID;
        final int conditions = 2 == shape ? OrderConditions.HIDDEN : 3 == shape ? OrderConditions.POST_ONLY : 0;
        final OrderType type = 4 == shape ? OrderType.STOP_LIMIT : 5 == shape ? OrderType.MARKET : OrderType.LIMIT;
        specialOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(specialOrder.header(), login);
        specialOrder.clOrdId(sent)
            .expireDateNs(0)
            .priceE5(OrderType.MARKET == type ? 0 : priceE5(instrumentId, ticks))
            .stopPriceE5(OrderType.STOP_LIMIT == type ? priceE5(instrumentId, ticks + (isBuy ? -2 : 2)) : 0)
            .qtyLots(qtyLots)
            .displayLots(shape < 2 ? 1 + qtyLots / 4 : 0)
            .displayVarianceLots(1 == shape ? qtyLots / 8 : 0)
            .minLots(0)
            .accountCode(AccountCode.pack(ACCOUNTS[login]))
            .instrumentId(instrumentId)
            .linkId(0)
            .side((short)(isBuy ? Side.BUY : Side.SELL).value())
            .timeInForce((short)timeInForce(type).value())
            .orderType((short)type.value())
            .selfTradeMode((short)0)
            .conditions((short)conditions)
            .complianceId((byte)'D')
            .clientFlags((short)0)
            .clientRef("");
        send(specialOrder.encodedLength());
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
        massCancel.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(massCancel.header(), login);
        massCancel.clOrdId(sent)
            .accountCode(0)
            .instrumentId(isAll ? 0 : DemoReferenceData.SI_ID)
            .linkId(0)
            .scope(MassCancelScope.LOGIN)
            .accountLength((short)0)
            .side(isAll ? BOTH_SIDES : (short)Side.BUY.value())
            .securityTypes((short)7)
            .securityGroup("")
            .clientRef("");
        send(massCancel.encodedLength());
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

    /**
     * Waits until the engine has answered all but some requests.
     */
    public void listen(final int maxUnanswered)
    {
        final long deadlineNs = System.nanoTime() + 30_000_000_000L;
        while (sent - answered > maxUnanswered)
        {
            if (0 == follower.poll(64))
            {
                Thread.yield();
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new AssertionError("engine does not answer: sent=" + sent + " answered=" + answered);
            }
        }
        follower.poll(1);
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        if (GATEWAY_ID == group.gatewayId())
        {
            answered++;
        }
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

    @Override
    public void close()
    {
        follower.close();
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
        newOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(newOrder.header(), login);
        newOrder.clOrdId(sent)
            .expireDateNs(0)
            .priceE5(priceE5(instrumentId, ticks))
            .qtyLots(qtyLots)
            .accountCode(AccountCode.pack(ACCOUNTS[login]))
            .instrumentId(instrumentId)
            .linkId(0)
            .side((short)side.value())
            .timeInForce((short)timeInForce.value())
            .complianceId((byte)'D')
            .clientFlags((short)0)
            .conditions((short)0)
            .clientRef("");
        send(newOrder.encodedLength());
    }

    private void cancel(final long[] order)
    {
        cancelOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(cancelOrder.header(), (int)order[2]);
        cancelOrder.clOrdId(sent)
            .orderId(order[0])
            .accountCode(AccountCode.pack(ACCOUNTS[(int)order[2]]))
            .instrumentId((int)order[1])
            .clientFlags((short)0)
            .orderClass(OrderClass.ANY)
            .clientRef("");
        send(cancelOrder.encodedLength());
    }

    private void replace(final long[] order, final int ticks, final long qtyLots, final ReplaceMode mode)
    {
        replaceOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(replaceOrder.header(), (int)order[2]);
        replaceOrder.clOrdId(sent)
            .orderId(order[0])
            .priceE5(priceE5((int)order[1], ticks))
            .qtyLots(qtyLots)
            .accountCode(AccountCode.pack(ACCOUNTS[(int)order[2]]))
            .instrumentId((int)order[1])
            .linkId(0)
            .mode((short)mode.value())
            .complianceId((byte)'D')
            .clientFlags((short)0)
            .orderClass(OrderClass.ANY)
            .stopPriceE5(ReplaceOrderEncoder.stopPriceE5NullValue())
            .clientRef("");
        send(replaceOrder.encodedLength());
    }

    private static long priceE5(final int instrumentId, final int ticks)
    {
        return DemoReferenceData.SI_ID == instrumentId ?
            SI_MID_E5 + ticks * SI_TICK_E5 : 110_000_00000L + ticks * 1_000_000L;
    }

    private void header(final CommandHeaderEncoder header, final int login)
    {
        sequences[login]++;
        header.stampedNs(0)
            .receivedNs(0)
            .sequence(sequences[login])
            .sessionId(login + 1)
            .gatewayId(GATEWAY_ID)
            .partition(0);
    }

    private void send(final int encodedLength)
    {
        while (!publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + encodedLength))
        {
            Thread.yield();
        }
        sent++;
    }
}
