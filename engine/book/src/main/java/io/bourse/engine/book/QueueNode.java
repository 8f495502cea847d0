// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

/**
 * Link of a ring. A queue is a ring of orders closed by a node that is no order, so putting in and taking out never ask
 * for first or last. A superclass of its own because a JVM lays out its fields first: what matching needs of an order
 * then begins right after the header.
 */
class QueueNode
{
    /** Older neighbour; the youngest order from the node that closes the ring. */
    QueueNode previous;
    /** Younger neighbour; the oldest order from the node that closes the ring. In a pool: next free one. */
    QueueNode next;
    /** Level of the queue; null when an order is not in a book. */
    PriceLevel level;

    /** Makes a ring of this node alone. */
    final void close()
    {
        previous = this;
        next = this;
    }

    /** Puts a node in before this one: from the node that closes the ring, at the end of the queue. */
    final void putBefore(final QueueNode node)
    {
        final QueueNode last = previous;
        node.previous = last;
        node.next = this;
        last.next = node;
        previous = node;
    }

    /** Takes this node out of its ring. */
    final void takeOut()
    {
        final QueueNode older = previous;
        final QueueNode younger = next;
        older.next = younger;
        younger.previous = older;
    }
}
