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
 */
final class BoundedMessageQueue implements MessageQueue
{
    /** Messages that may wait. */
    static final int CAPACITY = 10_000;
    private static final int MAX_CHARACTERS = 8 * 1024 * 1024;

    private final Int2ObjectHashMap<Message> messages = new Int2ObjectHashMap<>();
    private int characters;

    private static int lengthOf(final Message message)
    {
        final String raw = null == message ? null : message.toRawString();
        return null == raw ? 0 : raw.length();
    }

    @Override
    public void enqueue(final int sequence, final Message message)
    {
        final int length = lengthOf(message);
        if (messages.size() < CAPACITY && characters + length <= MAX_CHARACTERS)
        {
            characters += length - lengthOf(messages.put(sequence, message));
        }
    }

    @Override
    public Message dequeue(final int sequence)
    {
        final Message message = messages.remove(sequence);
        characters -= lengthOf(message);
        return message;
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
                characters -= lengthOf(messages.get(number));
                numbers.remove();
            }
        }
    }

    @Override
    public void clear()
    {
        messages.clear();
        characters = 0;
    }

    int size()
    {
        return messages.size();
    }
}
