// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.checkpoint;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.security.Principal;
import io.bourse.testing.BareGroup;
import io.bourse.testing.TestProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class CheckpointStoreTest
{
    private static final CheckpointedHistory.Purged STREAM_ALONE = (fromCursor, listener) -> fromCursor;
    private static final String COMPONENT = "component-0";
    private static final String SETTINGS = "length=7";
    private static final int GROUP_LENGTH = 64;
    private static final int FORMAT_OFFSET = 8;
    private static final Path CORPUS =
        Path.of(System.getProperty("bourse.root")).resolve("engine/client/src/test/resources/corpus");

    @TempDir
    private Path temporary;

    /** A stream of groups of the same length; the hash at a cursor is a function of both. */
    private record Stream64(int partition, long hash, long endCursor) implements EngineClient
    {
        StreamPosition at(final long cursor)
        {
            return new StreamPosition(partition, cursor - GROUP_LENGTH, cursor, hash + cursor);
        }

        @Override
        public CommandPublisher newCommandPublisher(final Principal sender)
        {
            throw new UnsupportedOperationException();
        }

        @Override
        public EventFollower follow(final long fromCursor, final EventListener listener)
        {
            if (0 > fromCursor)
            {
                throw new IllegalArgumentException("cursor was purged: fromCursor=" + fromCursor);
            }
            return new Follower(this, fromCursor, listener);
        }

        @Override
        public PublishedWatermark publishedWatermark()
        {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close()
        {
            // It holds nothing.
        }
    }

    private static final class Follower implements EventFollower, BareGroup
    {
        private final Stream64 stream;
        private final EventListener listener;
        private long cursor;

        private Follower(final Stream64 stream, final long fromCursor, final EventListener listener)
        {
            this.stream = stream;
            this.listener = listener;
            cursor = fromCursor;
        }

        @Override
        public int poll(final int frameLimit)
        {
            cursor += GROUP_LENGTH;
            listener.onGroupBegin(this);
            listener.onGroupEnd(this);
            return 1;
        }

        @Override
        public long cursor()
        {
            return cursor;
        }

        @Override
        public int partition()
        {
            return stream.partition();
        }

        @Override
        public long rollingHash()
        {
            return stream.at(cursor).rollingHash();
        }

        @Override
        public void close()
        {
            // It holds nothing.
        }
    }

    private final Stream64 stream = new Stream64(0, 7, 640);

    private Path dir()
    {
        return temporary.resolve("checkpoints");
    }

    private CheckpointStore store()
    {
        return new CheckpointStore(dir(), COMPONENT, 1, SETTINGS);
    }

    private static CheckpointState state(final long value)
    {
        final CheckpointState state = CheckpointState.writing(1);
        state.number(value);
        state.text("text");
        state.flag(true);
        return state;
    }

    private void write(final long... cursors)
    {
        final CheckpointStore store = store();
        for (final long cursor : cursors)
        {
            store.write(List.of(stream.at(cursor)), state(cursor));
        }
    }

    /** Cursors and states of the checkpoints that are taken. */
    private static List<String> read(final CheckpointStore store, final EngineClient... clients)
    {
        return store.read(List.of(clients)).stream().map((checkpoint) ->
        {
            final CheckpointState state = checkpoint.state();
            final String values = state.number(0L) + state.text("") + state.flag(false);
            state.end();
            return checkpoint.positions().getFirst().cursor() + "=" + values;
        }).toList();
    }

    private List<Path> files() throws IOException
    {
        try (Stream<Path> files = Files.list(dir()))
        {
            return files.sorted().toList();
        }
    }

    @Test
    void shouldKeepTheLastTwoAndReadTheNewestFirst() throws IOException
    {
        assertEquals(List.of(), read(store(), stream));
        write(64, 128, 192);
        assertEquals(List.of("192=192texttrue", "128=128texttrue"), read(store(), stream));
        assertEquals(2, files().size());
        for (final Path file : files())
        {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        }
        // After a rebuild the newest may be of a smaller cursor.
        write(64);
        assertEquals(List.of("64=64texttrue", "192=192texttrue"), read(store(), stream));
    }

    @Test
    void shouldSayWhatIsNeededForBothCheckpoints() throws IOException
    {
        final List<String> needed = new ArrayList<>();
        final CheckpointStore store = store().onNeeded((positions) -> needed.add(positions.isEmpty() ? "all" :
            "from " + positions.getFirst().previousCursor()));
        read(store, stream);
        for (final long cursor : new long[]{64, 192, 256, 128})
        {
            store.write(List.of(stream.at(cursor)), state(cursor));
        }
        // With one checkpoint, and when that is not good, all is needed.
        assertEquals(List.of("all", "all", "from 0", "from 128", "from 64"), needed);
        needed.clear();
        final CheckpointStore next = store().onNeeded((positions) -> needed.add(positions.isEmpty() ? "all" :
            "from " + positions.getFirst().previousCursor()));
        read(next, stream);
        next.write(List.of(stream.at(320)), state(320));
        assertEquals(List.of("from 64", "from 64"), needed);
        for (final Path file : files())
        {
            Files.write(file, new byte[1]);
        }
        read(next, stream);
        assertEquals("all", needed.getLast());
    }

    @Test
    void shouldHaveTheStateOfEveryPartition()
    {
        final Stream64 other = new Stream64(1, 8, 640);
        store().write(List.of(stream.at(64), other.at(128)), state(1));
        assertEquals(List.of("64=1texttrue"), read(store(), stream, other));
        assertEquals(List.of(), read(store(), other, stream));
        assertEquals(List.of(), read(store(), stream));
        assertEquals(List.of(), read(store(), stream, new Stream64(1, 9, 640)));
        assertEquals(List.of(), read(store(), stream, new Stream64(1, 8, 127)));
    }

    @Test
    void shouldTakeAPartitionThatHadNoEventYet()
    {
        final Stream64 other = new Stream64(1, 8, 640);
        store().write(List.of(stream.at(64), new StreamPosition(1, 0, 0, 0)), state(1));
        assertEquals(List.of("64=1texttrue"), read(store(), stream, other));
        assertEquals(List.of("64=1texttrue"), read(store(), stream, new Stream64(1, 8, 0)));
        assertEquals(List.of(), read(store(), new Stream64(0, 6, 640), other), "another hash of the first");
    }

    @Test
    void shouldRefuseWhatDisagreesWithTheStreamOrLiesBeyondIt()
    {
        write(64, 640);
        assertEquals(List.of("64=64texttrue"), read(store(), new Stream64(0, 7, 639)), "beyond");
        assertEquals(List.of(), read(store(), new Stream64(0, 6, 640)), "another hash");
        assertEquals(List.of(), read(store(), new Stream64(3, 7, 640)), "another partition");
        store().write(List.of(new StreamPosition(0, 0, 128, 7 + 128)), state(1));
        assertEquals(List.of("640=640texttrue"), read(store(), stream), "the transaction ends elsewhere");
        store().write(List.of(stream.at(0)), state(1));
        assertEquals(List.of(), read(store(), stream).stream().filter("0=1texttrue"::equals).toList(), "purged");
    }

    @Test
    void shouldRefuseWhatIsOfAnotherComponentVersionOrSettings() throws IOException
    {
        write(64);
        assertEquals(List.of(), read(new CheckpointStore(dir(), COMPONENT, 1, "length=8"), stream));
        assertEquals(List.of("64=64texttrue"), read(new CheckpointStore(dir(), COMPONENT, 2, SETTINGS), stream));
        new CheckpointStore(dir(), COMPONENT, 2, SETTINGS).write(List.of(stream.at(128)), state(128));
        assertEquals(List.of("64=64texttrue"), read(store(), stream), "of a newer program");
        Files.copy(files().getFirst(), dir().resolve("other-0.0000000000000001.checkpoint"));
        assertEquals(List.of(), read(new CheckpointStore(dir(), "other-0", 1, SETTINGS), stream));
    }

    /** A file of each format is kept; -Dbourse.corpus.write=true writes that of this program where it lacks. */
    @Test
    void shouldReadTheFileOfEveryFormat() throws IOException
    {
        write(64, 128);
        final byte[] present = Files.readAllBytes(files().getLast());
        for (int format = 1; format <= CheckpointStore.FORMAT; format++)
        {
            final Path kept = CORPUS.resolve("store-format-" + format + ".checkpoint");
            if (CheckpointStore.FORMAT == format && Boolean.getBoolean("bourse.corpus.write") && !Files.exists(kept))
            {
                Files.createDirectories(CORPUS);
                Files.write(kept, present, StandardOpenOption.CREATE_NEW);
            }
            // In the place of one that is owner-only already.
            Files.write(files().getLast(), Files.readAllBytes(kept));
            assertEquals(List.of("128=128texttrue", "64=64texttrue"), read(store(), stream), "format=" + format);
        }
        assertArrayEquals(present, Files.readAllBytes(files().getLast()), "another format has no number of its own");
    }

    @Test
    void shouldRefuseTheFormatOfANewerProgram() throws IOException
    {
        write(64, 128);
        final Path newest = files().getLast();
        final ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(newest)).order(ByteOrder.LITTLE_ENDIAN);
        final int end = bytes.capacity() - Integer.BYTES;
        bytes.putInt(FORMAT_OFFSET, CheckpointStore.FORMAT + 1);
        final CRC32C checksum = new CRC32C();
        checksum.update(bytes.array(), 0, end);
        bytes.putInt(end, (int)checksum.getValue());
        Files.write(newest, bytes.array());
        assertEquals(List.of("64=64texttrue"), read(store(), stream));
    }

    @Test
    void shouldRefuseEveryFlippedByteAndEveryTruncation() throws IOException
    {
        write(64, 128);
        final Path newest = files().getLast();
        final byte[] whole = Files.readAllBytes(newest);
        for (int i = 0; i < whole.length; i++)
        {
            assertOnlyTheFormerOne(newest, i, flipped(whole, i));
        }
        for (int length = 0; length < whole.length; length++)
        {
            final int kept = length;
            assertOnlyTheFormerOne(newest, length, (bytes) -> Arrays.copyOf(bytes, kept));
        }
        assertOnlyTheFormerOne(newest, whole.length, (bytes) -> Arrays.copyOf(bytes, whole.length + 1));
        Files.write(newest, whole);
        assertEquals(2, read(store(), stream).size());
    }

    private static UnaryOperator<byte[]> flipped(final byte[] whole, final int index)
    {
        return (bytes) ->
        {
            final byte[] damaged = whole.clone();
            damaged[index] ^= (byte)(1 << index % Byte.SIZE);
            return damaged;
        };
    }

    private void assertOnlyTheFormerOne(final Path file, final int at, final UnaryOperator<byte[]> damage)
        throws IOException
    {
        final byte[] whole = Files.readAllBytes(file);
        Files.write(file, damage.apply(whole));
        assertEquals(List.of("64=64texttrue"), read(store(), stream), () -> "byte=" + at);
        Files.write(file, whole);
    }

    @Test
    void shouldRefuseAFileThatOthersCanUse() throws IOException
    {
        write(64);
        Files.setPosixFilePermissions(files().getFirst(), PosixFilePermissions.fromString("rw-r--r--"));
        assertEquals(List.of(), read(store(), stream));
    }

    @Test
    void shouldRefuseAStateThatIsShorterOrLongerThanItsReader()
    {
        final CheckpointState written = CheckpointState.writing(1);
        written.number(5);
        final CheckpointState shorter = CheckpointState.reading(written.buffer(), 0, written.length(), 1);
        assertThrows(CheckpointException.class, () -> shorter.number(0L));
        assertThrows(CheckpointException.class, () -> shorter.count(0));
        assertThrows(CheckpointException.class,
            () -> CheckpointState.reading(written.buffer(), 0, written.length(), 1).end());
        assertThrows(CheckpointException.class, () -> CheckpointState.reading(
            written.buffer(), 0, written.length(), 1).constant(Thread.State.NEW, new Thread.State[0]));
    }

    /** Counts all groups, and those that it has heard of itself. */
    private static final class Count extends CheckpointedListener
    {
        private int groups;
        private int heard;

        @Override
        public void onGroupEnd(final EventGroup group)
        {
            super.onGroupEnd(group);
            groups++;
            heard++;
        }

        @Override
        public void state(final CheckpointState state)
        {
            positionState(state);
            groups = state.number(groups);
        }
    }

    @Test
    void shouldReadHistoryOnFromTheCheckpointAndWriteAnother() throws IOException
    {
        assertCount(10, 10, CheckpointedHistory.read(stream, store(), Count::new, STREAM_ALONE, 640));
        assertEquals(1, files().size());
        assertCount(10, 0, CheckpointedHistory.read(stream, store(), Count::new, STREAM_ALONE, 64));
        final Stream64 longer = new Stream64(0, 7, 768);
        assertCount(12, 2, CheckpointedHistory.read(longer, store(), Count::new, STREAM_ALONE, 129));
        assertEquals(1, files().size(), "the tail was short");
        assertCount(12, 2, CheckpointedHistory.read(longer, store(), Count::new, STREAM_ALONE, 128));
        assertEquals(2, files().size());
        assertCount(12, 0, CheckpointedHistory.read(longer, store(), Count::new, STREAM_ALONE, 128));
        assertCount(12, 12, CheckpointedHistory.read(new Stream64(0, 8, 768), store(), Count::new, STREAM_ALONE, 128));
    }

    private static void assertCount(final int groups, final int heard, final Count count)
    {
        assertEquals(groups + "/" + heard, count.groups + "/" + count.heard);
    }

    @Test
    void shouldGoOnFromTheFormerOneWhenKilledBeforeTheRename() throws Exception
    {
        write(64);
        final Process process = TestProcess.of(KilledWriter.class, dir().toString()).start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(128 + 9, process.exitValue());
        assertEquals(2, files().size(), "the former one, and one without its name");
        final byte[] former = Files.readAllBytes(files().getFirst());
        assertEquals(List.of("64=64texttrue"), read(store(), stream));
        assertEquals(1, files().size());
        assertArrayEquals(former, Files.readAllBytes(files().getFirst()));
    }

    /** Writes a checkpoint and is killed when it is synced and not yet renamed. */
    public static final class KilledWriter
    {
        private static final long KILL_TIMEOUT_S = 30;

        private KilledWriter()
        {
        }

        public static void main(final String[] args)
        {
            new CheckpointStore(Path.of(args[0]), COMPONENT, 1, SETTINGS, (from, to) ->
            {
                try
                {
                    final Process kill =
                        new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
                    kill.waitFor(KILL_TIMEOUT_S, TimeUnit.SECONDS);
                    throw new IOException("this process was not killed: timeoutS=" + KILL_TIMEOUT_S);
                }
                catch (final InterruptedException ex)
                {
                    throw new IOException(ex);
                }
            }).write(List.of(new Stream64(0, 7, 640).at(128)), state(128));
        }
    }
}
