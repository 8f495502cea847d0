// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.EventGroup;
import io.bourse.engine.client.EventListener;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CancelOrderEncoder;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NegotiatedOrderEncoder;
import io.bourse.engine.protocol.NewSpecialOrderEncoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.ReplaceOrderEncoder;
import io.bourse.engine.protocol.RequestQuoteEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.testing.DemoReferenceData;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Orders of two logins: single ones, or a seeded mix of all kinds of them, of which some are too late and refused.
 */
final class Flow implements EventListener, AutoCloseable
{
    static final long MID_E5 = 90_000_00000L;
    static final long TICK_E5 = 100_000L;
    private static final int GATEWAY_ID = 1;
    private static final int REMEMBERED = 500;
    private static final String[] ACCOUNTS = {"AA01001", "BB01001"};
    private static final TimeInForce[] LIVES =
        {TimeInForce.DAY, TimeInForce.DAY, TimeInForce.DAY, TimeInForce.GTC, TimeInForce.IOC, TimeInForce.FOK};

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private final MessageHeaderEncoder messageHeader = new MessageHeaderEncoder();
    private final NewSpecialOrderEncoder order = new NewSpecialOrderEncoder();
    private final CancelOrderEncoder cancel = new CancelOrderEncoder();
    private final ReplaceOrderEncoder replace = new ReplaceOrderEncoder();
    private final List<long[]> orders = new ArrayList<>();
    private final long[] sequences = new long[ACCOUNTS.length];
    private final CommandPublisher publisher;
    private final EventFollower follower;
    private final Random random;
    private long sent;
    private long answered;
    private long lastOrderId;
    private RejectReason lastReject;

    Flow(final EngineClient client, final Random random)
    {
        this.random = random;
        publisher = client.newCommandPublisher();
        follower = client.follow(client.endCursor(), this);
    }

    /** One random request. */
    void step()
    {
        final int kind = random.nextInt(100);
        if (kind < 65 || orders.isEmpty())
        {
            randomOrder();
        }
        else
        {
            final long[] known = orders.get(random.nextInt(orders.size()));
            final int instrumentId = (int)known[1];
            if (kind < 80)
            {
                cancel((int)known[2], instrumentId, known[0]);
            }
            else
            {
                replace(known, random.nextInt(25) - 12, 1 + random.nextInt(20), (short)random.nextInt(4));
            }
        }
    }

    private void randomOrder()
    {
        final boolean isBuy = random.nextBoolean();
        final int shape = random.nextInt(16);
        final int instrumentId = random.nextInt(4) > 0 ? DemoReferenceData.SI_ID : DemoReferenceData.RI_ID;
        final int ticks = random.nextInt(25) - (isBuy ? 16 : 8);
        final long qtyLots = 1 + random.nextInt(40);
        final boolean isSpecial = shape < 6;
        begin(random.nextInt(ACCOUNTS.length), instrumentId, isBuy ? Side.BUY : Side.SELL, ticks, qtyLots)
            .displayLots(shape < 2 ? 1 + qtyLots / 4 : 0)
            .displayVarianceLots(1 == shape ? qtyLots / 8 : 0)
            .conditions((short)(2 == shape ? OrderConditions.HIDDEN : 3 == shape ? OrderConditions.POST_ONLY : 0))
            .timeInForce((short)(isSpecial ? TimeInForce.DAY : LIVES[random.nextInt(LIVES.length)]).value());
        if (4 == shape)
        {
            order.orderType((short)OrderType.STOP_LIMIT.value())
                .stopPriceE5(priceE5(instrumentId, ticks + (isBuy ? -2 : 2)));
        }
        else if (5 == shape)
        {
            order.orderType((short)OrderType.MARKET.value()).timeInForce((short)TimeInForce.IOC.value());
        }
        order.clientRef("");
        send(order.encodedLength());
    }

    private NewSpecialOrderEncoder begin(
        final int login, final int instrumentId, final Side side, final int ticks, final long qtyLots)
    {
        order.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(order.header(), login);
        return order.clOrdId(sent)
            .expireDateNs(0)
            .priceE5(priceE5(instrumentId, ticks))
            .stopPriceE5(0)
            .qtyLots(qtyLots)
            .displayLots(0)
            .displayVarianceLots(0)
            .minLots(0)
            .accountCode(AccountCode.pack(ACCOUNTS[login]))
            .instrumentId(instrumentId)
            .linkId(0)
            .side((short)side.value())
            .timeInForce((short)TimeInForce.DAY.value())
            .orderType((short)OrderType.LIMIT.value())
            .selfTradeMode((short)0)
            .conditions((short)0)
            .complianceId((byte)'D')
            .clientFlags((short)0);
    }

