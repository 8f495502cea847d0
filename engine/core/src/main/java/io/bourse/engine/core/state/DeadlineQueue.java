// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.protocol.snapshot.DeadlineKind;
import io.bourse.engine.protocol.snapshot.DeadlinesDecoder;
import io.bourse.engine.protocol.snapshot.DeadlinesEncoder;

import java.util.Arrays;

/**
 * What must happen later, by deadline and then in order of scheduling. Nothing fires by itself: the host appends
 * {@code AdvanceTime} to the journal when {@link #nextDeadlineNs()} has come, and only that command calls
 * {@link #fireNext}. So every replay fires the same things between the same commands.
 * <p>
 * A binary heap of entries, and a hash table that finds an entry by its id, so that scheduling, firing and cancelling
 * take logarithmic time however many there are. Entries are rows of parallel arrays that only ever grow.
 */
public final class DeadlineQueue implements HashedState, SnapshotPart
{
    /** No deadline. */
    public static final long NONE = Long.MAX_VALUE;

    private static final int INITIAL_CAPACITY = 64;
    private static final int MISSING = -1;
    private static final int ENTRIES = SnapshotWriter.entriesPerRecord(
        DeadlinesEncoder.BLOCK_LENGTH, DeadlinesEncoder.EntriesEncoder.sbeBlockLength());
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    /** Does what was scheduled. */
    @FunctionalInterface
    public interface DeadlineHandler
    {
        /**
         * The deadline has come.
         *
         * @param key given when it was scheduled.
         * @param deadlineNs that has come; engine time may be later.
         */
        void onDeadline(long key, long deadlineNs);
    }

    private long[] deadlines = new long[INITIAL_CAPACITY];
    private long[] ids = new long[INITIAL_CAPACITY];
    private long[] keys = new long[INITIAL_CAPACITY];
    private DeadlineHandler[] handlers = new DeadlineHandler[INITIAL_CAPACITY];
    /** Where in the heap an entry is. */
    private int[] places = new int[INITIAL_CAPACITY];
    /** Entries as a heap, the earliest first; after {@link #size} the free ones. */
    private int[] heap = new int[INITIAL_CAPACITY];
    /** Entry + 1 by hash slot of its id, 0 for a free slot; its length is a power of two, at most half of it in use. */
    private int[] slots = new int[INITIAL_CAPACITY << 1];
    private int size;
    private long idCounter;
    /** Who handles deadlines of a kind, by {@link DeadlineKind#value()}. */
    private final DeadlineHandler[] handlersByKind = new DeadlineHandler[DeadlineKind.values().length];

    public DeadlineQueue()
    {
        addFree(0);
    }

    /**
     * A deadline so long after a time.
     *
     * @param timeNs engine time.
     * @param delayNs from 0; however long, the sum does not overflow.
     * @return deadline, {@link #NONE} when it is beyond all time.
     */
    public static long after(final long timeNs, final long delayNs)
    {
        return timeNs > NONE - delayNs ? NONE : timeNs + delayNs;
    }

    /** Earliest deadline, or {@link #NONE}. */
    public long nextDeadlineNs()
    {
        return 0 == size ? NONE : deadlines[heap[0]];
    }

    public int size()
    {
        return size;
    }

    /**
     * Schedules something.
     *
     * @param deadlineNs when; one in the past fires at the next {@code AdvanceTime}.
     * @param handler that will do it.
     * @param key for the handler.
     * @return id to cancel it with, above 0.
     */
    public long schedule(final long deadlineNs, final DeadlineHandler handler, final long key)
    {
        insert(deadlineNs, ++idCounter, handler, key);
        return idCounter;
    }

    /**
     * Says who handles the deadlines of a kind: snapshots cannot hold handlers.
     *
     * @param kind of deadlines.
     * @param handler of all deadlines of that kind.
     */
    public void name(final DeadlineKind kind, final DeadlineHandler handler)
    {
        handlersByKind[kind.value()] = handler;
    }

    private void insert(final long deadlineNs, final long id, final DeadlineHandler handler, final long key)
    {
        if (size == heap.length)
        {
            grow();
        }
        final int entry = heap[size];
        deadlines[entry] = deadlineNs;
        ids[entry] = id;
        keys[entry] = key;
        handlers[entry] = handler;
        enter(entry);
        siftUp(entry, size++);
    }

    /**
     * Forgets something scheduled; nothing happens when it has fired already.
     *
     * @param id from {@link #schedule}, or 0 for nothing.
     */
    public void cancel(final long id)
    {
        final int slot = find(id);
        if (MISSING != slot)
        {
            remove(slots[slot] - 1, slot);
        }
    }

    /**
     * Fires the earliest thing that is due.
     *
     * @param nowNs engine time.
     * @return false when nothing is due.
     */
    public boolean fireNext(final long nowNs)
    {
        if (0 == size || deadlines[heap[0]] > nowNs)
        {
            return false;
        }
        final int entry = heap[0];
        final DeadlineHandler handler = handlers[entry];
        final long key = keys[entry];
        final long deadlineNs = deadlines[entry];
        remove(entry, find(ids[entry]));
        handler.onDeadline(key, deadlineNs);
        return true;
    }

    /** Adds everything in the order in which it will fire. */
    @Override
    public void hashInto(final StateHash hash)
    {
        final int[] sorted = sort();
        hash.add(sorted.length);
        hash.add(idCounter);
        for (final int entry : sorted)
        {
            hash.add(deadlines[entry]);
            hash.add(keys[entry]);
        }
    }

