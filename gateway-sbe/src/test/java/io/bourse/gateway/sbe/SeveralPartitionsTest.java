// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.partitions.PartitionLink;
import io.bourse.engine.client.partitions.PartitionsClient;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.LoginConnectionChangedDecoder;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CheckpointCounter;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import io.bourse.gateway.sbe.RawSession.Order;
import org.agrona.CloseHelper;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * One gateway and one session for two partitions, each an engine with an instrument: whatever is lost, numbers and
 * messages go on.
 */
@Tag("venue")
class SeveralPartitionsTest
{
    private static final int GATEWAY = 1;
    private static final int PARTITIONS = 2;
    private static final long TIMEOUT_NS = 60_000_000_000L;
    private static final List<InstrumentSpec> INSTRUMENTS = List.of(DemoReferenceData.SI, DemoReferenceData.RI);
    private static final Pattern ORDER = Pattern.compile("NewOrder (\\d+) id=(\\d+)");
    private static final Set<String> NOT_NUMBERED = Set.of("EstablishmentAck", "EstablishmentReject", "Terminate",
        "Sequence", "Retransmission", "SessionReject", "FloodReject", "BusinessMessageReject");

    @TempDir
    private Path dir;

    private final OffsetNanoClock clock = new OffsetNanoClock();
    private final SleepingIdleStrategy idle = new SleepingIdleStrategy(50_000);
    private final TestEngine[] engines = new TestEngine[PARTITIONS];
    private final PartitionLink[] links = new PartitionLink[PARTITIONS];
    private final List<Client> clients = new ArrayList<>();
    private AtomicBoolean isAlive;
    private PartitionsClient partitions;
    private SbeGateway gateway;

    /** A login, and every numbered message that it was ever given, by number. */
    private final class Client
    {
        private final Map<Long, String> messages = new TreeMap<>();
        private final List<String> refused = new ArrayList<>();
        private final String login;
        private RawSession session;
        private long nextSeqNo = 1;
        private int seen;

        private Client(final String login)
        {
            this.login = login;
        }

        /** The messages that it was not there for are asked for. */
        void establish()
        {
            clock.advanceMs(1_000);
            session = new RawSession(gateway.localAddress(), 0).establish(login, VenueFixture.KEEPALIVE_MS);
            seen = 0;
            await("session of " + login, () -> !session.frames.isEmpty());
            final long next = next(session.frames.getFirst());
            repeat(session, nextSeqNo, next, 10);
            nextSeqNo = next;
            seen = session.frames.size();
            take();
        }

        private static long next(final String ack)
        {
            assertTrue(ack.startsWith("EstablishmentAck"), ack);
            return Long.parseLong(ack.substring(ack.lastIndexOf('=') + 1));
        }

        /** Asks for messages again: those that it has are the same, byte by byte. */
        void repeat(final RawSession from, final long first, final long end, final int most)
        {
            for (long seqNo = first; seqNo < end; seqNo += most)
            {
                final int count = (int)Math.min(most, end - seqNo);
                final int before = from.frames.size();
                from.retransmit(seqNo, count);
                await("messages again for " + login, () -> from.frames.size() > before + count);
                for (int i = 0; i < count; i++)
                {
                    keep(seqNo + i, from, before + 1 + i);
                }
            }
        }

        private void keep(final long seqNo, final RawSession from, final int index)
        {
            final String message = from.frames.get(index) + " " + from.hexFrames.get(index);
            final String known = messages.put(seqNo, message);
            assertTrue(null == known || known.equals(message), () ->
                "another message has this number: login=" + login + " number=" + seqNo + "\n" + known + "\n" + message);
        }

        void take()
        {
            for (; null != session && seen < session.frames.size(); seen++)
            {
                final String frame = session.frames.get(seen);
                if (!NOT_NUMBERED.contains(frame.split(" ")[0]))
                {
                    keep(nextSeqNo++, session, seen);
                }
                else if (frame.contains("Reject"))
                {
                    refused.add(frame);
                }
            }
        }

        void poll()
        {
            if (null != session)
            {
                session.poll();
            }
        }

        boolean has(final String text)
        {
            take();
            return messages.values().stream().anyMatch(message -> message.contains(text));
        }

        void leave()
        {
            take();
            session.close();
            session = null;
        }
    }

    @BeforeEach
    void start()
    {
        for (int i = 0; i < PARTITIONS; i++)
        {
            links[i] = new PartitionLink(i);
            startEngine(i);
            DemoReferenceData.define(engines[i].operator(), INSTRUMENTS.get(i));
        }
        startGateway();
        clients.add(new Client(VenueFixture.TWAA1));
        clients.add(new Client(VenueFixture.TWBB1));
        clients.forEach(Client::establish);
    }

