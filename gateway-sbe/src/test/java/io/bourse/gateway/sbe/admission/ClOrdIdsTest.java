// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ClOrdIdsTest
{
    private final ClOrdIds ids = new ClOrdIds(new IdBudget(1_000_000, 1_000_000));

    @Test
    void shouldTakeAnIdWhileItsRequestIsUnderWay()
    {
        ids.onRequest(5, 1);
        assertTrue(ids.isTaken(5));
        ids.onDecided(1);
        assertFalse(ids.isTaken(5));
    }

    @Test
    void shouldKeepTheIdOfAnAcceptedOrder()
    {
        ids.onRequest(5, 1);
        ids.onRequest(6, 2);
        ids.onDecided(1);
        ids.onAccepted(5, false);
        assertTrue(ids.isTaken(5));
        assertTrue(ids.isTaken(6));
        ids.onEnded(5);
        assertTrue(ids.isTaken(5));
    }

    @Test
    void shouldFreeTheIdOfARequestThatNeverReachedTheEngine()
    {
        ids.onRequest(5, 1);
        ids.onRequest(6, 2);
        ids.onDecided(2);
        ids.onAccepted(6, false);
        assertFalse(ids.isTaken(5));
        assertTrue(ids.isTaken(6));
    }

    @Test
    void shouldKeepTheIdOfAnOrderThatIsAcceptedBeforeAnEarlierRequestIsDecided()
    {
        ids.onRequest(5, 1);
        ids.onRequest(6, 2);
        ids.onDecided(0);
        ids.onAccepted(6, false);
        ids.onDecided(2);
        assertTrue(ids.isTaken(6));
        assertFalse(ids.isTaken(5));
    }

    @Test
    void shouldTakeTheIdOfALostRequestUntilItsOutcomeIsKnown()
    {
        ids.onRequest(5, 1);
        ids.onLost(5);
        ids.onLost(6);
        ids.onDecided(1);
        assertTrue(ids.isTaken(5));
        assertFalse(ids.isTaken(6));
        ids.onSessionOpened();
        assertTrue(ids.isTaken(5));
        ids.onResolved(5);
        assertFalse(ids.isTaken(5));
    }

    @Test
    void shouldFreeDayIdsWhenASessionOpens()
    {
        ids.onAccepted(5, false);
        ids.onAccepted(6, true);
        ids.onRequest(7, 3);
        ids.onSessionOpened();
        assertFalse(ids.isTaken(5));
        assertTrue(ids.isTaken(6));
        assertTrue(ids.isTaken(7));
        ids.onDecided(3);
        assertFalse(ids.isTaken(7));
        ids.onEnded(6);
        assertFalse(ids.isTaken(6));
        assertEquals(0, ids.sizeOfSession());
    }

    @Test
    void shouldFollowADatedOrderThroughItsReplacements()
    {
        ids.onAccepted(5, true);
        ids.onSessionOpened();
        ids.onReplaced(5, 8);
        assertFalse(ids.isTaken(5));
        assertTrue(ids.isTaken(8));
        ids.onSessionOpened();
        assertTrue(ids.isTaken(8));
    }

    @Test
    void shouldTakeBothIdsOfAReplacedDayOrder()
    {
        ids.onAccepted(5, false);
        ids.onReplaced(5, 8);
        assertTrue(ids.isTaken(5));
        assertTrue(ids.isTaken(8));
        ids.onSessionOpened();
        assertFalse(ids.isTaken(5));
        assertFalse(ids.isTaken(8));
    }

    @Test
    void shouldBeFullAtTheBoundOfTheLoginAndOfAll()
    {
        final IdBudget budget = new IdBudget(5, 8);
        final ClOrdIds first = new ClOrdIds(budget);
        final ClOrdIds second = new ClOrdIds(budget);
        for (int id = 1; id <= 4; id++)
        {
            assertFalse(first.isFull());
            assertFalse(first.takeAlarm());
            first.onRequest(id, id);
        }
        assertTrue(first.takeAlarm(), "at 80 %");
        assertFalse(first.takeAlarm(), "once");
        // An order that lives until a date is remembered twice.
        first.onDecided(4);
        first.onAccepted(1, true);
        first.onAccepted(2, false);
        assertEquals(3, first.size());
        first.onAccepted(3, true);
        assertTrue(first.isFull());
        second.onAccepted(1, false);
        second.onAccepted(2, false);
        assertTrue(budget.takeAlarm());
        assertFalse(second.isFull());
        second.onAccepted(3, false);
        assertTrue(second.isFull());
        first.onSessionOpened();
        assertEquals(2, first.size());
        assertEquals(5, budget.inAll());
        assertFalse(first.isFull());
        assertFalse(second.isFull());
    }
}
