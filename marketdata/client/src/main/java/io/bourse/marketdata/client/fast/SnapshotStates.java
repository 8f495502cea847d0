// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.marketdata.fast.FastMessages;
import java.util.ArrayList;
import java.util.List;

import org.agrona.DirectBuffer;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Collects the states of securities from snapshot cycles, in whatever order the messages come. The messages of a state
 * must be of one cycle, the states may be of several: what one cycle has lost another one brings. Cycles have the
 * securities in one order, and new ones at the end, so the states are complete when it is known which one is first,
 * which one follows each, and which one is last.
 */
final class SnapshotStates
{
    private static final int MAX_MESSAGES = 1_000_000;
    private static final int UNKNOWN = -1;
    private static final long NO_SECURITY = -2;
    private static final long BEGIN = -1;

    /**
     * A whole state.
     *
     * @param number of the incremental message it is the state after.
     * @param messages of it in their order.
     */
    record State(long number, List<byte[]> messages)
    {
    }

    /** A message of the cycle in hand. */
    private static final class Slot
    {
        private byte[] bytes;
        private int templateId;
        private long time;
        private long securityId;
        private long number;
        private boolean isMarkedFirst;
        private boolean isLast;

        private boolean isState()
        {
            return FastMessages.BOOK == templateId || FastMessages.SNAPSHOT == templateId;
        }

        private boolean isEnd()
        {
            return FastMessages.SEQUENCE_RESET == templateId;
        }

        private boolean isOfOneState(final Slot other)
        {
            return null != other && other.isState() && securityId == other.securityId && number == other.number;
        }
    }

    private final Long2ObjectHashMap<State> states = new Long2ObjectHashMap<>();
    private final Long2LongHashMap followers = new Long2LongHashMap(NO_SECURITY);
    private final ArrayList<Slot> slots = new ArrayList<>();
    private final ArrayList<State> chain = new ArrayList<>();
    private long lastSecurityId = NO_SECURITY;
    private long endNumber;
    private long oldest;

    void clear()
    {
        slots.clear();
        states.clear();
        followers.clear();
        lastSecurityId = NO_SECURITY;
    }

    /**
     * Takes a message.
     *
     * @param message decoded.
     * @param buffer that holds it.
     */
    void add(final FastMessage message, final DirectBuffer buffer, final int offset, final int length)
    {
        final int number = (int)message.msgSeqNum();
        if (number < 1 || number > MAX_MESSAGES || !isOfCycle(number, message.sendingTime()))
        {
            return;
        }
        final Slot slot = new Slot();
        slot.bytes = new byte[length];
        buffer.getBytes(offset, slot.bytes);
        slot.templateId = message.templateId();
        slot.time = message.sendingTime();
        slot.securityId = message.securityId();
        slot.number = message.lastMsgSeqNumProcessed();
        slot.isMarkedFirst = FastMessages.BOOK == slot.templateId ? message.isRouteFirst() : message.isWhole();
        slot.isLast = message.isLastFragment();
        while (slots.size() < number)
        {
            slots.add(null);
        }
        slots.set(number - 1, slot);
        settle(number);
        int next = number + 1;
        while (null != slot(next) && !slot(next).isState() && !slot(next).isEnd())
        {
            next++;
        }
        settle(next);
        if (slots.getLast().isEnd())
        {
            settle(slots.size());
        }
    }

    /**
     * Looks whether there is a state of each security.
     *
     * @return states in their order, valid until the next call; empty when one is missing.
     */
    List<State> complete()
    {
        chain.clear();
        if (NO_SECURITY == lastSecurityId)
        {
            return chain;
        }
        oldest = endNumber;
        long securityId = BEGIN;
        do
        {
            securityId = followers.get(securityId);
            final State state = states.get(securityId);
            if (null == state || chain.size() == states.size())
            {
                chain.clear();
                return chain;
            }
            chain.add(state);
            oldest = Math.min(oldest, state.number);
        }
        while (securityId != lastSecurityId);
        return chain;
    }

    /** Number of the incremental message from which on all must be heard: that of the oldest state. */
    long oldest()
    {
        return oldest;
    }

    private Slot slot(final int number)
    {
        return number < 1 || number > slots.size() ? null : slots.get(number - 1);
    }

    /**
     * Whether a message may be of the cycle in hand: there SendingTime never falls from one number to the next. A
     * message of a later cycle begins that one.
     */
    private boolean isOfCycle(final int number, final long time)
    {
        for (int i = Math.min(number - 1, slots.size()); 0 < i; i--)
        {
            if (null != slot(i))
            {
                if (slot(i).time > time)
                {
                    return false;
                }
                break;
            }
        }
        for (int i = number; i <= slots.size(); i++)
        {
            if (null != slot(i))
            {
                if (slot(i).time < time)
                {
                    slots.clear();
                }
                else if (i == number)
                {
                    return false;
                }
                break;
            }
        }
        if (!slots.isEmpty() && number > slots.size() && slots.getLast().isEnd())
        {
            slots.clear();
        }
        return true;
    }

    /** Number of the message before that is of a state; 0 for the beginning, below if it has not come. */
    private int before(final int number)
    {
        int i = number - 1;
        while (0 < i && (null == slot(i) || !slot(i).isState()))
        {
            if (null == slot(i))
            {
                return UNKNOWN;
            }
            i--;
        }
        return i;
    }

    private Slot firstState()
    {
        int i = 1;
        while (null != slot(i) && !slot(i).isState())
        {
            i++;
        }
        return slot(i);
    }

    private boolean isFirst(final int number)
    {
        final int before = before(number);
        return slot(number).isMarkedFirst || FastMessages.SNAPSHOT == slot(number).templateId &&
            (0 == before || 0 < before && slot(before).isLast);
    }

    private void settle(final int number)
    {
        final Slot slot = slot(number);
        if (null == slot || !slot.isState() && !slot.isEnd())
        {
            return;
        }
        final int before = before(number);
        if (0 < before && !isFitting(slot(before), slot))
        {
            // The rest of another cycle, of which all that would show it is lost.
            for (int i = 1; i < number; i++)
            {
                slots.set(i - 1, null);
            }
        }
        else if (slot.isEnd())
        {
            final Slot first = firstState();
            if (0 < before && null != first)
            {
                // Securities that come later have no state in this cycle, but all that happens to them is heard.
                lastSecurityId = slot(before).securityId;
                endNumber = first.number;
            }
        }
        else if (0 == before || 0 < before && slot(before).isLast)
        {
            followers.put(0 == before ? BEGIN : slot(before).securityId, slot.securityId);
        }
        if (slot.isState())
        {
            keepIfWhole(number);
        }
    }

    private static boolean isFitting(final Slot before, final Slot slot)
    {
        return before.isLast ?
            slot.isEnd() || slot.securityId != before.securityId &&
                (slot.isMarkedFirst || FastMessages.SNAPSHOT == slot.templateId) :
            slot.isOfOneState(before) && !slot.isMarkedFirst;
    }

    private void keepIfWhole(final int number)
    {
        final Slot slot = slot(number);
        int first = number;
        while (!isFirst(first))
        {
            first--;
            if (!slot.isOfOneState(slot(first)))
            {
                return;
            }
        }
        final ArrayList<byte[]> messages = new ArrayList<>();
        int next = first;
        do
        {
            if (!slot.isOfOneState(slot(next)))
            {
                return;
            }
            messages.add(slot(next).bytes);
            next++;
        }
        while (!slot(next - 1).isLast);
        final State known = states.get(slot.securityId);
        if (null == known || known.number <= slot.number)
        {
            states.put(slot.securityId, new State(slot.number, messages));
        }
    }
}