    @AfterEach
    void close()
    {
        clients.stream().filter(client -> null != client.session).forEach(client -> client.session.close());
        CloseHelper.quietClose(gateway);
        CloseHelper.quietClose(partitions);
        for (final TestEngine engine : engines)
        {
            CloseHelper.quietClose(engine);
        }
    }

    private void startEngine(final int partition)
    {
        engines[partition] = TestEngine.start(TestEngine.options(
            dir.resolve("partition-" + partition), host -> host.partition(partition)));
    }

    private void connect(final int partition)
    {
        final EngineClient client = engines[partition].connect();
        final CommandPublisher publisher = client.newCommandPublisher(Principal.gateway(GATEWAY));
        final AtomicBoolean isOwnerAlive = isAlive;
        links[partition].connected(client,
            (buffer, offset, length) -> !isOwnerAlive.get() || publisher.offer(buffer, offset, length));
    }

    private void startGateway()
    {
        isAlive = new AtomicBoolean(true);
        for (int i = 0; i < PARTITIONS; i++)
        {
            if (links[i].isFree() && null != engines[i])
            {
                connect(i);
            }
        }
        partitions = new PartitionsClient(
            List.of(links), dir.resolve("gateway"), false, GATEWAY, new SystemEpochNanoClock());
        gateway = new SbeGateway(SbeGatewayOptions.builder()
            .nanoClock(clock)
            .recoveryAddress(new InetSocketAddress("127.0.0.1", 0))
            .answerLogDirectory(dir.resolve("answers"))
            .publicFirstTimeoutNs(0).build(), partitions);
        await("gateway is ready", gateway::isReady);
    }

    /** As after kill -9: its last words reach no engine. */
    private void killGateway()
    {
        isAlive.set(false);
        clients.forEach(client ->
        {
            if (null != client.session)
            {
                client.leave();
            }
        });
        CloseHelper.closeAll(gateway, partitions);
        gateway = null;
        for (int i = 0; i < PARTITIONS; i++)
        {
            links[i] = new PartitionLink(i);
        }
    }

    private void loseEngine(final int partition)
    {
        engines[partition].close();
        engines[partition] = null;
        if (null != gateway)
        {
            links[partition].lost();
            await("the link is let go", links[partition]::isFree);
        }
    }

    private int cycle()
    {
        final int work = null == gateway ? 0 : gateway.doWork();
        clients.forEach(Client::poll);
        return work;
    }

    private void await(final String what, final BooleanSupplier condition)
    {
        final long deadlineNs = System.nanoTime() + TIMEOUT_NS;
        while (!condition.getAsBoolean())
        {
            assertTrue(System.nanoTime() - deadlineNs < 0, () -> "did not happen in time: " + what + " clients=" +
                clients.stream().map(client -> client.messages.values() + " " + client.refused).toList());
            idle.idle(cycle());
        }
    }

    private static Order order(final int partition, final boolean isBuy, final long clOrdId, final long ticks)
    {
        final InstrumentSpec instrument = INSTRUMENTS.get(partition);
        final Order order = isBuy ? VenueFixture.buy(clOrdId, 0, 5) : VenueFixture.sell(clOrdId, 0, 5);
        return order.withInstrument(instrument.instrumentId())
            .withPrice(instrument.settlementPriceE5() + ticks * instrument.priceTickE5());
    }

    @Test
    void shouldTradeOnBothPartitionsAndSumAMassCancelOfAll()
    {
        final Client buyer = clients.getFirst();
        final Client seller = clients.getLast();
        buyer.session.newOrder(order(0, true, 1, 0)).newOrder(order(1, true, 2, 0)).newOrder(order(1, true, 3, 0));
        await("orders", () -> buyer.has("NewOrder 1 ") && buyer.has("NewOrder 2 ") && buyer.has("NewOrder 3 "));
        seller.session.newOrder(order(0, false, 1, 0).withQty(2)).newOrder(order(1, false, 2, 0).withQty(2));
        await("trades", () -> buyer.has("Trade 1 ") && buyer.has("Trade 2 ") &&
            seller.has("Trade 1 ") && seller.has("Trade 2 "));
        buyer.session.massCancel(9);
        await("mass cancel", () -> buyer.has("MassCancel"));
        assertTrue(buyer.has("MassCancel 9 orders=3"), buyer.messages::toString);
        assertEquals(1, buyer.messages.values().stream().filter(each -> each.contains("MassCancel")).count());
    }

