// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.ControlLoginEncoder;
import io.bourse.engine.protocol.DefineAccountEncoder;
import io.bourse.engine.protocol.DefineBrokerageFirmEncoder;
import io.bourse.engine.protocol.DefineClearingFirmEncoder;
import io.bourse.engine.protocol.DefineInstrumentEncoder;
import io.bourse.engine.protocol.DefineLoginEncoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginAction;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.OpenSessionEncoder;
import io.bourse.engine.protocol.ReportStateEncoder;
import io.bourse.engine.protocol.SetFeatureLevelEncoder;
import io.bourse.engine.protocol.StateReportedDecoder;
import io.bourse.engine.protocol.SuspendTradingEncoder;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.TestEngine;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.concurrent.TimeUnit;

/**
 * The venue's operator in these tests: defines a small market and asks the engine for its state.
 */
final class Operator implements AutoCloseable
{
    /** What the engine says of itself. */
    record State(long orders, long positions, long trades)
    {
    }

    static final String CHEAP = "CHEAP-12.26";
    static final String DEAR = "DEAR-12.26";
    static final int CHEAP_ID = 11;
    static final int DEAR_ID = 12;
    private static final int HEADER = MessageHeaderEncoder.ENCODED_LENGTH;
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final EngineClient client;
    private final CommandPublisher publisher;
    private long requestId;

    Operator(final EngineClient client)
    {
        this.client = client;
        this.publisher = client.newCommandPublisher(Principal.OPERATOR);
    }

    /** By the rules of the highest feature level every type of order is known. */
    void raiseFeatureLevel()
    {
        for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.HIGHEST; level++)
        {
            final SetFeatureLevelEncoder command =
                new SetFeatureLevelEncoder().wrapAndApplyHeader(buffer, 0, header);
            anonymous(command.header());
            command.level(level);
            offer(HEADER + command.encodedLength());
        }
    }

    /** Two firms with an account each, three logins (2 FIX, 1 TWIME), two instruments, an open session. */
    void defineMarket()
    {
        final DefineClearingFirmEncoder clearingFirm =
            new DefineClearingFirmEncoder().wrapAndApplyHeader(buffer, 0, header);
        anonymous(clearingFirm.header());
        clearingFirm.code("CF");
        offer(HEADER + clearingFirm.encodedLength());
        for (final String firm : new String[]{"CF01", "CF02"})
        {
            final DefineBrokerageFirmEncoder brokerageFirm =
                new DefineBrokerageFirmEncoder().wrapAndApplyHeader(buffer, 0, header);
            anonymous(brokerageFirm.header());
            brokerageFirm.code(firm);
            offer(HEADER + brokerageFirm.encodedLength());
        }
        account("CF01ABC", 0);
        account("CF02XYZ", 1);
        login(1, LoginProtocol.FIX, "ALPHA", "CF01");
        login(2, LoginProtocol.FIX, "BETA", "CF02");
        login(3, LoginProtocol.TWIME, "TWIMER", "CF01");
        instrument(CHEAP_ID, CHEAP, 1_000);
        instrument(DEAR_ID, DEAR, 1_000_000);
        final OpenSessionEncoder open = new OpenSessionEncoder().wrapAndApplyHeader(buffer, 0, header);
        anonymous(open.header());
        open.sessionId(7).tradingDate(20261121);
        offer(HEADER + open.encodedLength());
    }

    void account(final String code, final int accountId)
    {
        final DefineAccountEncoder account = new DefineAccountEncoder().wrapAndApplyHeader(buffer, 0, header);
        anonymous(account.header());
        account.accountCode(AccountCode.pack(code)).accountId(accountId).clientId(0);
        offer(HEADER + account.encodedLength());
    }

    void login(final int loginId, final LoginProtocol protocol, final String name, final String firm)
    {
        final DefineLoginEncoder login = new DefineLoginEncoder().wrapAndApplyHeader(buffer, 0, header);
        anonymous(login.header());
        login.loginId(loginId).protocol(protocol).name(name).brokerageFirm(firm);
        offer(HEADER + login.encodedLength());
    }

    void resetNumbers(final int loginId)
    {
        final ControlLoginEncoder control = new ControlLoginEncoder().wrapAndApplyHeader(buffer, 0, header);
        anonymous(control.header());
        control.loginId(loginId).action(LoginAction.RESET_NUMBERS.value());
        offer(HEADER + control.encodedLength());
    }

    void suspend(final ClearingKind kind)
    {
        final SuspendTradingEncoder suspend = new SuspendTradingEncoder().wrapAndApplyHeader(buffer, 0, header);
        anonymous(suspend.header());
        suspend.runId(1).kind(kind);
        offer(HEADER + suspend.encodedLength());
    }

    /** Orders, positions and trades at this point of the journal. */
    State state()
    {
        final long from = client.endCursor();
        final long id = ++requestId;
        final ReportStateEncoder report = new ReportStateEncoder().wrapAndApplyHeader(buffer, 0, header);
        anonymous(report.header());
        report.requestId(id);
        offer(HEADER + report.encodedLength());
        final State[] answer = new State[1];
        final EventListener listener = new EventListener()
        {
            @Override
            public void onStateReported(final EventGroup group, final StateReportedDecoder event)
            {
                if (id == event.requestId())
                {
                    answer[0] = new State(event.orderCount(), event.positionCount(), event.tradeCount());
                }
            }
        };
        try (EventFollower follower = client.follow(from, listener))
        {
            final long deadlineNs = System.nanoTime() + TIMEOUT_NS;
            while (null == answer[0])
            {
                if (System.nanoTime() - deadlineNs > 0)
                {
                    throw new IllegalStateException("no state report: requestId=" + id);
                }
                if (0 == follower.poll(16))
                {
                    TestEngine.pause();
                }
            }
        }
        return answer[0];
    }

    private void instrument(final int instrumentId, final String symbol, final long tickE5)
    {
        final DefineInstrumentEncoder instrument =
            new DefineInstrumentEncoder().wrapAndApplyHeader(buffer, 0, header);
        anonymous(instrument.header());
        instrument
            .priceTickE5(tickE5)
            .tickValueE5(tickE5)
            .lowLimitE5(5_000_000)
            .highLimitE5(50_000_000)
            .settlementPriceE5(10_000_000)
            .instrumentId(instrumentId)
            .exchangeFeePctE6(0)
            .clearingFeePctE6(0)
            .maturityDate(20261217)
            .kind(InstrumentKind.FUTURE)
            .symbol(symbol)
            .underlying("THING")
            .currency("RUB");
        offer(HEADER + instrument.encodedLength());
    }

    private void anonymous(final CommandHeaderEncoder command)
    {
        command.stampedNs(0).receivedNs(0).sequence(0).sessionId(0).gatewayId(0).partition(client.partition());
    }

    private void offer(final int length)
    {
        final long deadlineNs = System.nanoTime() + TIMEOUT_NS;
        while (!publisher.offer(buffer, 0, length))
        {
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new IllegalStateException("engine takes no commands");
            }
            TestEngine.pause();
        }
    }

    @Override
    public void close()
    {
        client.close();
    }
}
