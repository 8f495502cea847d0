// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.node.ComponentDescriptor;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.LoginConnectionChangedDecoder;
import io.bourse.engine.testing.TestEngine;
import io.bourse.gateway.fix.client.FixClient;
import io.bourse.gateway.fix.client.FixClientListener;
import io.bourse.gateway.fix.client.FixExecution;
import io.bourse.gateway.sbe.client.TwimeClient;
import io.bourse.gateway.sbe.client.TwimeListener;
import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.EmptyBookDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentAckDecoder;
import io.bourse.gateway.sbe.twime.ExecutionSingleReportDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.SessionRejectDecoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.SystemEventDecoder;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import io.bourse.testing.TlsKeys;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import quickfix.Group;
import quickfix.Message;
import quickfix.field.MDEntryType;
import quickfix.field.MDReqID;
import quickfix.field.MDUpdateType;
import quickfix.field.MarketDepth;
import quickfix.field.MsgType;
import quickfix.field.NoMDEntryTypes;
import quickfix.field.NoRelatedSym;
import quickfix.field.SecurityID;
import quickfix.field.SecurityListRequestType;
import quickfix.field.SecurityReqID;
import quickfix.field.SubscriptionRequestType;
import quickfix.field.Symbol;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A venue of two partitions with the low-frequency gateways, each in a process of its own: one session of a client goes
 * through all that happens to them, and one has the copies of it.
 */
@Tag("venue")
class LowFrequencyTest
{
    private static final int KEEPALIVE_MS = 10_000;
    private static final int PARTITIONS = 2;
    private static final int MOST_AT_ONCE = 1_000;
    private static final long RECONNECT_NS = 1_100_000_000L;
    private static final int PARTITION_SHIFT = 48;
    private static final String WATCHER = "FIXAA02";
    private static final String BOUND = "FIXBB01";
    private static final int TIMEOUT_MS = 30_000;
    private static final int[] INSTRUMENTS = {1001, 1007};
    private static final long[] PRICES_E5 = {92_345_00000L, 30_120_00000L};

    @TempDir
    private Path dir;

    private final List<VenueProcess> processes = new ArrayList<>();
    private Path data;
    private String config;
    private Watcher watcher;

    /** A client with every numbered message that it was ever given. */
    private static final class Trader implements TwimeListener
    {
        private final Map<Long, String> messages = new TreeMap<>();
        private final Map<Long, Long> acceptedOrders = new TreeMap<>();
        private final Set<Long> refused = new HashSet<>();
        private final String login;
        private final SideEnum side;
        private final long account;
        private TwimeClient client;
        /** Of the session that begins. */
        private long nextOfVenue;
        private long highest;
        private long recoveredNs = System.nanoTime() - RECONNECT_NS;

        private Trader(final String login, final String account, final SideEnum side)
        {
            this.login = login;
            this.side = side;
            this.account = AccountCode.pack(account);
        }

        private void keep(final long seqNo, final Object message)
        {
            final String text = message.toString();
            final String known = messages.put(seqNo, text);
            assertTrue(null == known || known.equals(text), () -> "another message has this number: login=" + login +
                " number=" + seqNo + "\n" + known + "\n" + text);
            highest = Math.max(highest, seqNo);
        }

        @Override
        public void onEstablished(final EstablishmentAckDecoder message)
        {
            nextOfVenue = message.nextSeqNo();
        }

        @Override
        public void onSystemEvent(final long seqNo, final SystemEventDecoder message)
        {
            keep(seqNo, message);
        }

        @Override
        public void onEmptyBook(final long seqNo, final EmptyBookDecoder message)
        {
            keep(seqNo, message);
        }

        @Override
        public void onNewOrderSingleResponse(final long seqNo, final NewOrderSingleResponseDecoder message)
        {
            keep(seqNo, message);
            final Long known = acceptedOrders.put(message.clOrdID(), message.orderID());
            assertTrue(null == known || known == message.orderID(), () -> "accepted twice: " + message);
        }

        @Override
        public void onOrderCancelResponse(final long seqNo, final OrderCancelResponseDecoder message)
        {
            keep(seqNo, message);
        }

        @Override
        public void onExecutionSingleReport(final long seqNo, final ExecutionSingleReportDecoder message)
        {
            keep(seqNo, message);
        }

        @Override
        public void onSessionReject(final SessionRejectDecoder message)
        {
            refused.add(message.clOrdID());
        }

