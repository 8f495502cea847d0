// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

/**
 * Node of a {@link BookSide}'s ladder: 64 slots and a word that says which are in use. At the bottom a slot is a price
 * level and the node a page of 64 neighbouring prices; above, a slot is a node for 1/64 of this node's range of keys.
 */
final class LadderNode
{
    /** Bits of a key that one storey of nodes decides. */
    static final int SLOT_BITS = 6;
    /** Storey whose nodes look at the topmost bits of a key: there is nothing above. */
    static final int TOP_SHIFT = 60;

    private static final int SLOTS = 1 << SLOT_BITS;

    /** Position of the key's bits that choose a slot here; 0 at the bottom, and a page stays one for life. */
    int shift;
    /** Pages only. */
    final PriceLevel[] levels;
    /** All but pages. */
    final LadderNode[] nodes;
    /** Any key in the node's range. */
    long key;
    /** Slots in use, the best key's the highest bit. */
    long occupied;
    /** Above; null at the root. In the pool: next free node. */
    LadderNode parent;

    LadderNode(final int shift)
    {
        this.shift = shift;
        levels = 0 == shift ? new PriceLevel[SLOTS] : null;
        nodes = 0 == shift ? null : new LadderNode[SLOTS];
    }

    /** Slot of a key in a node of a storey; the sign bit is turned so that slots sort as keys do. */
    static int slot(final long key, final int shift)
    {
        return (int)((key ^ Long.MIN_VALUE) >>> shift) & SLOTS - 1;
    }

    /** Whether a key is within the node's range. */
    boolean covers(final long otherKey)
    {
        return TOP_SHIFT == shift || 0 == (key ^ otherKey) >>> shift + SLOT_BITS;
    }

    /** Level with the largest key below this node, which is not empty. */
    PriceLevel highest()
    {
        LadderNode node = this;
        while (0 != node.shift)
        {
            node = node.nodes[highestBit(node.occupied)];
        }
        return node.levels[highestBit(node.occupied)];
    }

    /** Level with the largest key that is smaller than one of this page; null when there is none. */
    PriceLevel below(final long levelKey)
    {
        LadderNode node = this;
        long lower = node.lowerThan(levelKey);
        while (0 == lower)
        {
            node = node.parent;
            if (null == node)
            {
                return null;
            }
            lower = node.lowerThan(levelKey);
        }
        final int slot = highestBit(lower);
        return 0 == node.shift ? node.levels[slot] : node.nodes[slot].highest();
    }

    private long lowerThan(final long levelKey)
    {
        return occupied & (1L << slot(levelKey, shift)) - 1;
    }

    private static int highestBit(final long bits)
    {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(bits);
    }
}
