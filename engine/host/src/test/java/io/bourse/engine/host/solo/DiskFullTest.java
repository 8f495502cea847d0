// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.client.AeronClientOptions;
import io.bourse.engine.client.AeronEngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.host.EngineProcess;
import io.bourse.engine.host.FailStop;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import io.bourse.engine.host.storage.StorageException;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import io.bourse.testing.SmallDisk;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import static io.bourse.engine.host.execution.EngineCounter.COMMANDS_EXECUTED;
import static io.bourse.engine.host.execution.EngineCounter.SNAPSHOTS_FAILED;
import static io.bourse.engine.host.execution.EngineCounter.SNAPSHOTS_TAKEN;
import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Engines as processes on a disk of a few megabytes: what was answered is there when the disk has room again.
 */
@Tag("drill")
class DiskFullTest
{
    private static final long PRICE = 90_000_00000L;
    private static final int SMALL_MIB = 28;
    private static final int LARGE_MIB = 256;
    /** More than this machine writes between two looks at the free space, whatever else it does. */
    private static final int RESERVE = 12 * 1024 * 1024;

    @TempDir
    private Path dir;
    /** The disk is seen by the engine's process only. */
    @TempDir
    private Path keys;

    @BeforeEach
    void requireMounts()
    {
        assumeTrue(SmallDisk.isPossible(), "this machine does not let a test mount a disk of its own");
    }

    /** With a reserve the engine stops by itself, without one it stops when the archive cannot write. */
    @ParameterizedTest
    @ValueSource(ints = {RESERVE, 0})
    void shouldLoseNothingWhenDiskBecomesFull(final int minFreeBytes) throws Exception
    {
        final List<String> answered;
        try (SmallDisk disk = SmallDisk.mount(dir, SMALL_MIB, LARGE_MIB,
            SmallEngine.class, dir.toString(), Integer.toString(minFreeBytes), keys.toString()))
        {
            answered = fill(disk.awaitLine("READY "));
            assertEquals(FailStop.EXIT_STATUS, disk.awaitExit());
            final String expected = 0 == minFreeBytes ?
                "the archive no longer records the journal" : "the disk is nearly full";
            assertTrue(disk.errors().contains(expected), disk.errors());

            // The disk is larger now, and the second engine starts on it.
            try (AeronEngineClient client = connect(disk.awaitLine("READY ")))
            {
                final RecordingListener again = TestEngine.collect(
                    client, 0, (listener) -> listener.cursor() >= client.endCursor());
                assertTrue(again.transactions().size() >= answered.size());
                assertEquals(answered, again.transactions().subList(0, answered.size()));
                new OperatorClient(client, TestEngine.TIMEOUT_NS).reportState();
            }
        }
    }

    /** What the journal needs is there, what the snapshot needs is not. */
    @Test
    void shouldGoOnWithoutASnapshotWhenThereIsNoRoomForOne() throws Exception
    {
        try (SmallDisk disk = SmallDisk.mount(dir, LARGE_MIB / 4, LARGE_MIB, SnapshotEngine.class, dir.toString()))
        {
            assertEquals("failed=1 taken=0 files=0", disk.awaitLine("FULL "), disk.errors());
            assertEquals("failed=1 taken=1 files=1", disk.awaitLine("ROOM "), disk.errors());
            assertEquals(0, disk.awaitExit());
            // The second engine starts from the snapshot: what defined the accounts is not executed again.
            assertTrue(Integer.parseInt(disk.awaitLine("EXECUTED ")) < SnapshotEngine.ACCOUNTS / 1_000);
        }
    }

    @Test
    void shouldRefuseToStartWhenThereIsLittleRoom()
    {
        final StorageException refusal = assertThrows(StorageException.class,
            () -> TestEngine.start(TestEngine.options(dir).minFreeBytes(Long.MAX_VALUE / 4)));
        assertTrue(refusal.getMessage().startsWith("too little free space to start"), refusal.getMessage());
        TestEngine.start(dir).close();
    }