        @Override
        public void onBusinessMessageReject(final BusinessMessageRejectDecoder message)
        {
            refused.add(message.clOrdID());
        }

        private void poll()
        {
            if (null != client)
            {
                client.poll(this);
                client.flush();
            }
        }

        private boolean isAnswered(final long clOrdId)
        {
            final boolean isRefused = refused.contains(clOrdId);
            final boolean isAccepted = acceptedOrders.containsKey(clOrdId);
            assertTrue(!isRefused || !isAccepted, () -> "accepted and refused: clOrdId=" + clOrdId);
            return isRefused || isAccepted;
        }
    }

    /** Who has the copies, with every report that it was ever given. */
    private static final class Watcher implements FixClientListener, AutoCloseable
    {
        private final Set<String> execIds = new HashSet<>();
        private final List<String> repeated = new ArrayList<>();
        private final List<String> others = new ArrayList<>();
        private final TcpRelay relay;
        private final FixClient client;

        private Watcher(final InetSocketAddress gateway) throws IOException
        {
            relay = new TcpRelay(gateway);
            client = FixClient.connect("127.0.0.1", relay.port(), WATCHER, this);
        }

        @Override
        public synchronized void onExecution(final FixExecution report)
        {
            if (!execIds.add(report.execId()))
            {
                repeated.add(report.toString());
            }
        }

        @Override
        public synchronized void onMessage(final Message message)
        {
            others.add(message.toString().replace('\001', '|'));
        }

        /** Whether it has had a message of a type about the instrument of each partition. */
        private synchronized boolean hasOfAll(final String msgType, final String id)
        {
            return IntStream.of(INSTRUMENTS).allMatch(instrumentId -> others.stream().anyMatch(message ->
                message.contains("|35=" + msgType + "|") && message.contains(id) &&
                    message.contains("|48=" + instrumentId + "|")));
        }

        private void askForListsAndBooks()
        {
            final Message books = new Message();
            books.getHeader().setString(MsgType.FIELD, "V");
            books.setString(MDReqID.FIELD, "books");
            books.setChar(SubscriptionRequestType.FIELD, SubscriptionRequestType.SNAPSHOT_UPDATES);
            books.setInt(MarketDepth.FIELD, 1);
            books.setInt(MDUpdateType.FIELD, MDUpdateType.INCREMENTAL_REFRESH);
            final Group bids = new Group(NoMDEntryTypes.FIELD, MDEntryType.FIELD);
            bids.setChar(MDEntryType.FIELD, MDEntryType.BID);
            books.addGroup(bids);
            for (final int instrumentId : INSTRUMENTS)
            {
                final Group instrument = new Group(NoRelatedSym.FIELD, Symbol.FIELD);
                instrument.setString(Symbol.FIELD, "[N/A]");
                instrument.setInt(SecurityID.FIELD, instrumentId);
                books.addGroup(instrument);
                final Message list = new Message();
                list.getHeader().setString(MsgType.FIELD, "x");
                list.setString(SecurityReqID.FIELD, "list");
                list.setInt(SecurityListRequestType.FIELD, SecurityListRequestType.SYMBOL);
                list.setString(Symbol.FIELD, "[N/A]");
                list.setInt(SecurityID.FIELD, instrumentId);
                client.send(list);
            }
            client.send(books);
        }

        private synchronized List<Long> partitions()
        {
            assertEquals(List.of(), repeated);
            return execIds.stream().map(each -> Long.parseLong(each.substring(0, each.indexOf('-'))) >>>
                PARTITION_SHIFT).toList();
        }

        @Override
        public void close()
        {
            client.close();
            relay.close();
        }
    }

    private final List<Trader> traders = List.of(
        new Trader("TWAA01", "AA01001", SideEnum.Buy), new Trader("TWBB01", "BB01001", SideEnum.Sell));

    @AfterEach
    void close()
    {
        traders.stream().filter(trader -> null != trader.client).forEach(trader -> trader.client.close());
        CloseHelper.quietClose(watcher);
        processes.reversed().forEach(VenueProcess::close);
        for (int partition = 0; partition < PARTITIONS; partition++)
        {
            VenueProcess.clean(partition(partition));
        }
    }

    private Path partition(final int partition)
    {
        return data.resolve("partition-" + partition);
    }

    private VenueProcess start(final String... arguments) throws IOException
    {
        final VenueProcess process = VenueProcess.startReady(arguments);
        processes.add(process);
        return process;
    }

