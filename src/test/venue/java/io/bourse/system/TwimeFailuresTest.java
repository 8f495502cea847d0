// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.drill.StreamLedger;
import io.bourse.deploy.node.ComponentDescriptor;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.engine.client.EngineClient;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Processes of the venue die while orders are on their way. Every request has exactly one final answer, and a client
 * learns it with nothing but the protocol.
 */
@Tag("drill")
class TwimeFailuresTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final int KILLS = Integer.getInteger("bourse.kills", 3);
    private static final int ORDERS = 300;
    private static final int LOGIN_ID = 1;

    @TempDir
    private Path dir;

    private final long seed = Long.getLong("bourse.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final LearningClient client = new LearningClient("TWAA01", "AA01000");
    private final IdleStrategy idle = new SleepingIdleStrategy(50_000);
    private Path dataDir;
    private String config;
    private VenueProcess engine;
    private VenueProcess marketData;
    private VenueProcess gateway;

    @BeforeEach
    void startRoles() throws IOException
    {
        System.out.println("TwimeFailuresTest seed=" + seed);
        dataDir = dir.resolve("data");
        final Map<String, Object> options = TestVenue.options(dataDir);
        config = VenueProcess.writeConfig(dir.resolve("venue.conf"), options).toString();
        engine = VenueProcess.startReady("engine", "--config", config);
        marketData = VenueProcess.startReady("marketdata", "--config", config);
        gateway = VenueProcess.startReady("gateway", "twime", "--config", config);
        join();
    }

    @AfterEach
    void closeAll()
    {
        client.close();
        for (final VenueProcess process : new VenueProcess[]{gateway, marketData, engine})
        {
            if (null != process)
            {
                process.close();
            }
        }
        VenueProcess.clean(dataDir);
    }

    @Test
    void shouldAnswerEveryRequestOnceWhenTheGatewayIsKilledMidFlow() throws IOException
    {
        for (int i = 0; i < KILLS; i++)
        {
            sendAndKill(gateway);
            gateway = VenueProcess.startReady("gateway", "twime", "--config", config);
            join();
        }
        assertEveryRequestHasOneAnswer();
    }

    @Test
    void shouldAnswerEveryRequestOnceWhenTheMatcherIsKilledMidFlow() throws IOException
    {
        for (int i = 0; i < KILLS; i++)
        {
            sendAndKill(engine);
            engine = VenueProcess.startReady("engine", "--config", config);
            join();
        }
        assertEveryRequestHasOneAnswer();
    }

    /** Some orders are answered, some executed and not answered, some never read when the process dies. */
    private void sendAndKill(final VenueProcess victim)
    {
        final int answered = random.nextInt(1, ORDERS);
        for (int i = 0; i < ORDERS; i++)
        {
            await(client::send);
        }
        await(() -> client.unanswered() <= ORDERS - answered);
        victim.kill();
        await(client::isClosed);
    }

    private void join()
    {
        await(this::isConnected);
        await(client::isUpToDate);
        client.sendAgain();
        await(() -> 0 == client.unanswered());
    }

    /** A gateway without an engine refuses connections, and a session may come too soon after the one before. */
    private boolean isConnected()
    {
        try
        {
            client.connect(VenueProcess.address(ComponentDescriptor.read(dataDir, ComponentKind.TWIME).address()));
            awaitFirstAnswer();
            return !client.isClosed();
        }
        catch (final IOException ex)
        {
            return false;
        }
    }

    private void awaitFirstAnswer()
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!client.isEstablished() && !client.isClosed() && System.nanoTime() < deadlineNs)
        {
            client.poll();
            idle.idle();
        }
    }

    private void assertEveryRequestHasOneAnswer() throws IOException
    {
        final List<Long> ids = LongStream.rangeClosed(1, client.lastId()).boxed().toList();
        final List<String> expected =
            ids.stream().filter((id) -> !LearningClient.isRefused(id)).map(LearningClient::accepted).sorted().toList();
        assertEquals(expected,
            client.numbered().values().stream().filter((message) -> message.startsWith("accepted")).sorted().toList());
        for (final long id : ids)
        {
            final List<String> refusals = client.refusals().getOrDefault(id, List.of());
            assertTrue(refusals.stream().allMatch(LearningClient.offTick()::equals), () -> id + " " + refusals);
            assertEquals(LearningClient.isRefused(id), !refusals.isEmpty(), () -> "clOrdId=" + id + " seed=" + seed);
        }
        try (EngineClient connection = VenueProcess.connect(dataDir))
        {
            assertEquals(expected.size(),
                StreamLedger.read(connection, connection.endCursor()).restingOrders(LOGIN_ID).size());
        }
    }

    private void await(final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!done.getAsBoolean())
        {
            client.poll();
            idle.idle();
            assertTrue(System.nanoTime() < deadlineNs, () -> "timed out: seed=" + seed + " unanswered=" +
                client.unanswered() + " refusals=" + client.refusals() + "\nengine " + engine.describe() +
                "\ngateway " + gateway.describe());
        }
    }
}