    @Test
    void shouldGoOnWithTheOtherPartitionWhenOneIsLost()
    {
        final Client buyer = clients.getFirst();
        buyer.session.newOrder(order(0, true, 1, 0)).newOrder(order(1, true, 2, 0));
        await("orders", () -> buyer.has("NewOrder 1 ") && buyer.has("NewOrder 2 "));
        loseEngine(1);
        buyer.session.newOrder(order(1, true, 3, 0)).newOrder(order(0, true, 4, 0)).massCancel(5);
        await("the other partition", () -> buyer.has("NewOrder 4 ") && 2 == buyer.messages.values().stream()
            .filter(each -> each.startsWith("Cancel")).count());
        assertEquals(1, buyer.refused.stream().filter(each -> each.startsWith("SessionReject 3 ")).count(),
            buyer.refused::toString);
        assertFalse(buyer.has("MassCancel"), "a partition has not cancelled yet");

        startEngine(1);
        connect(1);
        await("the answer of all", () -> buyer.has("MassCancel"));
        assertEquals(3, buyer.messages.values().stream().filter(each -> each.startsWith("Cancel")).count());
        buyer.session.newOrder(order(1, true, 3, 0));
        await("the partition is back", () -> buyer.has("NewOrder 3 "));
        assertSameAgain();
    }

    @Test
    void shouldTakeAnIdUntilTheLostPartitionHasSaidWhetherThereIsSuchAnOrder()
    {
        final Client buyer = clients.getFirst();
        // Taken by the ring, and lost with the engine.
        isAlive.set(false);
        buyer.session.newOrder(order(1, true, 7, 0));
        passTurns();
        loseEngine(1);
        isAlive.set(true);
        buyer.session.newOrder(order(0, true, 7, 0)).newOrder(order(0, true, 8, 0));
        await("the other order", () -> buyer.has("NewOrder 8 "));
        assertFalse(buyer.has("NewOrder 7 "));
        assertEquals(1, buyer.refused.stream().filter(each -> each.contains("ClOrdIdIsNotUnique")).count(),
            buyer.refused::toString);

        startEngine(1);
        connect(1);
        await("the outcome", () ->
        {
            buyer.take();
            return buyer.refused.stream().anyMatch(each -> each.contains("SystemIsUnavailable"));
        });
        buyer.session.newOrder(order(0, true, 7, 0));
        await("the id is free", () -> buyer.has("NewOrder 7 "));
        assertSameAgain();
    }

    @Test
    void shouldEndASessionInAPartitionThatWasLostWhenItEnded()
    {
        loseEngine(1);
        clients.getFirst().leave();
        final EngineClient other = engines[0].connect();
        await("the session has ended", () -> !connected(other).contains(DemoReferenceData.TWAA1_LOGIN_ID));
        killGateway();
        startEngine(1);
        final EngineClient lost = engines[1].connect();
        assertTrue(connected(lost).contains(DemoReferenceData.TWAA1_LOGIN_ID));
        startGateway();
        await("no session is open", () -> connected(lost).isEmpty() && connected(other).isEmpty());
    }

    /** Logins of which an engine believes that they are connected. */
    private static Set<Integer> connected(final EngineClient client)
    {
        final Set<Integer> logins = new HashSet<>();
        final long end = client.endCursor();
        final boolean[] isDone = {false};
        TestEngine.follow(client, EngineClient.FROM_START, new EventListener()
        {
            @Override
            public void onLoginConnectionChanged(final EventGroup group, final LoginConnectionChangedDecoder event)
            {
                if (0 == event.connected())
                {
                    logins.remove(event.loginId());
                }
                else
                {
                    logins.add(event.loginId());
                }
            }

            @Override
            public void onGroupEnd(final EventGroup group)
            {
                isDone[0] = group.cursor() >= end;
            }
        }, () -> isDone[0]);
        return logins;
    }

    /** What clients have sent is with the publisher. */
    private void passTurns()
    {
        final long taken = gateway.counters().get(GatewayCounter.COMMANDS_PUBLISHED);
        await("the command", () -> gateway.counters().get(GatewayCounter.COMMANDS_PUBLISHED) > taken);
    }