    private void startVenue(final String name, final Map<String, ?> more) throws IOException
    {
        data = dir.resolve(name);
        final Map<String, Object> options = new HashMap<>(TestVenue.options(data));
        options.put("venue.partitions.count", PARTITIONS);
        options.put("venue.low-frequency.enabled", true);
        options.put("venue.low-frequency.port", 0);
        options.put("venue.low-frequency.recovery-port", 0);
        options.put("venue.low-frequency.fix.enabled", true);
        options.put("venue.low-frequency.fix.port", 0);
        options.put("venue.low-frequency.fix.market-data", true);
        options.put("venue.fix.sessions." + WATCHER + ".roles", List.of("drop-copy", "market-data"));
        options.put("venue.fix.sessions." + WATCHER + ".drop-copy-firms", List.of("AA01", "BB01"));
        options.put("venue.trading-date", 20261120);
        options.put("venue.twime.flow.policy", "none");
        options.putAll(more);
        config = VenueProcess.writeConfig(dir.resolve(name + ".conf"), options).toString();
        start("start", "--config", config);
        watcher = new Watcher(address(copies().address()));
        // Its first logon begins its numbers anew.
        await("logon of the watcher", watcher.client::isLoggedOn);
    }

    private ComponentDescriptor copies() throws IOException
    {
        return ComponentDescriptor.read(data.resolve("low-frequency-fix"), ComponentKind.LOW_FREQUENCY_FIX);
    }

    private ComponentDescriptor gateway() throws IOException
    {
        return ComponentDescriptor.read(data.resolve("low-frequency"), ComponentKind.LOW_FREQUENCY);
    }

    private void establish() throws IOException
    {
        for (final Trader trader : traders)
        {
            establish(trader);
        }
    }

    /** The messages that it was not there for are asked for, 1,000 at a time on the recovery port. */
    private void establish(final Trader trader) throws IOException
    {
        if (null != trader.client)
        {
            trader.client.close();
        }
        final long had = trader.highest;
        trader.client = TwimeClient.connect(address(gateway().address()), trader.login, KEEPALIVE_MS);
        await("session of " + trader.login, () -> TwimeClient.State.ESTABLISHED == trader.client.state());
        final long next = trader.nextOfVenue;
        assertTrue(next > had, () -> "the venue has lost numbers: next=" + next + " had=" + had);
        repeat(trader, had + 1, next);
    }

    private void repeat(final Trader trader, final long first, final long end) throws IOException
    {
        if (first < end)
        {
            // One session in a second: A.5.1.
            await("the next session", () -> System.nanoTime() - trader.recoveredNs > RECONNECT_NS);
            trader.recoveredNs = System.nanoTime();
            final TwimeClient trading = trader.client;
            trader.client = TwimeClient.connect(address(gateway().recovery()), trader.login, KEEPALIVE_MS);
            await("recovery of " + trader.login, () -> TwimeClient.State.ESTABLISHED == trader.client.state());
            for (long seqNo = first; seqNo < end; seqNo += MOST_AT_ONCE)
            {
                final int count = (int)Math.min(MOST_AT_ONCE, end - seqNo);
                final long last = seqNo + count - 1;
                trader.messages.remove(last);
                assertTrue(trader.client.retransmit(seqNo, count));
                await("messages again for " + trader.login, () -> trader.messages.containsKey(last));
            }
            trader.client.close();
            trader.client = trading;
        }
        for (long seqNo = 1; seqNo < end; seqNo++)
        {
            assertTrue(trader.messages.containsKey(seqNo), "a number is missing");
        }
    }

    private static InetSocketAddress address(final String text)
    {
        return VenueProcess.address(text);
    }

    private void await(final String what, final BooleanSupplier condition)
    {
        TestEngine.await(what, () ->
        {
            traders.forEach(Trader::poll);
            return condition.getAsBoolean();
        });
    }

    private void order(final Trader trader, final long clOrdId, final int partition, final long lots)
    {
        await("space", () -> trader.client.newOrder(clOrdId, INSTRUMENTS[partition], trader.side,
            PRICES_E5[partition], lots, TimeInForceEnum.Day, trader.account, TwimeFrames.NULL_INT32));
    }

