// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

/**
 * Ranges of numbers that a client asked for again and has not got yet, in the order they are served. A storm of
 * requests costs no memory: what one range covers is not added, and what does not find a place is joined to the last.
 */
final class ResendQueue
{
    private static final int CAPACITY = 8;
    private final int[] begins = new int[CAPACITY];
    private final int[] ends = new int[CAPACITY];
    private int size;

    /**
     * Adds a range.
     *
     * @param begin first number.
     * @param end after the last number.
     */
    void add(final int begin, final int end)
    {
        if (begin >= end)
        {
            return;
        }
        for (int i = 0; i < size; i++)
        {
            if (begins[i] <= begin && begin <= ends[i])
            {
                ends[i] = Math.max(ends[i], end);
                return;
            }
        }
        if (size < CAPACITY)
        {
            begins[size] = begin;
            ends[size++] = end;
        }
        else
        {
            begins[size - 1] = Math.min(begins[size - 1], begin);
            ends[size - 1] = Math.max(ends[size - 1], end);
        }
    }

    boolean isEmpty()
    {
        return 0 == size;
    }

    /** First number to send. */
    int begin()
    {
        return begins[0];
    }

    /** After the last number of the range in work. */
    int end()
    {
        return ends[0];
    }

    /** Everything before a number of the range in work has been sent. */
    void sentBefore(final int number)
    {
        begins[0] = number;
        if (number >= ends[0])
        {
            size--;
            System.arraycopy(begins, 1, begins, 0, size);
            System.arraycopy(ends, 1, ends, 0, size);
        }
    }

    void clear()
    {
        size = 0;
    }
}
