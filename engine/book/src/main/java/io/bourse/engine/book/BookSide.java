// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

/**
 * The ladder: price levels of one side as a tree of 64-way nodes ({@link LadderNode}) that is only as high as the range
 * of prices in it needs: one page for 64 neighbouring ticks, two storeys for 4,096, three for 262,144, eleven for every
 * long there is. A level is found by shifts and loads, the next one by counting zeros, and nothing is ever moved or
 * balanced. Activity is near one price, so the pages used last are tried first.
 * <p>
 * The sort key makes both sides alike: the price for bids, its bitwise complement for asks, which reverses the order
 * and, unlike the negative, cannot overflow. A larger key is a better price.
 */
final class BookSide
{
    private static final int RECENT_PAGES = 16;
    /** Of a side that has never had an order: a hundred thousand empty books must cost little. */
    private static final LadderNode[] NO_PAGES = new LadderNode[RECENT_PAGES];

    /** What turns a price into a key and back. */
    private final long flip;
    private LadderNode root;
    /** Pages used last, by the lowest bits of their number: most prices are found without a walk through the tree. */
    private LadderNode[] recentPages = NO_PAGES;
    private PriceLevel best;
    private PriceLevel freeLevels;
    private LadderNode freePages;
    private LadderNode freeNodes;

    private BookSide(final long flip)
    {
        this.flip = flip;
    }

    static BookSide bids()
    {
        return new BookSide(0);
    }

    static BookSide asks()
    {
        return new BookSide(-1);
    }

    /** Sort key of a price on this side. */
    long keyOf(final long priceTicks)
    {
        return priceTicks ^ flip;
    }

    long ticksOf(final long key)
    {
        return key ^ flip;
    }

    /** Best level or null. */
    PriceLevel best()
    {
        return best;
    }

    /** Next level that is worse than one of this side, or null. */
    PriceLevel worse(final PriceLevel level)
    {
        return level.page.below(level.key);
    }

    /** Price of the best level; for an empty side a price worse than all. */
    long bestTicks()
    {
        return ticksOf(null == best ? Long.MIN_VALUE : best.key);
    }

    /** Level of a price or null. */
    PriceLevel find(final long priceTicks)
    {
        final long key = keyOf(priceTicks);
        LadderNode node = root;
        if (null == node || !node.covers(key))
        {
            return null;
        }
        while (null != node && 0 != node.shift)
        {
            node = node.nodes[LadderNode.slot(key, node.shift)];
        }
        return null == node ? null : node.levels[LadderNode.slot(key, 0)];
    }

    /** Level of a price, created if it is not there. */
    PriceLevel findOrCreate(final long priceTicks)
    {
        final long key = keyOf(priceTicks);
        LadderNode page = recentPages[recentSlot(key)];
        if (null == page || !page.covers(key))
        {
            page = page(key);
            remember(page);
        }
        final PriceLevel level = page.levels[LadderNode.slot(key, 0)];
        return null == level ? insert(page, key) : level;
    }

    /** Takes an empty level out. */
    void remove(final PriceLevel level)
    {
        final LadderNode page = level.page;
        final int slot = LadderNode.slot(level.key, 0);
        page.levels[slot] = null;
        page.occupied &= ~(1L << slot);
        if (0 == page.occupied)
        {
            detach(page);
        }
        if (best == level)
        {
            best = 0 == page.occupied ? highest() : page.highest();
        }
        level.next = freeLevels;
        freeLevels = level;
    }

    private void remember(final LadderNode page)
    {
        if (NO_PAGES == recentPages)
        {
            recentPages = new LadderNode[RECENT_PAGES];
        }
        recentPages[recentSlot(page.key)] = page;
    }

    private static int recentSlot(final long key)
    {
        return (int)(key >>> LadderNode.SLOT_BITS) & RECENT_PAGES - 1;
    }

    private PriceLevel highest()
    {
        return null == root ? null : root.highest();
    }

    private PriceLevel insert(final LadderNode page, final long key)
    {
        final int slot = LadderNode.slot(key, 0);
        final PriceLevel level = acquireLevel();
        level.key = key;
        level.page = page;
        page.levels[slot] = level;
        page.occupied |= 1L << slot;
        if (null == best || key > best.key)
        {
            best = level;
        }
        return level;
    }

    /** Page of a key, with all nodes above it. */
    private LadderNode page(final long key)
    {
        if (null == root)
        {
            root = acquire(key, 0);
            return root;
        }
        while (!root.covers(key))
        {
            final LadderNode above = acquire(root.key, root.shift + LadderNode.SLOT_BITS);
            attach(above, root);
            root = above;
        }
        LadderNode node = root;
        while (0 != node.shift)
        {
            LadderNode child = node.nodes[LadderNode.slot(key, node.shift)];
            if (null == child)
            {
                child = acquire(key, node.shift - LadderNode.SLOT_BITS);
                attach(node, child);
            }
            node = child;
        }
        return node;
    }

    private static void attach(final LadderNode parent, final LadderNode child)
    {
        final int slot = LadderNode.slot(child.key, parent.shift);
        parent.nodes[slot] = child;
        parent.occupied |= 1L << slot;
        child.parent = parent;
    }

    /** Takes out a page that has become empty, the nodes that become empty with it, and storeys without a choice. */
    private void detach(final LadderNode page)
    {
        if (recentPages[recentSlot(page.key)] == page)
        {
            recentPages[recentSlot(page.key)] = null;
        }
        LadderNode node = page;
        while (null != node && 0 == node.occupied)
        {
            final LadderNode parent = node.parent;
            if (null == parent)
            {
                root = null;
            }
            else
            {
                final int slot = LadderNode.slot(node.key, parent.shift);
                parent.nodes[slot] = null;
                parent.occupied &= ~(1L << slot);
            }
            release(node);
            node = parent;
        }
        while (null != root && 0 != root.shift && 0 == (root.occupied & root.occupied - 1))
        {
            final LadderNode above = root;
            root = above.nodes[Long.numberOfTrailingZeros(above.occupied)];
            root.parent = null;
            above.nodes[LadderNode.slot(root.key, above.shift)] = null;
            above.occupied = 0;
            release(above);
        }
    }

    private LadderNode acquire(final long key, final int shift)
    {
        LadderNode node = 0 == shift ? freePages : freeNodes;
        if (null == node)
        {
            node = new LadderNode(shift);
        }
        else if (0 == shift)
        {
            freePages = node.parent;
        }
        else
        {
            freeNodes = node.parent;
        }
        node.parent = null;
        node.key = key;
        node.shift = shift;
        return node;
    }

    private void release(final LadderNode node)
    {
        if (0 == node.shift)
        {
            node.parent = freePages;
            freePages = node;
        }
        else
        {
            node.parent = freeNodes;
            freeNodes = node;
        }
    }

    private PriceLevel acquireLevel()
    {
        final PriceLevel level = freeLevels;
        if (null == level)
        {
            return new PriceLevel(this);
        }
        freeLevels = (PriceLevel)level.next;
        level.close();
        return level;
    }
}
