// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.drill.StreamLedger;
import io.bourse.deploy.node.ComponentDescriptor;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.client.EngineClient;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Engine and gateway in processes of their own: each outlives the other.
 */
@Tag("venue")
class SingleRolesTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final long PRICE_E5 = 92_345L * 100_000;
    private static final int INSTRUMENT_ID = 1001;
    private static final int LOGIN_ID = 1;

    @TempDir
    private Path dir;

    private final TwimeTrader trader = new TwimeTrader("TWAA01", LOGIN_ID, List.of("AA01000"));
    private final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
    private Path dataDir;
    private String config;
    private VenueProcess engine;
    private VenueProcess gateway;
    private long lastKey;

    @BeforeEach
    void startRoles() throws IOException
    {
        dataDir = dir.resolve("data");
        config = VenueProcess.writeConfig(dir.resolve("venue.conf"), TestVenue.options(dataDir)).toString();
        engine = VenueProcess.startReady("engine", "--config", config);
        gateway = VenueProcess.startReady("gateway", "twime", "--config", config);
        connect();
    }

    @AfterEach
    void closeAll()
    {
        trader.close();
        if (null != gateway)
        {
            gateway.close();
        }
        if (null != engine)
        {
            engine.close();
        }
        VenueProcess.clean(dataDir);
    }

    @Test
    void shouldBeginAnewOnTheSameAddressWhenTheEngineComesBack() throws IOException
    {
        final ComponentDescriptor before = ComponentDescriptor.read(dataDir, ComponentKind.TWIME);
        buy();
        engine.kill();
        await(() -> !trader.isEstablished());
        engine = VenueProcess.startReady("engine", "--config", config);
        connectWhenAccepting();
        buy();

        final ComponentDescriptor after = ComponentDescriptor.read(dataDir, ComponentKind.TWIME);
        assertEquals(
            new ComponentDescriptor("twime", before.pid(), before.address(), before.recovery(), false, after.epoch()),
            after);
        assertNotEquals(before.epoch(), after.epoch());
        assertEquals(2, resting().size());
        assertTrue(gateway.stop().out().endsWith("stopping"));
        assertFalse(Files.exists(dataDir.resolve("component-twime.json")));
        assertTrue(engine.stop().out().endsWith("stopping"));
    }

    @Test
    void shouldCancelOnDisconnectWhenAGatewayStaysDead() throws IOException
    {
        final VenueProcess.Result rights = VenueProcess.execute(
            "rights", "--data", dataDir.toString(), "--login", "1", "--cancel-on-disconnect", "0s");
        assertEquals(0, rights.exitCode(), rights::toString);
        buy();
        assertEquals(1, resting().size());

        gateway.kill();

        await(() -> resting().isEmpty());
    }

    private void connect() throws IOException
    {
        trader.connect(VenueProcess.address(ComponentDescriptor.read(dataDir, ComponentKind.TWIME).address()));
        await(trader::isRecovered);
    }

    /** Connections are refused while the gateway has no engine. */
    private void connectWhenAccepting()
    {
        await(() ->
        {
            try
            {
                connect();
                return true;
            }
            catch (final IOException ex)
            {
                return false;
            }
        });
    }

    private void buy()
    {
        final OrderAction action = new OrderAction();
        action.instrumentId = INSTRUMENT_ID;
        action.newOrder(++lastKey, true, PRICE_E5, 1, false);
        await(() -> trader.send(action));
        await(() -> 0 == trader.outstanding());
        assertEquals(List.of(), trader.refusals());
    }

    private List<Long> resting()
    {
        try (EngineClient client = VenueProcess.connect(dataDir))
        {
            return StreamLedger.read(client, client.endCursor()).restingOrders(LOGIN_ID);
        }
        catch (final IOException ex)
        {
            throw new AssertionError("no engine to ask", ex);
        }
    }

    private void await(final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!done.getAsBoolean())
        {
            trader.poll();
            idle.idle();
            assertTrue(System.nanoTime() < deadlineNs, () -> "timed out: engine " + engine.describe() + "\ngateway " +
                gateway.describe());
        }
    }
}
