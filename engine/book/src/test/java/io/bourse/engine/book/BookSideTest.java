// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

import java.util.Set;

/**
 * The ladder is as high as its prices need, and uses levels, pages and nodes again. What it finds is in the contracts.
 */
class BookSideTest
{
    private final BookSide side = BookSide.bids();

    @Test
    void shouldBeOnePageWhenPricesAreNeighbours()
    {
        final LadderNode page = side.findOrCreate(64).page;
        assertSame(page, side.findOrCreate(127).page);
        assertNull(page.parent);
        assertEquals(0, page.shift);
    }

    @Test
    void shouldBeAsHighAsThePricesAreApart()
    {
        final PriceLevel level = side.findOrCreate(0);
        side.findOrCreate(64);
        assertEquals(1, storeysAbove(level));
        side.findOrCreate(4_095);
        assertEquals(1, storeysAbove(level));
        side.findOrCreate(4_096);
        assertEquals(2, storeysAbove(level));
        side.findOrCreate(Long.MAX_VALUE);
        assertEquals(10, storeysAbove(level));
    }

    @Test
    void shouldBeLowAgainWhenFarPricesAreGone()
    {
        final PriceLevel level = side.findOrCreate(0);
        final PriceLevel near = side.findOrCreate(64);
        final PriceLevel far = side.findOrCreate(4_096);
        final PriceLevel farthest = side.findOrCreate(Long.MAX_VALUE);
        side.remove(farthest);
        assertEquals(2, storeysAbove(level));
        side.remove(far);
        assertEquals(1, storeysAbove(level));
        side.remove(near);
        assertEquals(0, storeysAbove(level));
        assertSame(level, side.best());
        side.remove(level);
        assertNull(side.best());
        assertNull(side.find(0));
    }

    @Test
    void shouldFindLevelsOnEveryPage()
    {
        final PriceLevel near = side.findOrCreate(5);
        final PriceLevel far = side.findOrCreate(5_000);
        assertSame(near, side.find(5));
        assertSame(far, side.find(5_000));
        assertNull(side.find(6));
        assertNull(side.find(1_000));
        assertNull(side.find(300_000));
    }

    @Test
    void shouldUseALevelAgainWhenItIsEmpty()
    {
        final PriceLevel first = side.findOrCreate(5);
        final PriceLevel second = side.findOrCreate(6);
        side.remove(first);
        side.remove(second);
        assertSame(second, side.findOrCreate(7));
        assertSame(first, side.findOrCreate(8));
        assertNotSame(first, side.findOrCreate(9));
    }

    @Test
    void shouldUsePagesAndNodesAgainWhenTheyAreEmpty()
    {
        final PriceLevel low = side.findOrCreate(0);
        final PriceLevel high = side.findOrCreate(5_000);
        final LadderNode lowPage = low.page;
        final LadderNode highPage = high.page;
        final LadderNode lowNode = lowPage.parent;
        final LadderNode highNode = highPage.parent;
        final LadderNode root = lowNode.parent;
        side.remove(high);
        side.remove(low);
        final PriceLevel otherLow = side.findOrCreate(-1_000_000);
        final PriceLevel otherHigh = side.findOrCreate(-1_005_000);
        assertSame(lowPage, otherLow.page);
        assertSame(highPage, otherHigh.page);
        assertEquals(2, storeysAbove(otherLow));
        assertEquals(2, storeysAbove(otherHigh));
        assertEquals(
            Set.of(lowNode, highNode, root),
            Set.of(otherLow.page.parent, otherHigh.page.parent, otherLow.page.parent.parent));
    }

    private static int storeysAbove(final PriceLevel level)
    {
        int storeys = 0;
        for (LadderNode node = level.page.parent; null != node; node = node.parent)
        {
            storeys++;
        }
        return storeys;
    }
}