    @Test
    void shouldServeAllPartitionsWithOneSessionAndShowItself()
        throws IOException, InterruptedException, GeneralSecurityException
    {
        final TlsKeys keys = new TlsKeys(dir);
        final Path venueKeys = keys.keyStore("venue");
        final Path clientKeys = keys.keyStore("client");
        final int tlsPort = Prometheus.freePort();
        startVenue("day", Map.of(
            "venue.low-frequency.fix.tls-port", tlsPort,
            "venue.fix.tls.enabled", true,
            "venue.fix.tls.port", 0,
            "venue.fix.tls.key-store", venueKeys,
            "venue.fix.tls.password-file",
            Files.writeString(dir.resolve("password"), new String(TlsKeys.PASSWORD) + "\n"),
            "venue.fix.tls.client-certificates", "required",
            "venue.fix.tls.trust-store", keys.trustStore(clientKeys),
            "venue.fix.sessions." + BOUND + ".certificate", "CN=client"));
        try (Socket plain = new Socket("127.0.0.1", address(copies().address()).getPort());
            Socket tls = TlsKeys.client(keys.trustStore(venueKeys), clientKeys).getSocketFactory()
                .createSocket("127.0.0.1", tlsPort))
        {
            assertEquals("35=5", answerToLogon(plain));
            assertEquals("35=A", answerToLogon(tls));
        }
        watcher.askForListsAndBooks();
        await("lists and books", () -> watcher.hasOfAll("y", "|320=list|") &&
            watcher.hasOfAll("W", "|262=books|"));
        establish();
        final Trader buyer = traders.getFirst();
        final Trader seller = traders.getLast();
        order(buyer, 1, 0, 3);
        order(buyer, 2, 1, 3);
        await("orders of both partitions", () -> buyer.isAnswered(1) && buyer.isAnswered(2));
        assertEquals(List.of(0L, 1L),
            buyer.acceptedOrders.values().stream().map(orderId -> orderId >>> PARTITION_SHIFT).toList());
        await("changes of both books", () -> watcher.hasOfAll("X", "|271=3|"));
        order(seller, 1, 0, 1);
        order(seller, 2, 1, 1);
        await("trades", () -> 2 == buyer.messages.values().stream()
            .filter(each -> each.contains("trdMatchID")).count());
        assertEquals(Set.of(), buyer.refused);
        await("copies of both sides", () -> List.of(4L, 4L).equals(watched()));

        final VenueProcess.Result top =
            VenueProcess.execute("top", "--once", "--interval", "100ms", "--config", config);
        assertTrue(top.out().contains("low-frequency/twime"), top::toString);
        assertTrue(top.out().contains("low-frequency-fix/fix"), top::toString);

        // The engines cancel for logins whose gateway is dead, when they are to.
        ProcessHandle.of(gateway().pid()).orElseThrow().destroyForcibly();
        for (int partition = 0; partition < PARTITIONS; partition++)
        {
            final Set<Integer> gone = new HashSet<>();
            final EventListener listener = new EventListener()
            {
                @Override
                public void onLoginConnectionChanged(
                    final EventGroup group, final LoginConnectionChangedDecoder event)
                {
                    if (0 == event.connected())
                    {
                        gone.add(event.loginId());
                    }
                }
            };
            try (EngineClient client = VenueProcess.connect(partition(partition));
                EventFollower follower = client.follow(EngineClient.FROM_START, listener))
            {
                TestEngine.pollUntil(follower, () -> gone.size() == traders.size());
            }
        }
        start("gateway", "low-frequency", "--config", config);
        establish();
        for (final Trader trader : traders)
        {
            repeat(trader, 1, trader.nextOfVenue);
        }
    }

    /** Type of the message by which the gateway answers the session that is bound to a certificate. */
    private static String answerToLogon(final Socket socket) throws IOException
    {
        socket.setSoTimeout(TIMEOUT_MS);
        socket.getOutputStream().write(AttackTest.fix(BOUND, 1, "A|98=0|108=30|141=Y"));
        final StringBuilder text = new StringBuilder();
        while (text.indexOf("\00134=") < 0)
        {
            final int next = socket.getInputStream().read();
            assertTrue(next >= 0, text::toString);
            text.append((char)next);
        }
        return text.substring(text.indexOf("\00135=") + 1, text.indexOf("\00134=")).substring(0, 4);
    }

    /** How many reports there are of each partition. */
    private List<Long> watched()
    {
        final List<Long> partitions = watcher.partitions();
        return LongStream.range(0, PARTITIONS).mapToObj(partition -> partitions.stream().filter(
            each -> partition == each).count()).toList();
    }