    /** A limit order of a login; waits for its answer. */
    long limit(final int login, final Side side, final int ticks, final long qtyLots)
    {
        return limit(login, DemoReferenceData.SI_ID, side, ticks, qtyLots, TimeInForce.DAY);
    }

    /** A limit order of a login; waits for its answer. */
    long limit(
        final int login,
        final int instrumentId,
        final Side side,
        final int ticks,
        final long qtyLots,
        final TimeInForce timeInForce)
    {
        begin(login, instrumentId, side, ticks, qtyLots).timeInForce((short)timeInForce.value()).clientRef("");
        return sendAndWait();
    }

    /** An order of which the public sees a slice, or nothing; waits for its answer. */
    long secret(final int login, final Side side, final int ticks, final long qtyLots, final long displayLots)
    {
        begin(login, DemoReferenceData.SI_ID, side, ticks, qtyLots)
            .displayLots(displayLots)
            .conditions((short)(0 == displayLots ? OrderConditions.HIDDEN : 0))
            .clientRef("");
        return sendAndWait();
    }

    private long sendAndWait()
    {
        send(order.encodedLength());
        listen();
        if (null != lastReject)
        {
            throw new AssertionError("refused: " + lastReject);
        }
        return lastOrderId;
    }

    void cancel(final int login, final int instrumentId, final long orderId)
    {
        cancel.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(cancel.header(), login);
        cancel.clOrdId(sent)
            .orderId(orderId)
            .accountCode(AccountCode.pack(ACCOUNTS[login]))
            .instrumentId(instrumentId)
            .clientFlags((short)0)
            .orderClass(OrderClass.ANY)
            .clientRef("");
        send(cancel.encodedLength());
    }

    private void replace(final long[] known, final int ticks, final long qtyLots, final short mode)
    {
        replace.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(replace.header(), (int)known[2]);
        replace.clOrdId(sent)
            .orderId(known[0])
            .priceE5(priceE5((int)known[1], ticks))
            .qtyLots(qtyLots)
            .accountCode(AccountCode.pack(ACCOUNTS[(int)known[2]]))
            .instrumentId((int)known[1])
            .linkId(0)
            .mode((short)ReplaceMode.get(mode).value())
            .complianceId((byte)'D')
            .clientFlags((short)0)
            .orderClass(OrderClass.ANY)
            .stopPriceE5(ReplaceOrderEncoder.stopPriceE5NullValue())
            .clientRef("");
        send(replace.encodedLength());
    }

    /** A negotiated order with the other firm; waits for its answer. */
    void negotiated(final int login, final Side side, final int ticks, final long qtyLots)
    {
        final NegotiatedOrderEncoder negotiated = new NegotiatedOrderEncoder();
        negotiated.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(negotiated.header(), login);
        negotiated.clOrdId(sent)
            .matchRef(77)
            .priceE5(priceE5(DemoReferenceData.SI_ID, ticks))
            .qtyLots(qtyLots)
            .accountCode(AccountCode.pack(ACCOUNTS[login]))
            .instrumentId(DemoReferenceData.SI_ID)
            .linkId(0)
            .side((short)side.value())
            .complianceId((byte)'D')
            .clientFlags((short)0)
            .counterparty(0 == login ? "BB01" : "AA01")
            .clientRef("");
        send(negotiated.encodedLength());
        listen();
    }

    /** A request for quotes; waits for its answer. */
    void requestQuote(final int login, final int side, final long qtyLots)
    {
        final RequestQuoteEncoder request = new RequestQuoteEncoder();
        request.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(request.header(), login);
        request.clOrdId(sent).qtyLots(qtyLots).instrumentId(DemoReferenceData.SI_ID).side((short)side).clientRef("");
        send(request.encodedLength());
        listen();
    }

    static long priceE5(final int instrumentId, final int ticks)
    {
        return DemoReferenceData.RI_ID == instrumentId ?
            110_000_00000L + ticks * 1_000_000L : MID_E5 + ticks * TICK_E5;
    }

    /** Waits for all answers. */
    void listen()
    {
        final long deadlineNs = System.nanoTime() + 30_000_000_000L;
        while (answered < sent)
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
    }

    private void header(final CommandHeaderEncoder header, final int login)
    {
        sequences[login]++;
        header.stampedNs(0).receivedNs(0).sequence(sequences[login]).sessionId(login + 1).gatewayId(GATEWAY_ID)
            .partition(0);
    }

    private void send(final int encodedLength)
    {
        lastReject = null;
        while (!publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + encodedLength))
        {
            Thread.yield();
        }
        sent++;
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
    public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
    {
        lastReject = event.reason();
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
        final long[] known = {orderId, instrumentId, loginId - 1};
        if (orders.size() < REMEMBERED)
        {
            orders.add(known);
        }
        else
        {
            orders.set(random.nextInt(REMEMBERED), known);
        }
    }

    @Override
    public void close()
    {
        follower.close();
    }
}
