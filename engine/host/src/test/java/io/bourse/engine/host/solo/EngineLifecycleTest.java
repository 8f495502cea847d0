// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;
import io.bourse.engine.client.ArchiveAccess;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.host.Durability;
import io.bourse.engine.host.EngineProcess;
import io.bourse.engine.host.LogCapture;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("venue")
class EngineLifecycleTest
{
    private static final long PRICE = 90_000_00000L;

    @TempDir
    private Path dir;

    @ParameterizedTest
    @EnumSource(Durability.class)
    void shouldKeepEventsWhenRestartedInAnyDurability(final Durability durability)
    {
        final List<String> before;
        try (TestEngine engine = TestEngine.start(TestEngine.options(dir, (host) -> host.durability(durability))))
        {
            assertEquals(durability, engine.engine().durability());
            engine.withDemoReferenceData();
            new OrderSender(engine.connect(), 1, TWAA1_LOGIN_ID, "AA01001").newOrder(SI_ID, Side.BUY, PRICE, 1);
            before = engine.collect(0, (listener) -> listener.contains("ACCEPTED")).transactions();
        }
        try (TestEngine engine = TestEngine.start(TestEngine.options(dir, (host) -> host.durability(durability))))
        {
            assertEquals(before, engine.collectToEnd(0).transactions());
        }
    }

    @Test
    void shouldRefuseSecondEngineWhenDirectoryIsTaken()
    {
        try (TestEngine engine = TestEngine.start(dir).withDemoReferenceData())
        {
            final IllegalStateException refusal =
                assertThrows(IllegalStateException.class, () -> TestEngine.start(dir));

            assertEquals("another engine runs on this data directory, stop it first: dataDir=" + dir + " holderPid=" +
                ProcessHandle.current().pid(), refusal.getMessage());
            engine.operator().reportState();
        }
        TestEngine.start(dir).close();
    }

    @Test
    void shouldRefuseSecondEngineWhenAnotherProcessHasTheDirectory() throws Exception
    {
        try (EngineProcess process = EngineProcess.start(dir))
        {
            final IllegalStateException refusal =
                assertThrows(IllegalStateException.class, () -> TestEngine.start(dir));
            assertTrue(refusal.getMessage().startsWith("another engine runs on this data directory"),
                refusal.getMessage());
            assertEquals(0, process.stop());
        }
        TestEngine.start(dir).close();
    }

    @Test
    void shouldRefuseSecondEngineWhenAnotherHasTheMediaDriver()
    {
        try (TestEngine engine = TestEngine.start(dir).withDemoReferenceData())
        {
            final IllegalStateException refusal = assertThrows(IllegalStateException.class,
                () -> TestEngine.start(TestEngine.options(dir.resolve("other"),
                    (host) -> host.aeronDirectoryName(engine.engine().aeronDirectoryName()))));
            assertTrue(refusal.getMessage().startsWith("another engine works in this media driver directory") &&
                refusal.getMessage().contains("aeronDirectoryName=" + engine.engine().aeronDirectoryName()),
                refusal.getMessage());
            engine.operator().reportState();
        }
    }

    @Test
    void shouldRefuseDirectoryWhenItIsOfAnotherPartition()
    {
        TestEngine.start(dir).close();
        final IllegalStateException refusal = assertThrows(IllegalStateException.class,
            () -> TestEngine.start(TestEngine.options(dir, (host) -> host.partition(1))));
        assertTrue(refusal.getMessage().contains("owner.properties partition=0 wanted=1"), refusal.getMessage());
    }

    @Test
    void shouldLeaveNothingOpenWhenClosed() throws IOException
    {
        final Set<String> threads = threadNames();
        final TestEngine engine = TestEngine.start(dir).withDemoReferenceData();
        final EngineClient client = engine.connect();
        final CommandPublisher publisher = client.newCommandPublisher(Principal.OPERATOR);
        final EventFollower follower = client.follow(0, new RecordingListener());
        final Path driver = Path.of(engine.engine().aeronDirectoryName());
        assertTrue(Files.isDirectory(driver));

        engine.close();
        engine.close();

        assertFalse(Files.exists(driver));
        TestEngine.await("threads ended: " + threadNames(), () -> threads.containsAll(threadNames()));
        assertFalse(engine.engine().isRunning());
        assertThrows(IllegalStateException.class, engine::connect);
        assertThrows(IllegalStateException.class, () -> follower.poll(1));
        final UnsafeBuffer command = new UnsafeBuffer(new byte[64]);
        command.putShort(0, (short)32);
        command.putShort(2, (short)30);
        command.putShort(4, (short)2611);
        assertThrows(IllegalStateException.class, () -> publisher.offer(command, 0, 64));
    }

    @Test
    void shouldNameTheOptionWhenOneIsWrong()
    {
        assertRefused("ringSize=1000", () -> TestEngine.options(dir).ringSize(1000));
        assertRefused("partition=-1", () -> TestEngine.options(dir, (host) -> host.partition(-1)));
        assertRefused("partition=256", () -> TestEngine.options(dir, (host) -> host.partition(256)));
        assertRefused("commandTermLength=100", () -> TestEngine.options(dir).commandTermLength(100));
        assertRefused("segmentFileLength=65536",
            () -> TestEngine.options(dir, (host) -> host.segmentFileLength(64 * 1024)));
        assertRefused("dataDir=null", () -> TestEngine.options(null));
        assertRefused("host=null", SoloOptions::builder);
        assertFalse(Files.exists(dir.resolve("engine.lock")));
    }

