// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NegotiatedOrderEncoder;
import io.bourse.engine.protocol.NewSpecialOrderEncoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.RequestQuoteEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.testing.AnsweredOrders;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Orders of two logins: single ones, or a seeded mix of all kinds of them, of which some are too late and refused.
 */
final class Flow extends AnsweredOrders
{
    static final long MID_E5 = 90_000_00000L;
    static final long TICK_E5 = 100_000L;
    private static final int GATEWAY_ID = 1;
    private static final int REMEMBERED = 500;
    private static final String[] ACCOUNTS = {"AA01001", "BB01001"};
    private static final TimeInForce[] LIVES =
        {TimeInForce.DAY, TimeInForce.DAY, TimeInForce.DAY, TimeInForce.GTC, TimeInForce.IOC, TimeInForce.FOK};

    private final List<long[]> orders = new ArrayList<>();
    private final Random random;
    private long lastOrderId;
    private RejectReason lastReject;

    Flow(final EngineClient client, final Random random)
    {
        super(client, GATEWAY_ID, ACCOUNTS);
        this.random = random;
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
                final int ticks = random.nextInt(25) - 12;
                sender((int)known[2]).replace(instrumentId, known[0], priceE5(instrumentId, ticks),
                    1 + random.nextInt(20), ReplaceMode.get((short)random.nextInt(4)));
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
        final int login = random.nextInt(ACCOUNTS.length);
        final NewSpecialOrderEncoder order =
            begin(login, instrumentId, isBuy ? Side.BUY : Side.SELL, ticks, qtyLots);
        order
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
        sendSpecial(login);
    }

    private NewSpecialOrderEncoder begin(
        final int login, final int instrumentId, final Side side, final int ticks, final long qtyLots)
    {
        return sender(login).special(instrumentId, side, priceE5(instrumentId, ticks), qtyLots);
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
        begin(login, instrumentId, side, ticks, qtyLots).timeInForce((short)timeInForce.value());
        return sendAndWait(login);
    }

    /** An order of which the public sees a slice, or nothing; waits for its answer. */
    long secret(final int login, final Side side, final int ticks, final long qtyLots, final long displayLots)
    {
        begin(login, DemoReferenceData.SI_ID, side, ticks, qtyLots)
            .displayLots(displayLots)
            .conditions((short)(0 == displayLots ? OrderConditions.HIDDEN : 0));
        return sendAndWait(login);
    }

    private void sendSpecial(final int login)
    {
        lastReject = null;
        sender(login).sendSpecial();
    }

    private long sendAndWait(final int login)
    {
        sendSpecial(login);
        listen();
        if (null != lastReject)
        {
            throw new AssertionError("refused: " + lastReject);
        }
        return lastOrderId;
    }

    void cancel(final int login, final int instrumentId, final long orderId)
    {
        sender(login).cancel(instrumentId, orderId);
    }

    /** A negotiated order with the other firm; waits for its answer. */
    void negotiated(final int login, final Side side, final int ticks, final long qtyLots)
    {
        final NegotiatedOrderEncoder negotiated = new NegotiatedOrderEncoder();
        final OrderSender sender = sender(login);
        negotiated.wrapAndApplyHeader(sender.buffer(), 0, new MessageHeaderEncoder());
        sender.header(negotiated.header());
        negotiated.clOrdId(sender.sequence())
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
        sender.send(negotiated.encodedLength());
        listen();
    }

    /** A request for quotes; waits for its answer. */
    void requestQuote(final int login, final int side, final long qtyLots)
    {
        final RequestQuoteEncoder request = new RequestQuoteEncoder();
        final OrderSender sender = sender(login);
        request.wrapAndApplyHeader(sender.buffer(), 0, new MessageHeaderEncoder());
        sender.header(request.header());
        request.clOrdId(sender.sequence()).qtyLots(qtyLots).instrumentId(DemoReferenceData.SI_ID).side((short)side)
            .clientRef("");
        sender.send(request.encodedLength());
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
        listen(0);
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
}