    @Tag("drill")
    @Test
    void shouldLoseAndDoubleNothingWhateverIsKilled() throws IOException
    {
        final long seed = Long.getLong("bourse.seed", ThreadLocalRandom.current().nextLong());
        System.out.println("LowFrequencyTest seed=" + seed);
        final Random random = new Random(seed);
        startVenue("killed", Map.of());
        establish();
        long clOrdId = 0;
        for (int round = 0; round < 4; round++)
        {
            // A partition, the gateway, or both.
            final int kind = round < 3 ? round : random.nextInt(3);
            final int partition = random.nextInt(PARTITIONS);
            final int at = random.nextInt(100);
            final Map<Long, Trader> sent = new TreeMap<>();
            for (int i = 0; i < 100; i++)
            {
                if (at == i)
                {
                    kill(kind, partition);
                }
                if (at <= i && 0 != kind)
                {
                    continue;
                }
                final Trader trader = traders.get(random.nextInt(traders.size()));
                order(trader, ++clOrdId, random.nextInt(PARTITIONS), 1 + random.nextInt(5));
                sent.put(clOrdId, trader);
                if (0 == random.nextInt(3))
                {
                    traders.forEach(Trader::poll);
                }
            }
            if (0 == kind)
            {
                final int other = 1 - partition;
                order(traders.getFirst(), ++clOrdId, other, 1);
                final long last = clOrdId;
                await("the other partition goes on", () -> traders.getFirst().acceptedOrders.containsKey(last));
            }
            if (1 != kind)
            {
                start("start", "--config", config, "--partition", Integer.toString(partition));
            }
            if (0 == kind)
            {
                await("an answer to each request", () -> sent.entrySet().stream()
                    .allMatch(each -> each.getValue().isAnswered(each.getKey())));
            }
            else
            {
                start("gateway", "low-frequency", "--config", config);
                start("gateway", "low-frequency-fix", "--config", config);
                watcher.relay.start(address(copies().address()));
                establish();
            }
            for (final Trader trader : traders)
            {
                repeat(trader, 1, trader.highest + 1);
            }
        }
        assertAcknowledged();
    }

    private void kill(final int kind, final int partition) throws IOException
    {
        if (0 != kind)
        {
            ProcessHandle.of(gateway().pid()).ifPresent(ProcessHandle::destroyForcibly);
            watcher.relay.stop();
            ProcessHandle.of(copies().pid()).ifPresent(ProcessHandle::destroyForcibly);
        }
        if (1 != kind)
        {
            ProcessHandle.of(VenueProcess.descriptor(partition(partition)).pid())
                .ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    /**
     * Each order of an engine was acknowledged, no other was, and those of a login came in their order. What happened
     * to an order was copied once.
     */
    private void assertAcknowledged() throws IOException
    {
        for (int partition = 0; partition < PARTITIONS; partition++)
        {
            final long number = partition;
            final List<Long> acknowledged = traders.stream().flatMap(trader -> trader.acceptedOrders.values().stream())
                .filter(orderId -> number == orderId >>> PARTITION_SHIFT).sorted().toList();
            for (final Trader trader : traders)
            {
                final List<Long> ofLogin = trader.acceptedOrders.values().stream()
                    .filter(orderId -> number == orderId >>> PARTITION_SHIFT).toList();
                assertEquals(ofLogin.stream().sorted().toList(), ofLogin, "one FIFO");
            }
            try (EngineClient client = VenueProcess.connect(partition(partition)))
            {
                final long end = client.endCursor();
                final List<String> lines = TestEngine.collect(
                    client, EngineClient.FROM_START, listener -> listener.cursor() >= end).lines();
                final long copied = lines.stream().map(String::strip).mapToLong(line ->
                    line.startsWith("TRADE ") ? 2 : line.startsWith("ACCEPTED ") || line.startsWith("CANCELLED ") ?
                        1 : 0).sum();
                await("copies of partition " + number, () -> watched().get((int)number) >= copied);
                assertEquals(copied, watched().get((int)number));
                final List<Long> inEngine = lines.stream()
                    .filter(line -> line.contains("ACCEPTED order="))
                    .map(line -> Long.parseLong(line.replaceAll(".*ACCEPTED order=(\\d+).*", "$1"))).sorted().toList();
                assertEquals(inEngine, acknowledged);
                assertTrue(!acknowledged.isEmpty());
            }
        }
    }
}
