// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.flow;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class OwnOrdersTest
{
    private final OwnOrders own = new OwnOrders(2);

    private int send(final long id, final long lots)
    {
        final Wanted wanted = new Wanted();
        wanted.lots = lots;
        final int slot = own.nextSlot();
        own.onSent(wanted, id);
        return slot;
    }

    private int accepted(final long id, final long lots)
    {
        final int slot = send(id, lots);
        own.onAccepted(slot, id * 10);
        return slot;
    }

    @Test
    void shouldForgetAnOrderWhenAllOfItHasTraded()
    {
        final int slot = accepted(1, 5);
        own.onTraded(slot, 2);
        assertEquals(3, own.lots(slot));
        assertTrue(own.isLive(slot));
        own.onTraded(slot, 3);
        assertEquals(OwnOrders.NONE, own.slot(1));
        assertEquals(0, own.liveCount());
        assertEquals(0, own.count());
    }

    @Test
    void shouldKeepTheSlotWhenAnOrderTradesWhileItsCancelIsUnderWay()
    {
        final int slot = accepted(1, 5);
        own.onCancelSent(slot);
        assertEquals(0, own.liveCount());
        own.onTraded(slot, 5);
        assertEquals(slot, own.slot(1));
        own.onStays(slot);
        assertEquals(OwnOrders.NONE, own.slot(1));
    }

    @Test
    void shouldBeCancellableAgainWhenACancelIsRefusedAndTheOrderStays()
    {
        final int slot = accepted(1, 5);
        own.onCancelSent(slot);
        own.onStays(slot);
        assertTrue(own.isLive(slot));
        assertEquals(slot, own.live(0));
    }

    @Test
    void shouldGrowWhenThereAreMoreOrdersThanEver()
    {
        for (int i = 1; i <= 100; i++)
        {
            accepted(i, 1);
        }
        assertEquals(100, own.liveCount());
        for (int i = 0; i < 50; i++)
        {
            own.onGone(own.live(0));
        }
        assertEquals(50, own.count());
        for (int i = 0; i < own.liveCount(); i++)
        {
            assertTrue(own.isLive(own.live(i)));
            assertEquals(own.live(i), own.slotOfVenuesId(own.orderId(own.live(i))));
        }
    }

    @Test
    void shouldNotTakeAnotherOrderForTheOldOneWhenASlotIsUsedAgain()
    {
        final int slot = accepted(1, 5);
        own.onGone(slot);
        assertEquals(slot, send(2, 5));
        assertEquals(OwnOrders.NONE, own.slot(1));
        assertEquals(slot, own.slot(2));
    }

    @Test
    void shouldFindOrdersByTheirIdsAndGiveNoneTwiceWhenOldOnesStay()
    {
        final Map<Long, Integer> slots = new HashMap<>();
        long id = 0;
        for (int i = 0; i < 1_000; i++)
        {
            id++;
            while (!own.hasSlotFor(id))
            {
                id++;
            }
            slots.put(id, accepted(id, 1));
            if (0 != i % 10)
            {
                own.onGone(slots.remove(id));
                assertEquals(OwnOrders.NONE, own.slot(id));
            }
        }
        assertTrue(id > 1_000, "some ids are left out");
        assertEquals(100, slots.size());
        slots.forEach((ofOrder, slot) -> assertEquals(slot, own.slot(ofOrder)));
    }
}