    @Test
    void shouldNotStallWhenConsumerStopsReading()
    {
        try (TestEngine engine = TestEngine.start(dir).withDemoReferenceData())
        {
            final EngineClient client = engine.connect();
            final RecordingListener seen = new RecordingListener();
            try (EventFollower slow = client.follow(0, seen))
            {
                TestEngine.pollUntil(slow, () -> seen.contains("SESSION_OPENED"));
                final OrderSender sender = new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001");
                sender.newOrder(SI_ID, Side.BUY, PRICE, 1);
                TestEngine.pollUntil(slow, () -> seen.contains("ACCEPTED"));

                // Several terms of events, while nobody reads them.
                final long executed = engine.engine().counters().get(EngineCounter.COMMANDS_EXECUTED);
                final int orders = 30_000;
                for (int i = 0; i < orders; i++)
                {
                    sender.newOrder(SI_ID, Side.BUY, PRICE, 1);
                }
                TestEngine.await("orders executed",
                    () -> engine.engine().counters().get(EngineCounter.COMMANDS_EXECUTED) == executed + orders);
                assertTrue(client.endCursor() > 4L * TestEngine.TERM_LENGTH);

                TestEngine.pollUntil(slow, () -> seen.cursor() == client.endCursor());
                assertEquals(orders + 1, seen.count("ACCEPTED"));
            }
        }
    }

    @Test
    void shouldFailStopWhenJournalIsNoLongerRecorded()
    {
        final List<String> failures = new CopyOnWriteArrayList<>();
        try (LogCapture log = new LogCapture(); TestEngine engine = TestEngine.start(TestEngine.options(dir,
            (host) -> host.failStop((where, cause) -> failures.add(where + ": " + cause.getMessage())))))
        {
            engine.withDemoReferenceData();
            try (Aeron aeron = Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(engine.engine().aeronDirectoryName()));
                AeronArchive archive =
                    AeronArchive.connect(ArchiveAccess.context(
                        aeron, TestEngine.TIMEOUT_NS, TestEngine.owner(engine.engine().credentials()))))
            {
                archive.stopRecording(EngineStreams.CHANNEL, EngineStreams.JOURNAL_STREAM_ID);
            }

            TestEngine.await("fail stop", () -> !failures.isEmpty());
            TestEngine.await("engine is down", () -> !engine.engine().isRunning());
            assertEquals(1, failures.size());
            final OrderSender sender = new OrderSender(engine.connect(), 1, TWAA1_LOGIN_ID, "AA01001");
            assertThrows(IllegalStateException.class, () -> sender.newOrder(SI_ID, Side.BUY, PRICE, 1));
            assertTrue(failures.get(0).startsWith("matcher: the archive no longer records the journal"),
                failures.get(0));
            assertEquals(List.of(), log.messages());
        }
        TestEngine.start(dir).close();
    }

    @Test
    void shouldFailStopWhenEventsAreNoLongerRecorded()
    {
        final List<String> failures = new CopyOnWriteArrayList<>();
        try (TestEngine engine = TestEngine.start(TestEngine.options(dir,
            (host) -> host.failStop((where, cause) -> failures.add(where + ": " + cause.getMessage())))))
        {
            engine.withDemoReferenceData();
            try (Aeron aeron = Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(engine.engine().aeronDirectoryName()));
                AeronArchive archive =
                    AeronArchive.connect(ArchiveAccess.context(
                        aeron, TestEngine.TIMEOUT_NS, TestEngine.owner(engine.engine().credentials()))))
            {
                archive.stopRecording(EngineStreams.CHANNEL, EngineStreams.EVENTS_STREAM_ID);
            }
            TestEngine.await("fail stop", () -> !failures.isEmpty());
            assertFalse(engine.engine().isRunning());
            assertTrue(failures.getFirst().startsWith("bourse-engine-watch: the archive no longer records the event"),
                failures.getFirst());
        }
        TestEngine.start(dir).close();
    }

    @Test
    void shouldRefuseBytesThatAreNoCommand()
    {
        try (TestEngine engine = TestEngine.start(dir))
        {
            final CommandPublisher publisher = engine.connect().newCommandPublisher(Principal.gateway(1));
            final UnsafeBuffer bytes = new UnsafeBuffer(new byte[1024]);
            assertThrows(IllegalArgumentException.class, () -> publisher.offer(bytes, 0, 39));
            assertThrows(IllegalArgumentException.class, () -> publisher.offer(bytes, 0, 513));
            assertThrows(IllegalArgumentException.class, () -> publisher.offer(bytes, 0, 64));
            assertEquals(0, engine.engine().counters().get(EngineCounter.COMMANDS_JOURNALLED));
        }
    }

    private static void assertRefused(final String facts, final Supplier<SoloOptionsBuilder> options)
    {
        final IllegalArgumentException refusal =
            assertThrows(IllegalArgumentException.class, () -> SoloEngine.launch(options.get().build()));
        assertTrue(refusal.getMessage().contains(facts), refusal.getMessage());
    }

    private static Set<String> threadNames()
    {
        return Thread.getAllStackTraces().keySet().stream()
            .filter(Thread::isAlive)
            .map((thread) -> thread.getName() + "#" + thread.threadId())
            .collect(Collectors.toSet());
    }
}
