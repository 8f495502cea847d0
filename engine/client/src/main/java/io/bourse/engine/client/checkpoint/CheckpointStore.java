// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.checkpoint;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.files.OwnDirectory;
import io.bourse.engine.files.SecretFile;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * The checkpoints of one component, the last two, in {@code DIR/COMPONENT.NUMBER.checkpoint}. A file is there
 * completely or not at all: it is written under another name, synced and renamed. All numbers are little endian:
 * <pre>
 *   "BOURSECP" | format | version of the state | length of the state
 *   component | settings                                 each with its length before it
 *   count | count x {partition | previous cursor | cursor | rolling hash}
 *   state | CRC32C of all before
 * </pre>
 * One that is not right is refused by name in the log, and the one before it is tried. Not thread-safe.
 */
public final class CheckpointStore
{
    /** How a checkpoint that is written becomes one that counts: tests stop a process in between. */
    @FunctionalInterface
    interface Rename
    {
        void rename(Path from, Path to) throws IOException;
    }

    private static final Logger LOGGER = LoggerFactory.getLogger(CheckpointStore.class);
    private static final byte[] MAGIC = "BOURSECP".getBytes(StandardCharsets.US_ASCII);
    static final int FORMAT = 1;
    private static final int KEPT = 2;
    private static final int HEAD_LENGTH = 8 + 6 * Integer.BYTES;
    private static final String SUFFIX = ".checkpoint";
    private static final String TEMPORARY = ".tmp";
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);

    private final Path directory;
    private final String component;
    private final int version;
    private final String settings;
    private final Rename rename;
    private final boolean isWritten;
    private Consumer<List<StreamPosition>> onNeeded = positions -> { };
    private List<StreamPosition> last = List.of();

    /**
     * Opens a store; what a process that died was writing is removed.
     *
     * @param directory of this user alone, made if absent.
     * @param component whose checkpoints they are: lower case letters, digits and minus.
     * @param version of its state; the program reads it and those before it.
     * @param settings that its state depends on: one of other settings is refused.
     * @throws UncheckedIOException when the directory cannot be used.
     */
    public CheckpointStore(final Path directory, final String component, final int version, final String settings)
    {
        this(directory, component, version, settings, CheckpointStore::move);
    }

    /**
     * A store of checkpoints that another process may be writing.
     *
     * @param directory of checkpoints, which need not be there.
     * @param component whose checkpoints they are.
     * @param version of its state.
     * @param settings that its state depends on.
     * @return store that is read only.
     */
    public static CheckpointStore toRead(
        final Path directory, final String component, final int version, final String settings)
    {
        return new CheckpointStore(directory, component, version, settings, CheckpointStore::move, false);
    }

    CheckpointStore(
        final Path directory, final String component, final int version, final String settings, final Rename rename)
    {
        this(directory, component, version, settings, rename, true);
        try
        {
            OwnDirectory.make(directory);
            for (final Path file : files(SUFFIX + TEMPORARY))
            {
                Files.delete(file);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("checkpoints cannot be kept: directory=" + directory, ex);
        }
    }

    private CheckpointStore(
        final Path directory,
        final String component,
        final int version,
        final String settings,
        final Rename rename,
        final boolean isWritten)
    {
        if (!component.matches("[a-z0-9-]+"))
        {
            throw new IllegalArgumentException("the name of a component has lower case letters, digits and minus:" +
                " component=" + component);
        }
        this.directory = directory;
        this.component = component;
        this.version = version;
        this.settings = settings;
        this.rename = rename;
        this.isWritten = isWritten;
    }

    /** Whether checkpoints may be written. */
    boolean isWritten()
    {
        return isWritten;
    }

    /**
     * Whose checkpoints they are.
     *
     * @return as given.
     */
    public String component()
    {
        return component;
    }

    /**
     * Version of the state that this program writes.
     *
     * @return as given.
     */
    public int version()
    {
        return version;
    }

    /**
     * Says what of the streams its component still needs, so that the rest may be purged: with every checkpoint that
     * is written, and when none of those that are there counts.
     *
     * @param listener of positions, one for each partition: from their previous cursors on the streams are needed, for
     *     the last checkpoint and the one before it. There are none when everything is needed, as long as there is but
     *     one checkpoint for instance. Called by the thread that reads or writes.
     * @return this.
     */
    public CheckpointStore onNeeded(final Consumer<List<StreamPosition>> listener)
    {
        onNeeded = listener;
        return this;
    }

    /**
     * The checkpoints that are right and of these streams, the newest first. The others are named in the log.
     *
     * @param clients of the partitions, in the order of the positions.
     * @return none when all has to be read from the beginning.
     */
    public List<Checkpoint> read(final List<? extends EngineClient> clients)
    {
        return read((checkpoint) -> requireSame(checkpoint, clients));
    }

    /**
     * The checkpoints that are right, the newest first. The others are named in the log.
     *
     * @param requireSame throws when a checkpoint is not of its streams.
     * @return none when all has to be read from the beginning.
     */
    public List<Checkpoint> read(final Consumer<Checkpoint> requireSame)
    {
        final List<Checkpoint> checkpoints = new ArrayList<>();
        for (final Path file : newestFirst())
        {
            try
            {
                final Checkpoint checkpoint = read(file);
                requireSame.accept(checkpoint);
                checkpoints.add(checkpoint);
            }
            catch (final IOException | RuntimeException ex)
            {
                refused(file, ex);
            }
        }
        last = checkpoints.isEmpty() ? List.of() : checkpoints.getFirst().positions();
        onNeeded.accept(checkpoints.isEmpty() ? List.of() : lowest(last, checkpoints.getLast().positions()));
        return checkpoints;
    }

    /**
     * Names a checkpoint that is not used.
     *
     * @param file of it.
     * @param reason why.
     */
    public void refused(final Path file, final Exception reason)
    {
        LOGGER.warn("A checkpoint is refused, the one before it or the whole event stream is read: component={}" +
            " file={} reason={}", component, file, reason.getMessage());
    }

    /**
     * Reads a file.
     *
     * @throws CheckpointException when it is damaged, or not of this component, its settings or its versions.
     */
    private Checkpoint read(final Path file) throws IOException
    {
        final byte[] bytes = SecretFile.read(file);
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        final int end = bytes.length - Integer.BYTES;
        if (end < HEAD_LENGTH - Integer.BYTES || !Arrays.equals(MAGIC, 0, MAGIC.length, bytes, 0, MAGIC.length))
        {
            throw new CheckpointException("this is no checkpoint: bytes=" + bytes.length);
        }
        if (buffer.getInt(end, ByteOrder.LITTLE_ENDIAN) != checksum(ByteBuffer.wrap(bytes, 0, end)))
        {
            throw new CheckpointException("it is damaged: bytes=" + bytes.length);
        }
        final CheckpointState head = CheckpointState.reading(buffer, MAGIC.length, end - MAGIC.length, FORMAT);
        final int format = head.number(0);
        final int writtenVersion = head.number(0);
        if (format > FORMAT || writtenVersion > version)
        {
            throw new CheckpointException("a newer program has written it: format=" + format + " known=" + FORMAT +
                " version=" + writtenVersion + " knownVersion=" + version);
        }
        final int length = head.number(0);
        requireEqual("component", component, head.text(""));
        requireEqual("settings", settings, head.text(""));
        final List<StreamPosition> positions = new ArrayList<>();
        for (int count = head.count(0); count > 0; count--)
        {
            positions.add(new StreamPosition(head.number(0), head.number(0L), head.number(0L), head.number(0L)));
        }
        if (head.remaining() != length)
        {
            throw new CheckpointException("the length of its state is another one: length=" + length);
        }
        return new Checkpoint(
            file, positions, CheckpointState.reading(buffer, end - length, length, writtenVersion));
    }

    private static void requireEqual(final String what, final String expected, final String found)
    {
        if (!expected.equals(found))
        {
            throw new CheckpointException("it is of another " + what + ": found=" + found + " expected=" + expected);
        }
    }

    /**
     * Writes a checkpoint and removes those before the last one.
     *
     * @param positions one for each partition, ascending.
     * @param state of the component at these positions.
     * @throws UncheckedIOException when it cannot be written; those that are there stay.
     */
    public void write(final List<StreamPosition> positions, final CheckpointState state)
    {
        final List<Path> former = newestFirst();
        final long number = former.isEmpty() ? 1 : number(former.getFirst()) + 1;
        final Path file = directory.resolve(String.format(Locale.ROOT, "%s.%016d%s", component, number, SUFFIX));
        final Path temporary = file.resolveSibling(file.getFileName() + TEMPORARY);
        try
        {
            try (FileChannel channel = FileChannel.open(
                temporary,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))))
            {
                writeFully(channel, head(positions, state.length()), state);
                channel.force(true);
            }
            rename.rename(temporary, file);
            for (final Path old : former.subList(Math.min(former.size(), KEPT - 1), former.size()))
            {
                Files.deleteIfExists(old);
            }
            onNeeded.accept(last.isEmpty() ? last : lowest(last, positions));
            last = List.copyOf(positions);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("a checkpoint cannot be written: file=" + file, ex);
        }
    }

    private static List<StreamPosition> lowest(final List<StreamPosition> one, final List<StreamPosition> other)
    {
        final List<StreamPosition> lowest = new ArrayList<>(one);
        lowest.replaceAll(position ->
        {
            final StreamPosition second = other.get(one.indexOf(position));
            return second.previousCursor() < position.previousCursor() ? second : position;
        });
        return lowest;
    }

    private CheckpointState head(final List<StreamPosition> positions, final int length)
    {
        final CheckpointState head = CheckpointState.writing(FORMAT);
        head.number(FORMAT);
        head.number(version);
        head.number(length);
        head.text(component);
        head.text(settings);
        head.count(positions.size());
        for (final StreamPosition position : positions)
        {
            head.number(position.partition());
            head.number(position.previousCursor());
            head.number(position.cursor());
            head.number(position.rollingHash());
        }
        return head;
    }

    private static void writeFully(final FileChannel channel, final CheckpointState head, final CheckpointState state)
        throws IOException
    {
        final ByteBuffer[] parts =
        {
            ByteBuffer.wrap(MAGIC),
            ByteBuffer.wrap(head.buffer().byteArray(), 0, head.length()),
            ByteBuffer.wrap(state.buffer().byteArray(), 0, state.length()),
            ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN)
        };
        parts[3].putInt(0, checksum(parts[0], parts[1], parts[2]));
        while (parts[3].hasRemaining())
        {
            channel.write(parts);
        }
    }

    private static int checksum(final ByteBuffer... parts)
    {
        final CRC32C checksum = new CRC32C();
        for (final ByteBuffer part : parts)
        {
            checksum.update(part.duplicate());
        }
        return (int)checksum.getValue();
    }

    private static void move(final Path from, final Path to) throws IOException
    {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel channel = FileChannel.open(to.getParent(), StandardOpenOption.READ))
        {
            channel.force(true);
        }
    }

    private List<Path> newestFirst()
    {
        try
        {
            return isWritten || Files.isDirectory(directory) ? files(SUFFIX) : List.of();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("checkpoints cannot be listed: directory=" + directory, ex);
        }
    }

    private List<Path> files(final String suffix) throws IOException
    {
        try (Stream<Path> files = Files.list(directory))
        {
            return files
                .filter((file) -> file.getFileName().toString().matches(component + "\\.[0-9]{16}\\Q" + suffix + "\\E"))
                .sorted(Comparator.reverseOrder()).toList();
        }
    }

    private long number(final Path file)
    {
        final String name = file.getFileName().toString();
        return Long.parseLong(name.substring(component.length() + 1, name.length() - SUFFIX.length()));
    }

    private static void requireSame(final Checkpoint checkpoint, final List<? extends EngineClient> clients)
    {
        final List<Integer> partitions = clients.stream().map(EngineClient::partition).toList();
        final List<Integer> found = checkpoint.positions().stream().map(StreamPosition::partition).toList();
        requireEqual("list of partitions", partitions.toString(), found.toString());
        for (int i = 0; i < clients.size(); i++)
        {
            requireSame(checkpoint.positions().get(i), clients.get(i));
        }
    }

    /** Reads the one transaction before the cursor again: its hash is over all that was before it. */
    static void requireSame(final StreamPosition expected, final EngineClient client)
    {
        if (expected.isBegin())
        {
            // Of several partitions, one that had no event yet: there is nothing to compare.
            return;
        }
        final long endCursor = client.endCursor();
        if (expected.cursor() > endCursor)
        {
            throw new CheckpointException("it is beyond the event stream: position=" + expected + " endCursor=" +
                endCursor);
        }
        final FirstGroup first = new FirstGroup(expected.previousCursor());
        final IdleStrategy idle = new BackoffIdleStrategy();
        final long deadlineNs = System.nanoTime() + TIMEOUT_NS;
        try (EventFollower follower = client.follow(expected.previousCursor(), first))
        {
            while (null == first.position)
            {
                final int work = follower.poll(1);
                if (0 == work && System.nanoTime() - deadlineNs > 0)
                {
                    throw new CheckpointException("the event stream went silent: position=" + expected);
                }
                idle.idle(work);
            }
        }
        catch (final IllegalArgumentException | IllegalStateException ex)
        {
            throw new CheckpointException("the event stream cannot be read there: position=" + expected + " reason=" +
                ex.getMessage(), ex);
        }
        if (!expected.equals(first.position))
        {
            throw new CheckpointException("it is of another event stream: position=" + expected + " found=" +
                first.position);
        }
    }

    private static final class FirstGroup implements EventListener
    {
        private final long previousCursor;
        private StreamPosition position;

        private FirstGroup(final long previousCursor)
        {
            this.previousCursor = previousCursor;
        }

        @Override
        public boolean isForGroupsOnly()
        {
            return true;
        }

        @Override
        public void onGroupEnd(final EventGroup group)
        {
            position = null == position ? StreamPosition.of(group, previousCursor) : position;
        }
    }
}
