// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import org.agrona.collections.Int2ObjectHashMap;
import quickfix.Message;
import quickfix.MessageQueue;

/**
 * Messages that came too early and wait for those before them. QuickFIX/J's own queue has no bound, so that a client
 * that leaves a gap and goes on sending would fill the heap; this one takes so many messages and drops the rest, and
 * the gap that they leave is asked for when it is reached.
 *
 * <p>Of heartbeats and the like it takes few: QuickFIX/J calls itself for each of them when they come out of the queue
 * in a row, and some hundreds would be the end of the stack.
 */
final class BoundedMessageQueue implements MessageQueue
{
    /** Messages that may wait. */
    static final int CAPACITY = 1_000;
    /** Session-level messages among them. */
    static final int ADMIN_CAPACITY = 64;
    private static final int MAX_CHARACTERS = 1024 * 1024;

    private final Int2ObjectHashMap<Message> messages = new Int2ObjectHashMap<>();
    private int characters;
    private int admins;

    private static int lengthOf(final Message message)
    {
        final String raw = message.toRawString();
        return null == raw ? 0 : raw.length();
    }

    @Override
    public void enqueue(final int sequence, final Message message)
    {
        forget(messages.remove(sequence));
        if (messages.size() < CAPACITY && characters + lengthOf(message) <= MAX_CHARACTERS &&
            (admins < ADMIN_CAPACITY || !message.isAdmin()))
        {
            messages.put(sequence, message);
            characters += lengthOf(message);
            admins += message.isAdmin() ? 1 : 0;
        }
    }

    @Override
    public Message dequeue(final int sequence)
    {
        final Message message = messages.remove(sequence);
        forget(message);
        return message;
    }

    private void forget(final Message message)
    {
        if (null != message)
        {
            characters -= lengthOf(message);
            admins -= message.isAdmin() ? 1 : 0;
        }
    }

    @Override
    public void dequeueMessagesUpTo(final int sequence)
    {
        final Int2ObjectHashMap<Message>.KeyIterator numbers = messages.keySet().iterator();
        while (numbers.hasNext())
        {
            final int number = numbers.nextInt();
            if (number < sequence)
            {
                forget(messages.get(number));
                numbers.remove();
            }
        }
    }

    @Override
    public void clear()
    {
        messages.clear();
        characters = 0;
        admins = 0;
    }
}
