// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.engine.book.AuctionResult;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CancelOrderEncoder;
import io.bourse.engine.protocol.ChangePhaseEncoder;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.DefineAccountEncoder;
import io.bourse.engine.protocol.DefineBrokerageFirmEncoder;
import io.bourse.engine.protocol.DefineClearingFirmEncoder;
import io.bourse.engine.protocol.DefineInstrumentEncoder;
import io.bourse.engine.protocol.DefineLoginEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.OpenSessionEncoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.ReplaceOrderEncoder;
import io.bourse.engine.protocol.ReportStateEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.ArrayList;
import java.util.List;

/**
 * The whole core as a market: commands in, the event stream out. What it knows of orders and depth comes from the event
 * stream alone and is compared with the core's own state report every few thousand commands.
 */
final class CoreMarket implements DayMarket
{
    private static final int LOGIN_ID = 1;
    private static final int INSTRUMENT_ID = 1;
    private static final int COMMANDS_PER_REPORT = 8_192;
    private static final long ACCOUNT = AccountCode.pack("AA01001");

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1_024]);
    private final MessageHeaderEncoder messageHeader = new MessageHeaderEncoder();
    private final NewOrderEncoder newOrder = new NewOrderEncoder();
    private final CancelOrderEncoder cancelOrder = new CancelOrderEncoder();
    private final ReplaceOrderEncoder replaceOrder = new ReplaceOrderEncoder();
    private final AuctionResult result = new AuctionResult();
    private final CoreEvents events;
    private final MatchingEngine engine;
    private final long priceTickE5;
    private long commands;
    private long sequence;

    /** A core with an open session and one instrument that trades continuously. */
    CoreMarket(final long priceTickE5, final long lowTicks, final long highTicks, final long settlementTicks)
    {
        this.priceTickE5 = priceTickE5;
        events = new CoreEvents(priceTickE5);
        engine = new MatchingEngine(0, events);
        members();
        final DefineInstrumentEncoder instrument =
            new DefineInstrumentEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        header(instrument.header(), 0);
        send(instrument
            .priceTickE5(priceTickE5).tickValueE5(priceTickE5)
            .lowLimitE5(lowTicks * priceTickE5).highLimitE5(highTicks * priceTickE5)
            .settlementPriceE5(settlementTicks * priceTickE5)
            .instrumentId(INSTRUMENT_ID).exchangeFeePctE6(0).clearingFeePctE6(0).maturityDate(20991231)
            .kind(InstrumentKind.FUTURE).symbol("DAY").underlying("DAY").currency("RUB").encodedLength());
        final OpenSessionEncoder session = new OpenSessionEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        header(session.header(), 0);
        send(session.sessionId(1).tradingDate(20261121).encodedLength());
    }

    private void members()
    {
        final DefineClearingFirmEncoder clearing =
            new DefineClearingFirmEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        header(clearing.header(), 0);
        send(clearing.code("AA").encodedLength());
        final DefineBrokerageFirmEncoder firm =
            new DefineBrokerageFirmEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        header(firm.header(), 0);
        send(firm.code("AA01").encodedLength());
        final DefineAccountEncoder account = new DefineAccountEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        header(account.header(), 0);
        send(account.accountCode(ACCOUNT).accountId(0).clientId(0).encodedLength());
        final DefineLoginEncoder login = new DefineLoginEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        header(login.header(), 0);
        send(login.loginId(LOGIN_ID).protocol(LoginProtocol.TWIME).name("DAY").brokerageFirm("AA01").encodedLength());
    }

    @Override
    public void listener(final Listener listener)
    {
        events.listener(listener);
    }

    @Override
    public void newOrder(
        final long key, final Side side, final long priceTicks, final long lots, final boolean isImmediate)
    {
        newOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(newOrder.header(), LOGIN_ID);
        newOrder
            .clOrdId(commands + 1)
            .expireDateNs(0)
            .priceE5(priceTicks * priceTickE5)
            .qtyLots(lots)
            .accountCode(ACCOUNT)
            .instrumentId(INSTRUMENT_ID)
            .linkId(0)
            .side(side.value())
            .timeInForce((isImmediate ? TimeInForce.IOC : TimeInForce.DAY).value())
            .complianceId((byte)' ')
            .clientFlags((short)0)
            .conditions((short)0)
            .clientRef("");
        events.nextKey = key;
        send(newOrder.encodedLength());
    }

    @Override
    public void cancel(final long key)
    {
        cancelOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(cancelOrder.header(), LOGIN_ID);
        cancelOrder
            .clOrdId(commands + 1)
            .orderId(events.byKey.get(key).orderId)
            .accountCode(ACCOUNT)
            .instrumentId(INSTRUMENT_ID)
            .clientFlags((short)0)
            .orderClass(OrderClass.ANY)
            .clientRef("");
        send(cancelOrder.encodedLength());
    }

    @Override
    public void reduce(final long key, final long restLots)
    {
        final FollowedOrder order = events.byKey.get(key);
        replaceOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        header(replaceOrder.header(), LOGIN_ID);
        replaceOrder
            .clOrdId(commands + 1)
            .orderId(order.orderId)
            .priceE5(order.priceE5)
            .qtyLots(restLots)
            .accountCode(ACCOUNT)
            .instrumentId(INSTRUMENT_ID)
            .linkId(0)
            .mode(ReplaceMode.SET_REST.value())
            .complianceId((byte)' ')
            .clientFlags((short)0)
            .orderClass(OrderClass.ANY)
            .stopPriceE5(ReplaceOrderEncoder.stopPriceE5NullValue())
            .clientRef("");
        send(replaceOrder.encodedLength());
    }

    @Override
    public long restLots(final long key)
    {
        final FollowedOrder order = events.byKey.get(key);
        return null == order ? 0 : order.restLots;
    }

    @Override
    public List<Long> keysAt(final Side side, final long priceTicks)
    {
        final List<Long> keys = new ArrayList<>();
        events.book.ordersAt(side, priceTicks * priceTickE5).forEach(order -> keys.add(order.key));
        return keys;
    }

    @Override
    public int levels(final Side side, final long worstTicks, final long[] priceTicks, final long[] lots)
    {
        final boolean isAny = Long.MIN_VALUE == worstTicks || Long.MAX_VALUE == worstTicks;
        final int count = events.book.levels(side, isAny ? worstTicks : worstTicks * priceTickE5, priceTicks, lots);
        for (int i = 0; i < count; i++)
        {
            priceTicks[i] /= priceTickE5;
        }
        return count;
    }

    @Override
    public void startAuction(final Phase phase)
    {
        changePhase(phase);
    }

    @Override
    public AuctionResult indication()
    {
        return 0 == events.indicated[1] ? null : result(events.indicated);
    }

    @Override
    public AuctionResult endAuction(final Phase next)
    {
        changePhase(next);
        return result(events.uncrossed);
    }

    private AuctionResult result(final long[] values)
    {
        assertEquals(0, values[0] % priceTickE5);
        result.priceTicks = values[0] / priceTickE5;
        result.lots = values[1];
        result.imbalanceLots = values[2];
        return result;
    }

    private void changePhase(final Phase phase)
    {
        final ChangePhaseEncoder change = new ChangePhaseEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        header(change.header(), 0);
        send(change
            .durationNs(0).randomEndNs(0).seed(0).instrumentId(INSTRUMENT_ID)
            .phase(phase.value()).nextPhase(phase.value()).underlying("").encodedLength());
    }

    /** The core's own state must be what its events said. */
    long assertState()
    {
        final ReportStateEncoder report = new ReportStateEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        header(report.header(), 0);
        events.reported.clear();
        execute(report.requestId(commands).encodedLength());
        Lists.assertSame("orders of the events and of the core", events.followed(), events.reported);
        return events.statesReported;
    }

    private void header(final CommandHeaderEncoder header, final int loginId)
    {
        header
            .stampedNs(0)
            .receivedNs(0)
            .sequence(0 == loginId ? 0 : ++sequence)
            .sessionId(loginId)
            .gatewayId(1)
            .partition(0);
    }

    private void send(final int encodedLength)
    {
        execute(encodedLength);
        if (0 == ++commands % COMMANDS_PER_REPORT)
        {
            assertState();
        }
    }

    private void execute(final int encodedLength)
    {
        engine.onCommand(
            1_000 + commands, 96 * (1 + commands), buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + encodedLength);
    }
}
