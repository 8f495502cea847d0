// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.checkpoint;

import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.collections.IntHashSet;
import org.agrona.collections.Long2LongHashMap;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The state of a component as bytes. One method of a class both writes and reads its state, so that the two cannot
 * differ: each call writes the value it is given and gives it back, or gives back the value that was written.
 * <pre>
 *   volumeLots = state.number(volumeLots);
 * </pre>
 * Writing allocates for texts, and when the state is larger than ever before. Little endian; not thread-safe.
 */
public final class CheckpointState
{
    private static final int INITIAL_CAPACITY = 64 * 1024;

    private final ExpandableArrayBuffer written;
    private final DirectBuffer read;
    private final int version;
    private int offset;
    private int limit;

    private CheckpointState(
        final ExpandableArrayBuffer written,
        final DirectBuffer read,
        final int offset,
        final int limit,
        final int version)
    {
        this.written = written;
        this.read = read;
        this.offset = offset;
        this.limit = limit;
        this.version = version;
    }

    /**
     * Empty bytes to be written.
     *
     * @param version of the state that is written.
     * @return state.
     */
    public static CheckpointState writing(final int version)
    {
        return new CheckpointState(new ExpandableArrayBuffer(INITIAL_CAPACITY), null, 0, 0, version);
    }

    /**
     * Bytes to be read.
     *
     * @param buffer that holds them.
     * @param offset of the first one.
     * @param length of all.
     * @param version of the state that was written.
     * @return state.
     */
    public static CheckpointState reading(
        final DirectBuffer buffer, final int offset, final int length, final int version)
    {
        return new CheckpointState(null, buffer, offset, offset + length, version);
    }

    /**
     * Whether values come out of it.
     *
     * @return false when they go in.
     */
    public boolean isReading()
    {
        return null != read;
    }

    /**
     * Version of the state: a value that a later one has added is only there when it is read from that one.
     *
     * @return that of the writer.
     */
    public int version()
    {
        return version;
    }

    /** Begins anew with the same memory; for writing. */
    public void clear()
    {
        offset = 0;
    }

    /**
     * What was written.
     *
     * @return buffer, from 0 to {@link #length()}.
     */
    public DirectBuffer buffer()
    {
        return written;
    }

    /**
     * How much was written.
     *
     * @return bytes.
     */
    public int length()
    {
        return offset;
    }

    /**
     * How much is left to be read.
     *
     * @return bytes.
     */
    public int remaining()
    {
        return limit - offset;
    }

    /**
     * A number.
     *
     * @param value to write; not used when reading.
     * @return the number.
     */
    public long number(final long value)
    {
        final int at = advance(Long.BYTES);
        if (isReading())
        {
            return read.getLong(at, ByteOrder.LITTLE_ENDIAN);
        }
        written.putLong(at, value, ByteOrder.LITTLE_ENDIAN);
        return value;
    }

    /**
     * A number.
     *
     * @param value to write; not used when reading.
     * @return the number.
     */
    public int number(final int value)
    {
        final int at = advance(Integer.BYTES);
        if (isReading())
        {
            return read.getInt(at, ByteOrder.LITTLE_ENDIAN);
        }
        written.putInt(at, value, ByteOrder.LITTLE_ENDIAN);
        return value;
    }

    /**
     * A truth value.
     *
     * @param value to write; not used when reading.
     * @return the value.
     */
    public boolean flag(final boolean value)
    {
        return 0 != number(value ? 1 : 0);
    }

    /**
     * A text.
     *
     * @param value to write; not used when reading.
     * @return the text.
     */
    public String text(final String value)
    {
        final byte[] bytes = isReading() ? null : value.getBytes(StandardCharsets.UTF_8);
        final int length = count(isReading() ? 0 : bytes.length);
        final int at = advance(length);
        if (isReading())
        {
            return read.getStringWithoutLengthUtf8(at, length);
        }
        written.putBytes(at, bytes);
        return value;
    }

