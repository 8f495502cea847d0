// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh;

import java.util.concurrent.TimeUnit;

import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CancelOrderEncoder;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.DefineAccountEncoder;
import io.bourse.engine.protocol.DefineBrokerageFirmEncoder;
import io.bourse.engine.protocol.DefineClearingFirmEncoder;
import io.bourse.engine.protocol.DefineInstrumentEncoder;
import io.bourse.engine.protocol.DefineLoginEncoder;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.OpenSessionEncoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The core alone: encoded commands in, event frames dropped. One operation is one command.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
public class MatchingEngineBenchmark
{
    private static final int COMMANDS_PER_ROUND = 3;
    private static final int BOOK_LEVELS = 50;
    private static final int ORDERS_PER_LEVEL = 20;
    private static final long MIDDLE_E5 = 10_000;
    private static final long[] ACCOUNTS = {AccountCode.pack("AA01001"), AccountCode.pack("BB01001")};
    private static final int CANCEL_ORDER_ID_OFFSET =
        MessageHeaderEncoder.ENCODED_LENGTH + CancelOrderEncoder.orderIdEncodingOffset();
    private static final int FIRST_EVENT_TEMPLATE_OFFSET =
        MessageHeaderEncoder.ENCODED_LENGTH + EventGroupDecoder.BLOCK_LENGTH + 1 + 2;

    private final MessageHeaderEncoder messageHeader = new MessageHeaderEncoder();
    private MatchingEngine engine;
    private UnsafeBuffer passive;
    private UnsafeBuffer aggressive;
    private UnsafeBuffer cancel;
    private long orderCounter;
    private long commandPosition;
    private int lastEventTemplate;

    /**
     * Reference data, an open session, and a book of 50 levels with 20 orders each on both sides.
     */
    @Setup
    public void setUp()
    {
        engine = new MatchingEngine(0, this::onFrame);
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
        defineMembers(buffer);
        defineInstrumentAndOpen(buffer);
        for (int level = 1; level <= BOOK_LEVELS; level++)
        {
            for (int i = 0; i < ORDERS_PER_LEVEL; i++)
            {
                send(order(Side.BUY, MIDDLE_E5 - level, 10));
                send(order(Side.SELL, MIDDLE_E5 + level, 10));
                orderCounter += 2;
            }
        }
        passive = order(Side.SELL, MIDDLE_E5, 10);
        aggressive = order(Side.BUY, MIDDLE_E5, 4);
        cancel = cancel();
    }

    /**
     * An order that rests at the top of the book, one that trades with it, and the cancel of what is left.
     *
     * @return template of the last event, so that nothing is optimised away.
     */
    @Benchmark
    @OperationsPerInvocation(COMMANDS_PER_ROUND)
    public int newMatchCancel()
    {
        send(passive);
        send(aggressive);
        cancel.putLong(CANCEL_ORDER_ID_OFFSET, orderCounter + 1);
        send(cancel);
        orderCounter += 2;
        return lastEventTemplate;
    }

    /**
     * A benchmark of refusals would be fast and worthless.
     */
    @TearDown
    public void checkThatTheFlowWasExecuted()
    {
        if (OrderCancelledDecoder.TEMPLATE_ID != lastEventTemplate)
        {
            throw new IllegalStateException("the last cancel was refused: templateId=" + lastEventTemplate);
        }
    }

    private void onFrame(final long sequence, final DirectBuffer buffer, final int offset, final int length)
    {
        lastEventTemplate = buffer.getShort(offset + FIRST_EVENT_TEMPLATE_OFFSET);
    }

    private void send(final UnsafeBuffer command)
    {
        commandPosition += command.capacity();
        engine.onCommand(commandPosition, commandPosition, command, 0, command.capacity());
    }

    private void send(final UnsafeBuffer buffer, final int encodedLength)
    {
        engine.onCommand(0, 0, buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + encodedLength);
    }

    private UnsafeBuffer order(final Side side, final long priceE5, final long qtyLots)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(
            new byte[MessageHeaderEncoder.ENCODED_LENGTH + NewOrderEncoder.BLOCK_LENGTH + 1]);
        final NewOrderEncoder encoder = new NewOrderEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        final int login = Side.BUY == side ? 1 : 2;
        header(encoder.header(), login);
        encoder
            .clOrdId(1)
            .expireDateNs(0)
            .priceE5(priceE5)
            .qtyLots(qtyLots)
            .accountCode(ACCOUNTS[login - 1])
            .instrumentId(1)
            .linkId(0)
            .side(side.value())
            .timeInForce(TimeInForce.DAY.value())
            .complianceId((byte)'M')
            .clientFlags((short)0)
            .conditions((short)0)
            .clientRef("");
        return buffer;
    }

    private UnsafeBuffer cancel()
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(
            new byte[MessageHeaderEncoder.ENCODED_LENGTH + CancelOrderEncoder.BLOCK_LENGTH + 1]);
        final CancelOrderEncoder encoder = new CancelOrderEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        header(encoder.header(), 2);
        encoder
            .clOrdId(2)
            .accountCode(ACCOUNTS[1])
            .instrumentId(1)
            .clientFlags((short)0)
            .orderClass(OrderClass.ANY)
            .clientRef("");
        return buffer;
    }

    private void defineMembers(final UnsafeBuffer buffer)
    {
        final String[] firms = {"AA", "BB"};
        for (int i = 0; i < firms.length; i++)
        {
            final DefineClearingFirmEncoder clearing =
                new DefineClearingFirmEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
            header(clearing.header(), 0);
            send(buffer, clearing.code(firms[i]).encodedLength());

            final String brokerageFirm = firms[i] + "01";
            final DefineBrokerageFirmEncoder brokerage =
                new DefineBrokerageFirmEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
            header(brokerage.header(), 0);
            send(buffer, brokerage.code(brokerageFirm).encodedLength());

            final DefineAccountEncoder account =
                new DefineAccountEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
            header(account.header(), 0);
            send(buffer, account.accountCode(ACCOUNTS[i]).accountId(i).clientId(0).encodedLength());

            final DefineLoginEncoder login = new DefineLoginEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
            header(login.header(), 0);
            login.loginId(i + 1).protocol(LoginProtocol.TWIME).name("login" + i).brokerageFirm(brokerageFirm);
            send(buffer, login.encodedLength());
        }
    }

    private void defineInstrumentAndOpen(final UnsafeBuffer buffer)
    {
        final DefineInstrumentEncoder instrument =
            new DefineInstrumentEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        header(instrument.header(), 0);
        instrument
            .priceTickE5(1)
            .tickValueE5(100_000)
            .lowLimitE5(0)
            .highLimitE5(2 * MIDDLE_E5)
            .settlementPriceE5(MIDDLE_E5)
            .instrumentId(1)
            .exchangeFeePctE6(0)
            .clearingFeePctE6(0)
            .maturityDate(20261217)
            .kind(InstrumentKind.FUTURE)
            .symbol("BENCH-12.26")
            .underlying("BENCH")
            .currency("RUB");
        send(buffer, instrument.encodedLength());

        final OpenSessionEncoder open = new OpenSessionEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        header(open.header(), 0);
        send(buffer, open.sessionId(1).tradingDate(20261121).encodedLength());
    }

    private static void header(final CommandHeaderEncoder header, final int sessionId)
    {
        header.stampedNs(0).receivedNs(0).sequence(0).sessionId(sessionId).gatewayId(1).partition(0);
    }
}
