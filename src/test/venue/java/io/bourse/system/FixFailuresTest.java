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
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Processes of the venue die while orders are on their way over FIX. A client that knows nothing but FIX finds exactly
 * one final state for every order.
 */
@Tag("drill")
class FixFailuresTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final int KILLS = Integer.getInteger("bourse.kills", 3);
    private static final int ORDERS = 300;
    private static final int LOGIN_ID = 6;

    @TempDir
    private Path dir;

    private final long seed = Long.getLong("bourse.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final IdleStrategy idle = new SleepingIdleStrategy(50_000);
    private Path dataDir;
    private String config;
    private VenueProcess engine;
    private VenueProcess marketData;
    private VenueProcess gateway;
    private LearningFixClient client;

    @BeforeEach
    void startRoles() throws IOException
    {
        System.out.println("FixFailuresTest seed=" + seed);
        dataDir = dir.resolve("data");
        final Map<String, Object> options = TestVenue.options(dataDir);
        try (ServerSocket free = new ServerSocket(0))
        {
            // A client of QuickFIX/J comes back to the port that it was given.
            options.put("venue.fix.port", free.getLocalPort());
        }
        config = VenueProcess.writeConfig(dir.resolve("venue.conf"), options).toString();
        engine = VenueProcess.startReady("engine", "--config", config);
        marketData = VenueProcess.startReady("marketdata", "--config", config);
        gateway = VenueProcess.startReady("gateway", "fix", "--config", config);
        client = new LearningFixClient(
            VenueProcess.address(ComponentDescriptor.read(dataDir, ComponentKind.FIX).address()), "FIXBB01", "BB01000");
        await(client::isLoggedOn);
    }

    @AfterEach
    void closeAll()
    {
        if (null != client)
        {
            client.close();
        }
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
    void shouldFinishEveryOrderOnceWhenTheGatewayIsKilledMidFlow() throws IOException
    {
        for (int i = 0; i < KILLS; i++)
        {
            sendAndKill(gateway);
            gateway = VenueProcess.startReady("gateway", "fix", "--config", config);
            join();
        }
        assertEveryOrderHasOneState();
    }

    @Test
    void shouldFinishEveryOrderOnceWhenTheMatcherIsKilledMidFlow() throws IOException
    {
        for (int i = 0; i < KILLS; i++)
        {
            sendAndKill(engine);
            engine = VenueProcess.startReady("engine", "--config", config);
            join();
        }
        assertEveryOrderHasOneState();
    }

    @Test
    void shouldFinishEveryOrderOnceWhenBothAreKilledMidFlow() throws IOException
    {
        sendAndKill(gateway);
        engine.kill();
        engine = VenueProcess.startReady("engine", "--config", config);
        gateway = VenueProcess.startReady("gateway", "fix", "--config", config);
        join();
        assertEveryOrderHasOneState();
    }

    /** Some orders are answered, some executed and not answered, some never read when the process dies. */
    private void sendAndKill(final VenueProcess victim)
    {
        final int answered = random.nextInt(1, ORDERS);
        for (int i = 0; i < ORDERS; i++)
        {
            client.send();
        }
        await(() -> client.unanswered() <= ORDERS - answered);
        victim.kill();
        if (victim == gateway)
        {
            await(() -> !client.isLoggedOn());
        }
    }

    private void join()
    {
        await(client::isLoggedOn);
        client.sendAgain();
        await(() -> 0 == client.unanswered() && client.knowsAll());
    }

    private void assertEveryOrderHasOneState() throws IOException
    {
        final Map<String, List<String>> expected = new TreeMap<>();
        long accepted = 0;
        for (long id = 1; id <= client.lastId(); id++)
        {
            final boolean isRefused = LearningFixClient.isRefused(id);
            expected.put(LearningFixClient.name(id), List.of(isRefused ? "refused" : "accepted"));
            accepted += isRefused ? 0 : 1;
        }
        assertEquals(expected, client.answers(), () -> "seed=" + seed);
        assertEquals(List.of(), client.unexpected(), () -> "seed=" + seed);
        try (EngineClient connection = VenueProcess.connect(dataDir))
        {
            assertEquals(accepted,
                StreamLedger.read(connection, connection.endCursor()).restingOrders(LOGIN_ID).size());
        }
    }

    private void await(final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!done.getAsBoolean())
        {
            idle.idle();
            assertTrue(System.nanoTime() < deadlineNs, () -> "timed out: seed=" + seed + " unanswered=" +
                client.unanswered() + " unexpected=" + client.unexpected() + "\nengine " + engine.describe() +
                "\ngateway " + gateway.describe());
        }
    }
}
