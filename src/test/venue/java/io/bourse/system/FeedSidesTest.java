// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.deploy.config.MarketDataConfig;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.node.ComponentDescriptor;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.TestPorts;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;

import org.agrona.CloseHelper;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Feeds A and B of one venue, sent by two processes that follow two members of a cluster: the same packets, and when
 * one of the two machines is gone the other side goes on.
 */
@Tag("venue")
class FeedSidesTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final long PRICE_E5 = 92_345L * 100_000;
    private static final int INSTRUMENT_ID = 1001;
    private static final int MEMBERS = 3;
    private static final int PORTS = 64;
    private static final int ORDERS = 40;
    private static final int LEASE_GATEWAY = 77;
    private static final int RECEIVE_BUFFER = 4 * 1024 * 1024;

    @TempDir
    private Path dir;

    private final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
    private final TwimeTrader trader = new TwimeTrader("TWAA01", 1, List.of("AA01000"));
    private final List<VenueProcess> processes = new ArrayList<>();
    private final Map<Long, String> packetsA = new TreeMap<>();
    private final Map<Long, String> packetsB = new TreeMap<>();
    private MulticastReceiver receiverA;
    private MulticastReceiver receiverB;
    private long lastKey;

    @AfterEach
    void closeAll()
    {
        trader.close();
        CloseHelper.quietCloseAll(receiverA, receiverB);
        processes.reversed().forEach(VenueProcess::close);
        for (int i = 0; i < MEMBERS; i++)
        {
            VenueProcess.clean(member(i));
        }
    }

    @Test
    void shouldSendTheSamePacketsFromTwoMembersAndGoOnWithOne() throws IOException
    {
        final Map<String, Object> options = options();
        final String config = config("venue.conf", options);
        options.put("venue.marketdata.sides", "A");
        final String configA = config("a.conf", options);
        options.put("venue.marketdata.sides", "B");
        final String configB = config("b.conf", options);

        final VenueProcess memberOfA = startMembers(config);
        joinFeeds(configA);
        final VenueProcess componentOfA = component("marketdata", configA, "component-a", 1);
        component("marketdata", configB, "component-b", 2);
        connect(config);

        buy();
        await(() -> ORDERS == packetsA.size() && ORDERS == packetsB.size());
        assertEquals(LongStream.rangeClosed(1, ORDERS).boxed().toList(), List.copyOf(packetsA.keySet()));
        assertEquals(packetsA, packetsB);

        componentOfA.kill();
        memberOfA.kill();
        buy();
        await(() -> 2 * ORDERS == packetsB.size());
        assertEquals(LongStream.rangeClosed(1, 2 * ORDERS).boxed().toList(), List.copyOf(packetsB.keySet()));
        assertEquals(ORDERS, packetsA.size());
    }

    @Tag("drill")
    @Test
    void shouldSendFromTheOneThatStandsByWhenTheOtherOneStandsStill() throws IOException, InterruptedException
    {
        CredentialStore.at(dir.resolve("credentials")).createMissing().add(Principal.gateway(LEASE_GATEWAY));
        final Map<String, Object> options = options();
        options.put("venue.marketdata.lease.gateway-id", LEASE_GATEWAY);
        options.put("venue.marketdata.lease.duration", "2 s");
        final String config = config("venue.conf", options);
        startMembers(config);
        joinFeeds(config);
        final VenueProcess first = component("marketdata", config, "component-1", 1);
        connect(config);
        await(() -> buyOne() && !packetsA.isEmpty());
        component("marketdata", config, "component-2", 2);
        buy();
        await(() -> packetsA.containsKey(lastKey) && packetsB.containsKey(lastKey));

        signal(first, "STOP");
        final long sent = packetsA.size();
        await(() -> buyOne() && packetsA.size() > sent && packetsB.size() > sent);
        buy();
        await(() -> packetsA.containsKey(lastKey) && packetsB.containsKey(lastKey));

        signal(first, "CONT");
        final VenueProcess.Result result = first.awaitExit();
        assertTrue(result.exitCode() > 0 && result.toString().contains("the lease of this publisher has ended"),
            result::toString);
    }

    private static void signal(final VenueProcess process, final String name) throws IOException, InterruptedException
    {
        assertEquals(0, new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor());
    }

    private Map<String, Object> options() throws IOException
    {
        final Map<String, Object> options = new LinkedHashMap<>(TestVenue.options(dir.resolve("data")));
        options.put("venue.host", VenueConfig.Host.CLUSTER);
        // The gateway follows a member that no feed is sent from: every answer would wait this long.
        options.put("venue.twime.public-first-timeout", "5 ms");
        options.put("venue.cluster.members", MEMBERS);
        options.put("venue.credentials", dir.resolve("credentials"));
        options.put("venue.cluster.base-port", TestPorts.reserveRow(PORTS));
        return options;
    }

    /** Returns the second one. */
    private VenueProcess startMembers(final String config) throws IOException
    {
        final VenueProcess second = launch("member", "--config", config, "--member-id", "1", "--data", text(1));
        launch("member", "--config", config, "--member-id", "2", "--data", text(2));
        processes.add(VenueProcess.startReady("engine", "--config", config, "--member-id", "0", "--data", text(0)));
        return second;
    }

    private void connect(final String config) throws IOException
    {
        processes.add(VenueProcess.startReady("gateway", "twime", "--config", config, "--data",
            dir.resolve("component-twime").toString(), "--engine", text(0)));
        trader.connect(VenueProcess.address(
            ComponentDescriptor.read(dir.resolve("component-twime"), ComponentKind.TWIME).address()));
        await(trader::isRecovered);
    }

    private void joinFeeds(final String configFile) throws IOException
    {
        final MarketDataConfig feeds = VenueConfigLoader.load(Path.of(configFile), Map.of()).marketData();
        receiverA = join(feeds.address("simba.orders-log.incremental-a"));
        receiverB = join(feeds.address("simba.orders-log.incremental-b"));
    }

    private static MulticastReceiver join(final InetSocketAddress address) throws IOException
    {
        return new MulticastReceiver(
            MulticastEndpoint.parse(address.getAddress().getHostAddress() + ':' + address.getPort()),
            NetworkInterface.getByName("lo"), RECEIVE_BUFFER);
    }

    /** Everything but the time of sending, which is each publisher's own. */
    private static void receive(final MulticastReceiver receiver, final Map<Long, String> packets)
    {
        for (int length = receiver.receive(); length > 0; length = receiver.receive())
        {
            final byte[] bytes = new byte[length];
            receiver.buffer().getBytes(0, bytes);
            final int msgFlags = SimbaPacketDescriptor.msgFlags(receiver.buffer(), 0);
            if (0 != (msgFlags & SimbaPacketDescriptor.FLAG_INCREMENTAL))
            {
                final String packet = HexFormat.of().formatHex(bytes, 0, SimbaPacketDescriptor.SENDING_TIME_OFFSET) +
                    HexFormat.of().formatHex(bytes, SimbaPacketDescriptor.PACKET_HEADER_LENGTH, length);
                final String before =
                    packets.putIfAbsent(SimbaPacketDescriptor.msgSeqNum(receiver.buffer(), 0), packet);
                assertTrue(null == before || before.equals(packet), () -> "two packets of one number: " + packet);
            }
        }
    }

    private void buy()
    {
        for (int i = 0; i < ORDERS; i++)
        {
            buyOne();
        }
    }

    private boolean buyOne()
    {
        final OrderAction action = new OrderAction();
        action.instrumentId = INSTRUMENT_ID;
        action.newOrder(++lastKey, true, PRICE_E5, 1, false);
        await(() -> trader.send(action));
        await(() -> 0 == trader.outstanding());
        assertEquals(List.of(), trader.refusals());
        return true;
    }

    private VenueProcess component(final String command, final String config, final String data, final int memberId)
        throws IOException
    {
        final VenueProcess component = VenueProcess.startReady(
            command, "--config", config, "--data", dir.resolve(data).toString(), "--engine", text(memberId));
        processes.add(component);
        return component;
    }

    private VenueProcess launch(final String... arguments) throws IOException
    {
        final VenueProcess process = VenueProcess.launch(arguments);
        processes.add(process);
        return process;
    }

    private String config(final String name, final Map<String, Object> options) throws IOException
    {
        return VenueProcess.writeConfig(dir.resolve(name), options).toString();
    }

    private Path member(final int memberId)
    {
        return dir.resolve("member-" + memberId);
    }

    private String text(final int memberId)
    {
        return member(memberId).toString();
    }

    private void await(final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!done.getAsBoolean())
        {
            trader.poll();
            receive(receiverA, packetsA);
            receive(receiverB, packetsB);
            idle.idle();
            assertTrue(System.nanoTime() < deadlineNs, () -> "timed out: packetsA=" + packetsA.keySet() +
                " packetsB=" + packetsB.keySet() + " " + processes.stream().map(VenueProcess::describe).toList());
        }
    }
}
