// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.util.Arrays;

/**
 * What must happen later, by deadline and then in order of scheduling. Nothing fires by itself: the host appends
 * {@code AdvanceTime} to the journal when {@link #nextDeadlineNs()} has come, and only that command calls
 * {@link #fireDue}. So every replay fires the same things between the same commands.
 */
final class DeadlineQueue implements HashedState
{
    /** No deadline. */
    static final long NONE = Long.MAX_VALUE;

    private static final int INITIAL_CAPACITY = 64;

    /** Does what was scheduled. */
    @FunctionalInterface
    interface DeadlineHandler
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
    private int size;
    private long idCounter;

    /** Earliest deadline, or {@link #NONE}. */
    long nextDeadlineNs()
    {
        return 0 == size ? NONE : deadlines[size - 1];
    }

    /**
     * Schedules something.
     *
     * @param deadlineNs when; one in the past fires at the next {@code AdvanceTime}.
     * @param handler that will do it.
     * @param key for the handler.
     * @return id to cancel it with, above 0.
     */
    long schedule(final long deadlineNs, final DeadlineHandler handler, final long key)
    {
        if (size == deadlines.length)
        {
            grow();
        }
        int index = size++;
        while (index > 0 && deadlines[index - 1] <= deadlineNs)
        {
            move(index - 1, index);
            index--;
        }
        deadlines[index] = deadlineNs;
        ids[index] = ++idCounter;
        keys[index] = key;
        handlers[index] = handler;
        return idCounter;
    }

    /**
     * Forgets something scheduled; nothing happens when it has fired already.
     *
     * @param id from {@link #schedule}.
     */
    void cancel(final long id)
    {
        for (int i = 0; i < size; i++)
        {
            if (ids[i] == id)
            {
                size--;
                for (int j = i; j < size; j++)
                {
                    move(j + 1, j);
                }
                return;
            }
        }
    }

    /**
     * Fires everything that is due, also what is scheduled meanwhile.
     *
     * @param nowNs engine time.
     */
    void fireDue(final long nowNs)
    {
        while (nextDeadlineNs() <= nowNs)
        {
            final int last = --size;
            handlers[last].onDeadline(keys[last], deadlines[last]);
        }
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(size);
        hash.add(idCounter);
        for (int i = size - 1; i >= 0; i--)
        {
            hash.add(deadlines[i]);
            hash.add(keys[i]);
        }
    }

    private void move(final int from, final int to)
    {
        deadlines[to] = deadlines[from];
        ids[to] = ids[from];
        keys[to] = keys[from];
        handlers[to] = handlers[from];
    }

    private void grow()
    {
        final int capacity = size << 1;
        deadlines = Arrays.copyOf(deadlines, capacity);
        ids = Arrays.copyOf(ids, capacity);
        keys = Arrays.copyOf(keys, capacity);
        handlers = Arrays.copyOf(handlers, capacity);
    }
}
