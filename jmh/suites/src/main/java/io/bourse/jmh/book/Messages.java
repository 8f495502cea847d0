// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.book;

import io.bourse.engine.book.LimitOrderBook;
import io.bourse.engine.protocol.Side;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * Messages to a book, one after the other in one array, so that reading them costs next to nothing.
 */
final class Messages
{
    private static final int LONGS_PER_MESSAGE = 3;
    private static final int KIND_BITS = 3;
    private static final int BUY = 0;
    private static final int SELL = 1;
    private static final int IMMEDIATE_BUY = 2;
    private static final int IMMEDIATE_SELL = 3;
    private static final int CANCEL = 4;
    private static final int REPLACE = 5;
    private static final int KIND_MASK = (1 << KIND_BITS) - 1;

    private long[] words;
    private int count;

    /**
     * No messages.
     *
     * @param capacity to begin with.
     */
    Messages(final int capacity)
    {
        words = new long[capacity * LONGS_PER_MESSAGE];
    }

    /** Number of messages. */
    int count()
    {
        return count;
    }

    /**
     * Adds a new order.
     *
     * @param isImmediate or cancel.
     */
    void newOrder(
        final long orderId, final Side side, final long priceTicks, final long lots, final boolean isImmediate)
    {
        final int kind = Side.BUY == side ? isImmediate ? IMMEDIATE_BUY : BUY : isImmediate ? IMMEDIATE_SELL : SELL;
        add(orderId, priceTicks, lots, kind);
    }

    /** Adds a cancel. */
    void cancel(final long orderId)
    {
        add(orderId, 0, 0, CANCEL);
    }

    /**
     * Adds a replace.
     *
     * @param priceTicks new price.
     * @param lots new rest.
     */
    void replace(final long orderId, final long priceTicks, final long lots)
    {
        add(orderId, priceTicks, lots, REPLACE);
    }

    /**
     * Gives messages to a book.
     *
     * @param from first one.
     * @param to after the last one.
     * @param book to call.
     */
    void play(final int from, final int to, final LimitOrderBook book)
    {
        final long[] words = this.words;
        for (int i = from * LONGS_PER_MESSAGE; i < to * LONGS_PER_MESSAGE; i += LONGS_PER_MESSAGE)
        {
            final long orderId = words[i];
            final long priceTicks = words[i + 1];
            final long lots = words[i + 2] >>> KIND_BITS;
            final int kind = (int)words[i + 2] & KIND_MASK;
            switch (kind)
            {
                case CANCEL:
                    book.cancel(orderId);
                    break;

                case REPLACE:
                    book.replace(orderId, priceTicks, lots);
                    break;

                default:
                    final Side side = 0 == (kind & SELL) ? Side.BUY : Side.SELL;
                    book.newOrder(orderId, side, priceTicks, lots, kind >= IMMEDIATE_BUY);
                    break;
            }
        }
    }

    void write(final DataOutputStream out) throws IOException
    {
        out.writeInt(count);
        for (int i = 0; i < count * LONGS_PER_MESSAGE; i++)
        {
            out.writeLong(words[i]);
        }
    }

    static Messages read(final DataInputStream in) throws IOException
    {
        final int count = in.readInt();
        final Messages messages = new Messages(count);
        for (int i = 0; i < count * LONGS_PER_MESSAGE; i++)
        {
            messages.words[i] = in.readLong();
        }
        messages.count = count;
        return messages;
    }

    private void add(final long orderId, final long priceTicks, final long lots, final int kind)
    {
        final int index = LONGS_PER_MESSAGE * count++;
        if (index == words.length)
        {
            words = Arrays.copyOf(words, 2 * words.length);
        }
        words[index] = orderId;
        words[index + 1] = priceTicks;
        words[index + 2] = lots << KIND_BITS | kind;
    }
}