    @Test
    void shouldGoOnFromACheckpointThatHasAPlaceInEachStream()
    {
        final Client buyer = clients.getFirst();
        buyer.session.newOrder(order(0, true, 1, 0)).newOrder(order(1, true, 2, 0));
        await("orders", () -> buyer.has("NewOrder 1 ") && buyer.has("NewOrder 2 "));
        DemoReferenceData.clearEvening(engines[0].operator(), 1, INSTRUMENTS.getFirst());
        await("the beginning of clearing", () -> buyer.has("ClearingStarted"));
        assertFalse(buyer.has("EmptyBook"), "the other partition has its orders");
        DemoReferenceData.clearEvening(engines[1].operator(), 1, INSTRUMENTS.getLast());
        await("the end of the orders of both", () -> buyer.has("EmptyBook"));
        assertEquals(1, buyer.messages.values().stream().filter(each -> each.contains("ClearingStarted")).count());

        openDate(1);
        buyer.session.newOrder(order(1, true, 1, 0)).newOrder(order(0, true, 2, 0));
        await("orders of the day", () -> buyer.has("NewOrder 1 ") && buyer.has("NewOrder 2 "));
        assertEquals(1, buyer.messages.values().stream().filter(each -> each.contains("SessionDataReady")).count());
        await("the checkpoint", () -> 1 == gateway.checkpointCounters().get(CheckpointCounter.WRITTEN));

        killGateway();
        startGateway();
        assertTrue(gateway.checkpointCounters().get(CheckpointCounter.CURSOR) > 0);
        clients.forEach(Client::establish);
        assertSameAgain();
        buyer.session.newOrder(order(1, true, 3, 0)).newOrder(order(0, true, 4, 0));
        await("orders after the start", () -> buyer.has("NewOrder 3 ") && buyer.has("NewOrder 4 "));
    }

    @Test
    void shouldReadNoDateButTheLastAndForgetTheOrderOfOthers()
    {
        final int dates = 6;
        final int orders = 20;
        final File order = dir.resolve("gateway").resolve("merge.log").toFile();
        final Client buyer = clients.getFirst();
        long lastDate = 0;
        for (int date = 1; date <= dates; date++)
        {
            if (1 < date)
            {
                lastDate = partitions.endCursor();
                nextDate(date - 1);
            }
            for (int i = 1; i <= orders; i++)
            {
                final String answer = "NewOrder " + i + " ";
                buyer.session.newOrder(order(i % PARTITIONS, true, i, 0));
                await(answer, () -> buyer.has(answer));
            }
            final int written = date - 1;
            await("checkpoint", () -> written == gateway.checkpointCounters().get(CheckpointCounter.WRITTEN));
        }
        // Each answer was a run of 16 bytes.
        await("the first dates are forgotten", () -> order.length() < (dates - 1) * orders * 16);
        final List<StreamPosition> newest = CheckpointStore.toRead(dir.resolve("answers").resolve("checkpoints"),
            "twime-" + GATEWAY, AnswerPublisher.STATE_VERSION, "partitions=" + PARTITIONS)
            .read(partitions.engines()).getFirst().positions();
        assertTrue(newest.stream().mapToLong(StreamPosition::cursor).sum() >= lastDate, newest::toString);
        killGateway();
        startGateway();
        clients.forEach(Client::establish);
        assertSameAgain();
    }

    private void nextDate(final int number)
    {
        for (int i = 0; i < PARTITIONS; i++)
        {
            DemoReferenceData.clearEvening(engines[i].operator(), number, INSTRUMENTS.get(i));
        }
        await("the end of the orders of both", () -> clients.getFirst().has("EmptyBook"));
        openDate(number);
    }

    private void openDate(final int number)
    {
        final int sessionId = DemoReferenceData.SESSION_ID + number;
        final int date = DemoReferenceData.TRADING_DATE + number;
        // The gateway may read both at once.
        engines[0].operator().openSession(sessionId, date);
        engines[1].operator().openSession(sessionId, date);
        await("numbers begin again", () -> clients.stream().allMatch(client -> client.session.isEnded()));
        clients.forEach(client ->
        {
            client.messages.clear();
            client.nextSeqNo = 1;
            client.establish();
        });
    }

    @Test
    void shouldEndASessionWhileAPartitionIsLost()
    {
        final Client buyer = clients.getFirst();
        loseEngine(1);
        final int before = buyer.session.frames.size();
        buyer.session.terminate();
        await("the end is confirmed", () -> buyer.session.frames.size() > before && buyer.session.isEnded());
        assertTrue(buyer.session.frames.getLast().startsWith("Terminate"), buyer.session.frames::toString);
    }

    @Test
    void shouldLoseAndDoubleNothingWhateverIsKilled()
    {
        killAndCompare(12);
    }