    /**
     * A constant of a closed set, by its place.
     *
     * @param value to write; not used when reading.
     * @param constants of the set, in their order.
     * @param <E> the set.
     * @return the constant.
     */
    public <E extends Enum<E>> E constant(final E value, final E[] constants)
    {
        final int ordinal = number(isReading() ? 0 : value.ordinal());
        if (ordinal < 0 || ordinal >= constants.length)
        {
            throw new CheckpointException("a constant is not known: ordinal=" + ordinal + " known=" + constants.length);
        }
        return constants[ordinal];
    }

    /**
     * A map, in no order.
     *
     * @param map to write; empty and filled when reading.
     */
    public void map(final Long2LongHashMap map)
    {
        final int count = count(map.size());
        if (isReading())
        {
            for (int i = 0; i < count; i++)
            {
                map.put(number(0L), number(0L));
            }
        }
        else
        {
            map.longForEach((key, value) ->
            {
                number(key);
                number(value);
            });
        }
    }

    /**
     * A set, in no order.
     *
     * @param set to write; empty and filled when reading.
     */
    public void set(final IntHashSet set)
    {
        final int count = count(set.size());
        if (isReading())
        {
            for (int i = 0; i < count; i++)
            {
                set.add(number(0));
            }
        }
        else
        {
            for (final int value : set)
            {
                number(value);
            }
        }
    }

    /**
     * A map, in its order.
     *
     * @param map to write; empty and filled when reading.
     * @param noKey any key, given to the method when reading.
     * @param key writes or reads a key.
     * @param noValue any value, given to the method when reading.
     * @param value writes or reads a value.
     * @param <K> keys.
     * @param <V> values.
     */
    public <K, V> void map(
        final Map<K, V> map,
        final K noKey,
        final UnaryOperator<K> key,
        final V noValue,
        final UnaryOperator<V> value)
    {
        final Iterator<Map.Entry<K, V>> entries = isReading() ? null : map.entrySet().iterator();
        for (int i = count(map.size()); i > 0; i--)
        {
            final Map.Entry<K, V> entry = isReading() ? Map.entry(noKey, noValue) : entries.next();
            final K read = key.apply(entry.getKey());
            final V readValue = value.apply(entry.getValue());
            if (isReading())
            {
                map.put(read, readValue);
            }
        }
    }

    /**
     * A collection, in its order.
     *
     * @param elements to write; empty and filled when reading.
     * @param none any element, given to the method when reading.
     * @param element writes or reads an element.
     * @param <E> elements.
     */
    public <E> void collection(final Collection<E> elements, final E none, final UnaryOperator<E> element)
    {
        final Iterator<E> written = isReading() ? null : elements.iterator();
        for (int i = count(elements.size()); i > 0; i--)
        {
            final E read = element.apply(isReading() ? none : written.next());
            if (isReading())
            {
                elements.add(read);
            }
        }
    }

    /**
     * Bytes.
     *
     * @param value to write; not used when reading.
     * @return the bytes.
     */
    public byte[] bytes(final byte[] value)
    {
        final byte[] bytes = isReading() ? new byte[count(0)] : value;
        if (isReading())
        {
            read.getBytes(advance(bytes.length), bytes);
        }
        else
        {
            count(bytes.length);
            written.putBytes(advance(bytes.length), bytes);
        }
        return bytes;
    }

    /**
     * How many entries follow.
     *
     * @param value to write; not used when reading.
     * @return count, 0 or more.
     */
    public int count(final int value)
    {
        final int count = number(value);
        if (count < 0 || isReading() && count > remaining())
        {
            throw new CheckpointException("more entries than there are bytes: entries=" + count);
        }
        return count;
    }

    /**
     * The end of what is read.
     *
     * @throws CheckpointException when there is more: it was written by another program.
     */
    public void end()
    {
        if (isReading() && 0 != remaining())
        {
            throw new CheckpointException("there is more state than this program knows: bytes=" + remaining());
        }
    }

    private int advance(final int length)
    {
        final int at = offset;
        if (isReading() && length > remaining())
        {
            throw new CheckpointException("the state ends too early: bytes=" + remaining() + " needed=" + length);
        }
        offset = at + length;
        return at;
    }
}