    @Override
    public void writeTo(final SnapshotWriter writer)
    {
        final DeadlinesEncoder encoder = new DeadlinesEncoder();
        final int[] sorted = sort();
        int written = 0;
        do
        {
            final int end = Math.min(sorted.length, written + ENTRIES);
            final DeadlinesEncoder.EntriesEncoder group = writer.begin(encoder)
                .idCounter(idCounter)
                .entriesCount(end - written);
            for (; written < end; written++)
            {
                final int entry = sorted[written];
                group.next()
                    .deadlineNs(deadlines[entry])
                    .deadline(ids[entry])
                    .key(keys[entry])
                    .kind(kindOf(handlers[entry]));
            }
            writer.write(encoder.encodedLength());
        }
        while (written < sorted.length);
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(DeadlinesDecoder.TEMPLATE_ID, this::read);
    }

    private void read(final SnapshotRecord record)
    {
        final DeadlinesDecoder decoder = record.decode(new DeadlinesDecoder());
        idCounter = decoder.idCounter();
        final DeadlinesDecoder.EntriesDecoder group = decoder.entries();
        while (group.hasNext())
        {
            group.next();
            insert(group.deadlineNs(), group.deadline(), handlersByKind[group.kindRaw()], group.key());
        }
    }

    private DeadlineKind kindOf(final DeadlineHandler handler)
    {
        for (int i = 0; i < handlersByKind.length; i++)
        {
            if (handlersByKind[i] == handler)
            {
                return DeadlineKind.get((short)i);
            }
        }
        throw new IllegalStateException("a deadline of no kind cannot be in a snapshot: handler=" + handler);
    }

    /** Entries as they will fire. A sorted array is a heap too, so the heap is taken down and put back sorted. */
    private int[] sort()
    {
        final int count = size;
        final int[] sorted = new int[count];
        for (int i = 0; i < count; i++)
        {
            sorted[i] = heap[0];
            takeOut(0);
        }
        for (int i = 0; i < count; i++)
        {
            put(sorted[i], i);
        }
        size = count;
        return sorted;
    }

    private void remove(final int entry, final int slot)
    {
        leave(slot);
        handlers[entry] = null;
        takeOut(places[entry]);
    }

    /** Takes the entry at a place out of the heap; it becomes the first of the free ones. */
    private void takeOut(final int place)
    {
        final int entry = heap[place];
        final int last = heap[--size];
        if (last != entry)
        {
            siftDown(last, place);
            siftUp(last, places[last]);
        }
        heap[size] = entry;
    }

    private void siftUp(final int entry, final int from)
    {
        int place = from;
        while (place > 0 && isBefore(entry, heap[place - 1 >> 1]))
        {
            put(heap[place - 1 >> 1], place);
            place = place - 1 >> 1;
        }
        put(entry, place);
    }

    private void siftDown(final int entry, final int from)
    {
        int place = from;
        int child = earlierChild(place);
        while (child < size && isBefore(heap[child], entry))
        {
            put(heap[child], place);
            place = child;
            child = earlierChild(place);
        }
        put(entry, place);
    }

    private int earlierChild(final int place)
    {
        final int left = (place << 1) + 1;
        return left + 1 < size && isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
    }

    /** Ids ascend, so they show what was scheduled first. */
    private boolean isBefore(final int entry, final int other)
    {
        return deadlines[entry] < deadlines[other] || deadlines[entry] == deadlines[other] && ids[entry] < ids[other];
    }

    private void put(final int entry, final int place)
    {
        heap[place] = entry;
        places[entry] = place;
    }

    private void enter(final int entry)
    {
        final int mask = slots.length - 1;
        int slot = home(ids[entry], mask);
        while (0 != slots[slot])
        {
            slot = slot + 1 & mask;
        }
        slots[slot] = entry + 1;
    }

    private int find(final long id)
    {
        final int mask = slots.length - 1;
        int slot = home(id, mask);
        while (0 != slots[slot] && ids[slots[slot] - 1] != id)
        {
            slot = slot + 1 & mask;
        }
        return 0 == slots[slot] ? MISSING : slot;
    }

    /** Empties a slot and moves up those that could not have their own slot because of it. */
    private void leave(final int emptied)
    {
        final int mask = slots.length - 1;
        int gap = emptied;
        int slot = gap + 1 & mask;
        while (0 != slots[slot])
        {
            final int distance = slot - home(ids[slots[slot] - 1], mask) & mask;
            if (distance >= (slot - gap & mask))
            {
                slots[gap] = slots[slot];
                gap = slot;
            }
            slot = slot + 1 & mask;
        }
        slots[gap] = 0;
    }

    private static int home(final long id, final int mask)
    {
        return (int)(id * MULTIPLIER >>> 32) & mask;
    }

    private void grow()
    {
        final int capacity = size << 1;
        deadlines = Arrays.copyOf(deadlines, capacity);
        ids = Arrays.copyOf(ids, capacity);
        keys = Arrays.copyOf(keys, capacity);
        handlers = Arrays.copyOf(handlers, capacity);
        places = Arrays.copyOf(places, capacity);
        heap = Arrays.copyOf(heap, capacity);
        addFree(size);
        slots = new int[capacity << 1];
        for (int i = 0; i < size; i++)
        {
            enter(heap[i]);
        }
    }

    private void addFree(final int from)
    {
        for (int i = from; i < heap.length; i++)
        {
            heap[i] = i;
        }
    }
}