    @Test
    @Tag("drill")
    void shouldLoseAndDoubleNothingHoweverOftenSomethingIsKilled()
    {
        killAndCompare(200);
    }

    private void killAndCompare(final int rounds)
    {
        final long seed = Long.getLong("bourse.seed", ThreadLocalRandom.current().nextLong());
        System.out.println("SeveralPartitionsTest seed=" + seed);
        final Random random = new Random(seed);
        long clOrdId = 0;
        for (int round = 0; round < rounds; round++)
        {
            final int kills = random.nextInt(6);
            final int at = random.nextInt(40);
            final Set<Long> sent = new HashSet<>();
            for (int i = 0; i < 40; i++)
            {
                if (at == i && 0 != (kills & 1) && null != engines[kills >> 1 & 1])
                {
                    loseEngine(kills >> 1 & 1);
                }
                clOrdId++;
                final Client client = clients.get(random.nextInt(2));
                final boolean isMassCancel = 0 == random.nextInt(25);
                if (isMassCancel)
                {
                    client.session.massCancel(clOrdId);
                }
                else
                {
                    sent.add(clOrdId);
                    client.session.newOrder(
                        order(random.nextInt(PARTITIONS), client == clients.getFirst(), clOrdId, random.nextInt(3)));
                }
                for (int turns = random.nextInt(4); turns > 0; turns--)
                {
                    cycle();
                }
            }
            if (2 == random.nextInt(3))
            {
                killGateway();
                sent.clear();
            }
            for (int i = 0; i < PARTITIONS; i++)
            {
                if (null == engines[i])
                {
                    startEngine(i);
                    if (null != gateway)
                    {
                        connect(i);
                    }
                }
            }
            if (null == gateway)
            {
                startGateway();
                clients.forEach(Client::establish);
            }
            await("an answer to each request", () -> sent.stream().allMatch(this::isAnsweredOnce));
        }
        assertFifo();
        assertSameAgain();
        killGateway();
        startGateway();
        clients.forEach(Client::establish);
        assertSameAgain();
        for (int i = 0; i < PARTITIONS; i++)
        {
            final int partition = i;
            final long inEngine = engines[i].collectToEnd(0).lines().stream()
                .filter(line -> line.contains("ACCEPTED order=")).count();
            final long acknowledged = clients.stream().flatMap(client -> client.messages.values().stream())
                .map(ORDER::matcher).filter(Matcher::find)
                .filter(order -> Long.parseLong(order.group(2)) >>> 48 == partition).count();
            assertTrue(inEngine > 0 && inEngine == acknowledged,
                "partition=" + i + " inEngine=" + inEngine + " acknowledged=" + acknowledged);
        }
    }

    private boolean isAnsweredOnce(final long clOrdId)
    {
        long answers = 0;
        for (final Client client : clients)
        {
            client.take();
            answers += client.messages.values().stream().filter(each -> each.startsWith("NewOrder " + clOrdId + " "))
                .count();
            answers += client.refused.stream().filter(each -> each.contains("Reject " + clOrdId + " ")).count();
        }
        assertTrue(answers <= 1, "answered twice: clOrdId=" + clOrdId);
        return 1 == answers;
    }

    /** Of one login in one partition, orders get their ids in the order in which they were sent. */
    private void assertFifo()
    {
        for (final Client client : clients)
        {
            final Map<Long, Long> last = new HashMap<>();
            for (final String message : client.messages.values())
            {
                final Matcher order = ORDER.matcher(message);
                if (order.find())
                {
                    final long partition = Long.parseLong(order.group(2)) >>> 48;
                    final long clOrdId = Long.parseLong(order.group(1));
                    final Long former = last.put(partition, clOrdId);
                    assertTrue(null == former || former < clOrdId, message);
                }
            }
        }
    }

    /** What is sent again is what was sent. */
    private void assertSameAgain()
    {
        for (final Client client : clients)
        {
            client.take();
            final RawSession again = new RawSession(gateway.recoveryAddress(), 0);
            final RawSession trading = client.session;
            client.session = again;
            clock.advanceMs(1_000);
            again.establish(client.login, VenueFixture.KEEPALIVE_MS);
            await("recovery session", () -> !again.frames.isEmpty());
            final long next = Client.next(again.frames.getFirst());
            assertTrue(next >= client.nextSeqNo, "numbers go on");
            assertEquals(client.nextSeqNo - 1, client.messages.size(), "no number is left out");
            client.repeat(again, 1, client.nextSeqNo, 1_000);
            client.session = trading;
            again.close();
        }
    }
}
