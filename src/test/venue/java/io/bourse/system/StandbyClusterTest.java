// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.drill.StreamLedger;
import io.bourse.deploy.node.ComponentDescriptor;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.testing.TestPorts;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A cluster loses a gateway, and with it the process that has founded the venue: the other members report it, and the
 * standby of the gateway takes over.
 */
@Tag("drill")
class StandbyClusterTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final long PRICE_E5 = 92_345L * 100_000;
    private static final int INSTRUMENT_ID = 1001;
    private static final int LOGIN_ID = 1;
    private static final int MEMBERS = 3;
    private static final int PORTS_PER_MEMBER = 4;

    @TempDir
    private Path dir;

    private final List<VenueProcess> processes = new ArrayList<>();
    private final TwimeTrader trader = new TwimeTrader("TWAA01", LOGIN_ID, List.of("AA01000"));
    private final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
    private Map<String, Object> options;
    private VenueProcess founder;
    private VenueProcess active;
    private long lastKey;

    @BeforeEach
    void startVenue() throws IOException
    {
        options = TestVenue.options(dir.resolve("data"));
        options.put("venue.host", VenueConfig.Host.CLUSTER);
        options.put("venue.credentials", dir.resolve("credentials").toString());
        options.put("venue.cluster.members", MEMBERS);
        options.put("venue.cluster.base-port", TestPorts.reserveRow(PORTS_PER_MEMBER * MEMBERS));
        options.put("venue.gateway-lease", "3 s");
        options.put("venue.standby.activation-phase", "0 s");
        final String config = config("venue.conf", Map.of());
        for (int memberId = MEMBERS - 1; memberId > 0; memberId--)
        {
            added(VenueProcess.launch("member", "--config", config, "--member-id", Integer.toString(memberId),
                "--data", member(memberId).toString()));
        }
        founder = added(VenueProcess.launch("engine", "--config", config, "--data", member(0).toString()));
        processes.forEach(VenueProcess::awaitReady);
        active = gateway(config, "active");
        active.awaitReady();
        trader.connect(address("active"));
        await(trader::isRecovered);
    }

    @AfterEach
    void closeAll()
    {
        trader.close();
        processes.reversed().forEach(VenueProcess::close);
        for (int memberId = 0; memberId < MEMBERS; memberId++)
        {
            VenueProcess.clean(member(memberId));
        }
        List.of("active", "standby").forEach((name) -> VenueProcess.clean(dir.resolve(name)));
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void shouldCancelOnDisconnectAndGoOnAtTheStandbyWhenGatewayAndFounderAreKilled() throws IOException
    {
        final VenueProcess standby = gateway(config("standby.conf", Map.of("venue.standby.enabled", true)), "standby");
        await(() -> standby.out().stream().anyMatch((line) -> line.startsWith("standby at ")));
        final VenueProcess.Result rights = VenueProcess.execute(
            "rights", "--data", member(0).toString(), "--login", "1", "--cancel-on-disconnect", "0s");
        assertEquals(0, rights.exitCode(), rights::toString);
        buy();
        assertEquals(1, ledger().restingOrders(LOGIN_ID).size());

        founder.kill();
        active.kill();

        await(() -> ledger().restingOrders(LOGIN_ID).isEmpty());
        final VenueProcess.Result activation =
            VenueProcess.execute("gateway", "activate", "--data", member(1).toString(), "twime");
        assertEquals(0, activation.exitCode(), activation::toString);
        standby.awaitReady();
        trader.connect(address("standby"));
        await(trader::isRecovered);
        buy();
        final StreamLedger ledger = ledger();
        assertEquals(1, ledger.restingOrders(LOGIN_ID).size());
        assertEquals(List.of(), ledger.findings());
        assertEquals(ledger.messagesTo(LOGIN_ID), trader.received());
    }

    private VenueProcess added(final VenueProcess process)
    {
        processes.add(process);
        return process;
    }

    private VenueProcess gateway(final String config, final String name) throws IOException
    {
        final List<String> arguments = new ArrayList<>(
            List.of("gateway", "twime", "--config", config, "--data", dir.resolve(name).toString()));
        // Not the member that is killed first.
        for (int memberId = MEMBERS - 1; memberId >= 0; memberId--)
        {
            arguments.addAll(List.of("--engine", member(memberId).toString()));
        }
        return added(VenueProcess.launch(arguments.toArray(String[]::new)));
    }

    private String config(final String name, final Map<String, Object> more) throws IOException
    {
        final Map<String, Object> all = new LinkedHashMap<>(options);
        all.putAll(more);
        return VenueProcess.writeConfig(dir.resolve(name), all).toString();
    }

    private Path member(final int memberId)
    {
        return dir.resolve("member-" + memberId);
    }

    private InetSocketAddress address(final String name) throws IOException
    {
        return VenueProcess.address(ComponentDescriptor.read(dir.resolve(name), ComponentKind.TWIME).address());
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

    private StreamLedger ledger()
    {
        try (EngineClient client = VenueProcess.connect(member(1)))
        {
            return StreamLedger.read(client, client.endCursor());
        }
        catch (final IOException ex)
        {
            throw new AssertionError("no member to ask", ex);
        }
    }

    private void await(final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!done.getAsBoolean())
        {
            trader.poll();
            idle.idle();
            assertTrue(System.nanoTime() < deadlineNs, () -> "timed out: " +
                String.join("\n", processes.stream().map(VenueProcess::describe).toList()));
        }
    }
}
