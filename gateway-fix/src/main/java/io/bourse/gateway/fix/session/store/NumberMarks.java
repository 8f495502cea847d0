// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session.store;

import java.util.Arrays;

/**
 * What the process that has a session has said of its numbers in the event stream, and what that means for the reports
 * that another process sets aside meanwhile: with which of them a client begins that waits for a number.
 *
 * <p>A mark is said when the reports of all transactions before the mark before it have numbers. So a client that waits
 * for the number of a mark, or a later one, has every report from before the mark before.
 */
final class NumberMarks
{
    private static final int INITIAL_CAPACITY = 16;
    private static final int MAX = 1 << 16;
    /** Of the first report that is set aside. */
    static final int FIRST_PLACE = 1;
    private static final int BEHIND = 0;

    private int[] numbers = new int[INITIAL_CAPACITY];
    private int[] places = new int[INITIAL_CAPACITY];
    private int size;
    /** Of the first report behind the last mark, and behind the one before. */
    private int place = FIRST_PLACE;
    private int formerPlace = FIRST_PLACE;
    private int sender;
    private int target;

    /**
     * Adds a mark.
     *
     * @param nextSender number of the next message to the client.
     * @param nextTarget number of the next message from the client.
     * @param isBehind whether reports of earlier processes have no number yet.
     * @param nextPlace of the next report that is set aside.
     */
    void add(final int nextSender, final int nextTarget, final boolean isBehind, final int nextPlace)
    {
        if (nextSender < sender)
        {
            // The numbers have begun anew, at the earliest behind the mark before the last one.
            size = 0;
            put(0, formerPlace);
        }
        put(nextSender, isBehind ? BEHIND : place);
        formerPlace = place;
        place = nextPlace;
        sender = nextSender;
        target = nextTarget;
    }

    private void put(final int number, final int ofReport)
    {
        if (size > 0 && numbers[size - 1] == number)
        {
            places[size - 1] = ofReport;
            return;
        }
        if (MAX == size)
        {
            size = MAX / 2;
            System.arraycopy(numbers, MAX - size, numbers, 0, size);
            System.arraycopy(places, MAX - size, places, 0, size);
        }
        if (size == numbers.length)
        {
            numbers = Arrays.copyOf(numbers, 2 * size);
            places = Arrays.copyOf(places, 2 * size);
        }
        numbers[size] = number;
        places[size++] = ofReport;
    }

    /** Forgets all. */
    void clear()
    {
        size = 0;
        place = FIRST_PLACE;
        formerPlace = FIRST_PLACE;
        sender = 0;
        target = 0;
    }

    /**
     * Place of the first report that a client may lack which waits for a number; 0: also what was before the first one.
     */
    int place(final int number)
    {
        final int found = Arrays.binarySearch(numbers, 0, size, number);
        final int at = found >= 0 ? found : -found - 2;
        return at < 0 ? FIRST_PLACE : places[at];
    }

    /** Of the last mark, 0 when there is none. */
    int nextSender()
    {
        return sender;
    }

    /** Of the last mark. */
    int nextTarget()
    {
        return target;
    }
}
