// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import io.bourse.engine.files.OwnDirectory;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersManager;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The counters of one component in a file of its own, which other processes read while it counts and when it has died.
 * The file has a header ({@link CountersFileReader}), then records of counters as Aeron has them. It is removed when
 * the component is closed; after a crash it stays until the next life replaces it.
 *
 * <p>{@link CounterSet}s that are made within {@link #hold} lie in the file. The mapping is left to the garbage
 * collector: who still counts, or reads, after the close does no harm.
 */
public final class CountersFile implements AutoCloseable
{
    static final int VERSION = 1;
    static final int VERSION_OFFSET = 0;
    static final int PARTITION_OFFSET = 4;
    static final int PID_OFFSET = 8;
    static final int START_OFFSET = 16;
    static final int HEARTBEAT_OFFSET = 24;
    static final int METADATA_LENGTH_OFFSET = 32;
    static final int VALUES_LENGTH_OFFSET = 36;
    static final int STATE_OFFSET = 40;
    static final int COMPONENT_OFFSET = 64;
    static final int COMPONENT_MAX_LENGTH = 64;
    static final int HEADER_LENGTH = 4096;
    static final String SUFFIX = ".counters";

    private static final int CAPACITY = 1024;
    private static final ScopedValue<Scope> SCOPE = ScopedValue.newInstance();

    private record Scope(CountersFile file, String labels)
    {
    }

    private final Path path;
    private final UnsafeBuffer header;
    private final CountersManager manager;
    private final Map<String, AtomicCounter> counters = new HashMap<>();

    private CountersFile(final Path path, final MappedByteBuffer buffer, final String component, final int partition,
        final long startMs)
    {
        this.path = path;
        header = new UnsafeBuffer(buffer, 0, HEADER_LENGTH);
        final int valuesLength = CAPACITY * CountersManager.COUNTER_LENGTH;
        final int metaDataLength = CAPACITY * CountersManager.METADATA_LENGTH;
        manager = new CountersManager(
            new UnsafeBuffer(buffer, HEADER_LENGTH, metaDataLength),
            new UnsafeBuffer(buffer, HEADER_LENGTH + metaDataLength, valuesLength),
            StandardCharsets.US_ASCII);
        header.putInt(PARTITION_OFFSET, partition);
        header.putLong(PID_OFFSET, ProcessHandle.current().pid());
        header.putLong(START_OFFSET, startMs);
        header.putLong(HEARTBEAT_OFFSET, startMs);
        header.putInt(METADATA_LENGTH_OFFSET, metaDataLength);
        header.putInt(VALUES_LENGTH_OFFSET, valuesLength);
        header.putStringAscii(COMPONENT_OFFSET, component);
        header.putIntRelease(VERSION_OFFSET, VERSION);
    }

    /**
     * Makes the file of a component; that of an earlier life is replaced.
     *
     * @param directory of counters files; made if absent, of this user alone.
     * @param component short name, which is the name of the file, too.
     * @param partition that the component serves.
     * @param nowMs time of the start, milliseconds since the Unix epoch.
     * @return file without counters, to be closed when nothing counts any more.
     * @throws UncheckedIOException when it cannot be made.
     */
    public static CountersFile create(
        final Path directory, final String component, final int partition, final long nowMs)
    {
        if (component.length() > COMPONENT_MAX_LENGTH)
        {
            throw new IllegalArgumentException("the name of a component is too long: component=" + component);
        }
        try
        {
            try
            {
                return make(directory, component, partition, nowMs);
            }
            catch (final NoSuchFileException ignored)
            {
                // The last component that was closed has just removed the directory.
                return make(directory, component, partition, nowMs);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(
                "a counters file cannot be made: directory=" + directory + " component=" + component, ex);
        }
    }

    private static CountersFile make(
        final Path directory, final String component, final int partition, final long nowMs) throws IOException
    {
        final Path path = directory.resolve(component + SUFFIX);
        final Path temporary = directory.resolve(component + SUFFIX + ".tmp");
        OwnDirectory.make(directory);
        Files.deleteIfExists(temporary);
        try (FileChannel channel = FileChannel.open(temporary,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))))
        {
            final int length = HEADER_LENGTH +
                CAPACITY * (CountersManager.METADATA_LENGTH + CountersManager.COUNTER_LENGTH);
            final ByteBuffer zeros = ByteBuffer.allocate(length);
            // All pages exist before the first count: a full disk is an error here and not a fault there.
            while (zeros.hasRemaining())
            {
                channel.write(zeros);
            }
            final CountersFile file = new CountersFile(
                path, channel.map(FileChannel.MapMode.READ_WRITE, 0, length), component, partition, nowMs);
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
            return file;
        }
    }

    /**
     * Makes something whose counters lie in this file.
     *
     * @param construction makes it, on this thread.
     * @param <T> its type.
     * @param <X> what it throws.
     * @return what was made.
     * @throws X when it cannot be made.
     */
    public <T, X extends Throwable> T hold(final ScopedValue.CallableOp<? extends T, X> construction) throws X
    {
        return ScopedValue.where(SCOPE, new Scope(this, "")).call(construction);
    }

    /**
     * Makes something whose counters have a label more, in whatever file they lie.
     *
     * @param label name=value; the name is a small word, the value has neither comma nor equals sign.
     * @param construction makes it, on this thread.
     * @param <T> its type.
     * @param <X> what it throws.
     * @return what was made.
     * @throws X when it cannot be made.
     */
    public static <T, X extends Throwable> T labelled(
        final String label, final ScopedValue.CallableOp<? extends T, X> construction) throws X
    {
        if (!SCOPE.isBound())
        {
            return construction.call();
        }
        final Scope outer = SCOPE.get();
        return ScopedValue.where(SCOPE, new Scope(outer.file, join(outer.labels, label))).call(construction);
    }

    private static String join(final String labels, final String label)
    {
        return labels.isEmpty() ? label : labels + ',' + label;
    }

    /** Whether counters of this type that are made now lie in a file. */
    static boolean holds(final Class<? extends Enum<?>> type)
    {
        return SCOPE.isBound() &&
            null != CounterTable.INSTANCE.find(type.getSimpleName(), type.getEnumConstants()[0].name());
    }

    static AtomicCounter allocate(final Enum<?> counter)
    {
        final String set = counter.getDeclaringClass().getSimpleName();
        final CounterSpec spec = CounterTable.INSTANCE.find(set, counter.name());
        if (!SCOPE.isBound() || null == spec)
        {
            // MetricsTableTest finds who forgot a row; a venue starts without it.
            return new AtomicCounter(new UnsafeBuffer(BufferUtil.allocateDirectAligned(
                CountersManager.COUNTER_LENGTH, 2 * BitUtil.CACHE_LINE_LENGTH)), 0);
        }
        final Scope scope = SCOPE.get();
        return scope.file.counter(spec, CounterTable.ANY.equals(spec.constant()) ?
            join(scope.labels, "reason=" + counter.name().toLowerCase(Locale.ROOT)) : scope.labels);
    }

    /** What is made again because its first construction came to nothing counts from 0 where that one did. */
    private synchronized AtomicCounter counter(final CounterSpec spec, final String labels)
    {
        final AtomicCounter counter =
            counters.computeIfAbsent(spec.typeId() + " " + labels, (key) -> newCounter(spec, labels));
        counter.setRelease(0);
        return counter;
    }

    /** Only while a component is made: by one thread, and never after a counter is freed. */
    private AtomicCounter newCounter(final CounterSpec spec, final String labels)
    {
        final ExpandableArrayBuffer key = new ExpandableArrayBuffer();
        final int keyLength = key.putStringAscii(0, labels);
        final ExpandableArrayBuffer text = new ExpandableArrayBuffer();
        final int textLength = text.putStringWithoutLengthAscii(0, spec.metric() + ' ' + labels);
        if (keyLength > CountersManager.MAX_KEY_LENGTH)
        {
            throw new IllegalArgumentException("labels of a counter are too long: labels=" + labels);
        }
        return manager.newCounter(spec.typeId(), key, 0, keyLength, text, 0, textLength);
    }

    /**
     * Says that the component lives.
     *
     * @param nowMs milliseconds since the Unix epoch.
     */
    public void heartbeat(final long nowMs)
    {
        header.putLongRelease(HEARTBEAT_OFFSET, nowMs);
    }

    /** Says that the component serves from now on: until here it was starting. */
    public void serving()
    {
        header.putIntRelease(STATE_OFFSET, 1);
    }

    /** Removes the file, and the directory with the last one. */
    @Override
    public void close()
    {
        try
        {
            Files.deleteIfExists(path);
            Files.deleteIfExists(path.getParent());
        }
        catch (final DirectoryNotEmptyException ignored)
        {
            // Others go on.
            return;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("a counters file cannot be removed: path=" + path, ex);
        }
    }
}