    /** Orders until there is no engine any more; returns the transactions that were seen. */
    private List<String> fill(final String aeronDirectoryName)
    {
        final RecordingListener seen = new RecordingListener();
        try (AeronEngineClient client = connect(aeronDirectoryName))
        {
            DemoReferenceData.define(new OperatorClient(client, TestEngine.TIMEOUT_NS));
            try (EventFollower follower = client.follow(0, seen))
            {
                final OrderSender sender = new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001");
                while (true)
                {
                    for (int i = 0; i < 64; i++)
                    {
                        sender.newOrder(SI_ID, Side.BUY, PRICE, 1);
                    }
                    follower.poll(64);
                }
            }
        }
        catch (final RuntimeException | AssertionError ex)
        {
            assertTrue(seen.contains("ACCEPTED"), ex.toString());
            return seen.transactions();
        }
    }

    private AeronEngineClient connect(final String aeronDirectoryName)
    {
        return AeronEngineClient.connect(AeronClientOptions.builder()
            .aeronDirectoryName(aeronDirectoryName)
            .credentials(CredentialStore.in(keys))
            .connectTimeoutNs(TestEngine.TIMEOUT_NS)
            .build());
    }

    /**
     * The process: an engine until it ends by itself, or its standard input does.
     */
    static final class SmallEngine
    {
        private SmallEngine()
        {
        }

        public static void main(final String[] args) throws Exception
        {
            try (TestEngine engine = TestEngine.start(
                EngineProcess.options(
                    Path.of(args[0]), (host) -> host.credentials(CredentialStore.in(Path.of(args[2]))))
                    .minFreeBytes(Long.parseLong(args[1]))))
            {
                System.out.println("READY " + engine.engine().aeronDirectoryName());
                while (System.in.read() >= 0)
                {
                    Thread.onSpinWait();
                }
            }
        }
    }

    /**
     * The process: an engine with many accounts, asked for a snapshot on a full disk and again when there is room; or,
     * when it was there before, an engine that is started and stopped.
     */
    static final class SnapshotEngine
    {
        static final int ACCOUNTS = 40_000;
        private static final int LEFT_BYTES = 256 * 1024;

        private SnapshotEngine()
        {
        }

        public static void main(final String[] args) throws Exception
        {
            final Path dataDir = Path.of(args[0]);
            final boolean isFirst = !Files.exists(new SnapshotDirectory(dataDir).path());
            try (TestEngine engine = TestEngine.start(EngineProcess.options(dataDir).minFreeBytes(0)))
            {
                System.out.println("READY " + engine.engine().aeronDirectoryName());
                if (isFirst)
                {
                    fill(engine, dataDir);
                }
                System.out.println("EXECUTED " + engine.engine().counters().get(COMMANDS_EXECUTED));
            }
        }

        private static void fill(final TestEngine engine, final Path dataDir) throws IOException
        {
            final int first = 36 * 36;
            engine.operator().defineClearingFirm("AA");
            engine.operator().defineBrokerageFirm("AA01");
            engine.operator().defineAccounts(IntStream.range(first, first + ACCOUNTS)
                .mapToObj((i) -> "AA01" + Integer.toString(i, 36).toUpperCase()).toList(), 0);
            final Path filler = dataDir.resolve("filler");
            try (RandomAccessFile file = new RandomAccessFile(filler.toFile(), "rw"))
            {
                final byte[] bytes = new byte[LEFT_BYTES];
                while (Files.getFileStore(dataDir).getUsableSpace() >= 2L * bytes.length)
                {
                    file.write(bytes);
                }
            }
            takeSnapshot(engine, 1);
            print("FULL ", engine);
            Files.delete(filler);
            takeSnapshot(engine, 2);
            print("ROOM ", engine);
        }

        private static void takeSnapshot(final TestEngine engine, final int number)
        {
            final CounterSet<EngineCounter> counters = engine.engine().counters();
            engine.operator().takeSnapshot();
            TestEngine.await("snapshot", () -> number == counters.get(SNAPSHOTS_TAKEN) +
                counters.get(SNAPSHOTS_FAILED));
            // It goes on, whatever became of the snapshot.
            engine.operator().reportState();
        }

        private static void print(final String when, final TestEngine engine)
        {
            final String[] files = new SnapshotDirectory(engine.engine().dataDir()).path().toFile().list();
            System.out.println(when + "failed=" + engine.engine().counters().get(SNAPSHOTS_FAILED) + " taken=" +
                engine.engine().counters().get(SNAPSHOTS_TAKEN) + " files=" + files.length);
        }
    }
}
