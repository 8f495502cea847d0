// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.Cut;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.IngressSenders;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import static io.bourse.engine.host.execution.EngineCounter.FORMER_LIFE_COMMANDS;
import static io.bourse.engine.host.execution.EngineCounter.MALFORMED_COMMANDS;
import static io.bourse.engine.host.execution.EngineCounter.UNAUTHENTICATED_COMMANDS;
import static io.bourse.engine.testing.DemoReferenceData.RI_ID;
import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("venue")
class EngineClientsTest
{
    private static final long PRICE = 90_000_00000L;

    @TempDir
    private Path dir;
    private TestEngine engine;

    @BeforeEach
    void start()
    {
        engine = TestEngine.start(dir);
    }

    @AfterEach
    void stop()
    {
        engine.close();
    }

    @Test
    void shouldRunWholeDayWhenOperatorAsks()
    {
        final OperatorClient operator = engine.withDemoReferenceData().operator();
        new OrderSender(engine.connect(), 1, TWAA1_LOGIN_ID, "AA01001").newOrder(SI_ID, Side.SELL, PRICE, 5);
        engine.collect(0, (listener) -> listener.contains("ACCEPTED"));

        final long before = engine.connect().endCursor();
        final Cut intraday = operator.suspendTrading(1, ClearingKind.INTRADAY);
        assertTrue(intraday.cursor() > before);
        operator.publishSettlement(1, SI_ID, PRICE, 100_000L, PRICE - 5_000_00000L, PRICE + 5_000_00000L);
        operator.publishSettlement(1, RI_ID, 110_000_00000L, 1_612_340L, 95_000_00000L, 125_000_00000L);
        operator.completeClearing(1, ClearingKind.INTRADAY);
        operator.resumeTrading(1);
        assertEquals(1, operator.reportState().orders().size());

        final Cut evening = operator.suspendTrading(2, ClearingKind.EVENING);
        assertTrue(evening.commandPosition() > intraday.commandPosition());
        assertEquals(List.of(), operator.reportState().orders());
        operator.publishSettlement(2, SI_ID, PRICE, 100_000L, PRICE - 5_000_00000L, PRICE + 5_000_00000L);
        operator.publishSettlement(2, RI_ID, 110_000_00000L, 1_612_340L, 95_000_00000L, 125_000_00000L);
        operator.completeClearing(2, ClearingKind.EVENING);
        operator.openSession(DemoReferenceData.SESSION_ID + 1, 20261124);
    }

    @Test
    void shouldThrowReasonWhenEngineRefuses()
    {
        final OperatorClient operator = engine.operator();
        final CommandRefusedException refusal =
            assertThrows(CommandRefusedException.class, () -> operator.defineBrokerageFirm("XX01"));
        assertEquals(RejectReason.UNKNOWN_FIRM, refusal.reason());
        assertTrue(refusal.getMessage().contains("command=DefineBrokerageFirm code=XX01"), refusal.getMessage());

        operator.defineClearingFirm("XX");
        operator.defineBrokerageFirm("XX01");
    }

    @Test
    void shouldDefineThousandsOfAccountsWhenPipelined()
    {
        final OperatorClient operator = engine.operator();
        operator.defineClearingFirm("AA");
        operator.defineBrokerageFirm("AA01");
        final List<String> codes = IntStream.range(0, 5_000).mapToObj(
            (i) -> "AA01" + Integer.toString(36 * 36 + i, 36).toUpperCase()).toList();

        assertEquals(5_000, operator.defineAccounts(codes, 0));

        assertEquals(5_000, engine.collectToEnd(0).count("ACCOUNT_DEFINED"));
        final CommandRefusedException refusal = assertThrows(CommandRefusedException.class,
            () -> operator.defineAccounts(List.of("AA02001", "AA02002"), 5_000));
        assertEquals(RejectReason.UNKNOWN_FIRM, refusal.reason());
        operator.defineAccount("AA01ZZZ", 5_000);
    }

    @Test
    void shouldSeeSameStreamWhenClientIsOutsideOfTheProcess()
    {
        try (EngineClient remote = AeronEngineClient.connect(
            engine.clientOptions().build()))
        {
            try (OperatorClient operator = new OperatorClient(remote, TestEngine.TIMEOUT_NS))
            {
                DemoReferenceData.define(operator);
            }
            final OrderSender sender = new OrderSender(remote, 1, TWAA1_LOGIN_ID, "AA01001");
            for (int i = 0; i < 3_000; i++)
            {
                sender.newOrder(SI_ID, Side.BUY, PRICE, 1);
            }
            final List<String> outside = TestEngine.collect(
                remote, 0, (listener) -> 3_000 == listener.count("ACCEPTED")).transactions();

            assertEquals(engine.collectToEnd(0).transactions(), outside);
            assertEquals(engine.connect().endCursor(), remote.endCursor());
            assertEquals(0, remote.publishedWatermark().get());
            assertEquals(0, remote.publishedWatermark().publishedNs());
            remote.publishedWatermark().advance(remote.endCursor(), 1_700_000_000_000_000_000L);
            assertEquals(remote.endCursor(), engine.connect().publishedWatermark().get());
            assertEquals(1_700_000_000_000_000_000L, engine.connect().publishedWatermark().publishedNs());
            // A publisher that is behind takes nothing back.
            remote.publishedWatermark().advance(1, 1_800_000_000_000_000_000L);
            assertEquals(1_700_000_000_000_000_000L, engine.connect().publishedWatermark().publishedNs());
        }
    }

    @Test
    void shouldDropWhatAKilledGatewayLeftWhenItsSuccessorHasConnected()
    {
        engine.withDemoReferenceData();
        try (EngineClient remote = AeronEngineClient.connect(
            engine.clientOptions().build()))
        {
            final OrderSender former = new OrderSender(remote, 1, TWAA1_LOGIN_ID, "AA01001");
            former.connectGateway(1);
            former.newOrder(SI_ID, Side.BUY, PRICE, 1);
            final OrderSender successor =
                new OrderSender(remote, 1, TWAA1_LOGIN_ID, "AA01001").sequence(former.sequence());
            successor.connectGateway(2);
            engine.collect(0, (listener) -> 2 == listener.count("GATEWAY_CONNECTED"));

            former.newOrder(SI_ID, Side.BUY, PRICE, 7);
            TestEngine.await("dropped", () -> 1 == engine.engine().counters().get(FORMER_LIFE_COMMANDS));
            successor.newOrder(SI_ID, Side.BUY, PRICE, 9);

            final RecordingListener seen = engine.collect(0, (listener) -> 2 == listener.count("ACCEPTED"));
            assertEquals(0, seen.count("REJECTED"));
            assertEquals(List.of(1L, 9L), engine.operator().reportState().orders().stream()
                .map(StateReport.RestingOrder::restLots).toList());
        }
    }

    /** A barrier that a gateway repeats, or that was still on its way when it was replaced, must not bring it back. */
    @Test
    void shouldDropLateBarrierOfAGatewayThatWasReplaced()
    {
        engine.withDemoReferenceData();
        try (EngineClient remote = AeronEngineClient.connect(
            engine.clientOptions().build()))
        {
            final OrderSender former = new OrderSender(remote, 1, TWAA1_LOGIN_ID, "AA01001");
            former.connectGateway(1);
            engine.collect(0, (listener) -> 1 == listener.count("GATEWAY_CONNECTED"));
            // Repeated before anybody else came: that is its own business.
            former.connectGateway(1);
            engine.collect(0, (listener) -> 2 == listener.count("GATEWAY_CONNECTED"));
            final OrderSender successor =
                new OrderSender(remote, 1, TWAA1_LOGIN_ID, "AA01001").sequence(former.sequence());
            successor.connectGateway(2);
            engine.collect(0, (listener) -> 3 == listener.count("GATEWAY_CONNECTED"));

            former.connectGateway(1);
            TestEngine.await("dropped", () -> 1 == engine.engine().counters().get(FORMER_LIFE_COMMANDS));
            successor.newOrder(SI_ID, Side.BUY, PRICE, 9);

            final RecordingListener seen = engine.collect(0, (listener) -> 1 == listener.count("ACCEPTED"));
            assertEquals(3, seen.count("GATEWAY_CONNECTED"));
            assertEquals(1, engine.engine().counters().get(FORMER_LIFE_COMMANDS));
        }
    }

    @Test
    void shouldDropAndCountWhenProcessSendsNoCommand()
    {
        try (Aeron aeron = Aeron.connect(
            new Aeron.Context().aeronDirectoryName(engine.engine().aeronDirectoryName()));
            ExclusivePublication publication =
                aeron.addExclusivePublication(EngineStreams.CHANNEL, EngineStreams.COMMANDS_STREAM_ID))
        {
            TestEngine.await("connected", publication::isConnected);
            assertTrue(publication.offer(new UnsafeBuffer(new byte[100])) > 0);
            TestEngine.await("counted", () -> 1 == engine.engine().counters().get(UNAUTHENTICATED_COMMANDS));
            IngressSenders.identify(aeron, publication, engine.engine().credentials(), Principal.OPERATOR);
            assertTrue(publication.offer(new UnsafeBuffer(new byte[100])) > 0);
            TestEngine.await("counted", () -> 1 == engine.engine().counters().get(MALFORMED_COMMANDS));
            engine.withDemoReferenceData();
        }
    }

    @Test
    void shouldRefuseCursorWhenItLiesBehindTheEnd()
    {
        final EngineClient client = engine.withDemoReferenceData().connect();
        final IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class,
            () -> client.follow(client.endCursor() + 32, new EventListener()
            {
            }));
        assertTrue(refusal.getMessage().contains("endCursor=" + client.endCursor()), refusal.getMessage());
        assertThrows(IllegalArgumentException.class, () -> client.follow(-1, new EventListener()
        {
        }));
    }

    @Test
    void shouldSayWhereItLookedWhenNoEngineAnswers()
    {
        final AeronClientOptions options = engine.clientOptions()
            .partition(5)
            .connectTimeoutNs(TimeUnit.MILLISECONDS.toNanos(200))
            .build();
        final IllegalStateException refusal =
            assertThrows(IllegalStateException.class, () -> AeronEngineClient.connect(options));
        assertTrue(refusal.getMessage().contains("partition=5"), refusal.getMessage());
        assertThrows(IllegalStateException.class, () -> AeronEngineClient.connect(engine.clientOptions()
            .aeronDirectoryName(dir.resolve("nothing").toString())
            .connectTimeoutNs(TimeUnit.MILLISECONDS.toNanos(200))
            .build()));
    }
}
