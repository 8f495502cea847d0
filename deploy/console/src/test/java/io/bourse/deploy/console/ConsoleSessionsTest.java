// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console;

import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicLong;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ConsoleSessionsTest
{
    // The monotonic clock may overflow.
    private final AtomicLong nowNs = new AtomicLong(Long.MAX_VALUE - ConsoleSessions.IDLE_NS / 2);
    private final ConsoleSessions sessions = new ConsoleSessions(nowNs::get);

    @Test
    void shouldOpenOneSessionByALink()
    {
        final String link = sessions.newLink();
        final String session = sessions.login(link);
        assertNotNull(session);
        assertNotEquals(link, session);
        assertTrue(sessions.isOpen(session));
        assertNull(sessions.login(link));
        assertNull(sessions.login(session));
        assertFalse(sessions.isOpen(link));
        assertFalse(sessions.isOpen(null));
        assertFalse(sessions.isOpen(""));
    }

    @Test
    void shouldRefuseALinkThatIsTooOld()
    {
        final String link = sessions.newLink();
        nowNs.addAndGet(ConsoleSessions.LINK_NS - 1);
        final String late = sessions.newLink();
        assertNotNull(sessions.login(link));
        nowNs.addAndGet(ConsoleSessions.LINK_NS);
        assertNull(sessions.login(late));
    }

    @Test
    void shouldEndASessionThatIsNotUsed()
    {
        final String session = sessions.login(sessions.newLink());
        nowNs.addAndGet(ConsoleSessions.IDLE_NS);
        assertTrue(sessions.isOpen(session));
        nowNs.addAndGet(ConsoleSessions.IDLE_NS + 1);
        assertFalse(sessions.isOpen(session));
        nowNs.addAndGet(-ConsoleSessions.IDLE_NS);
        assertFalse(sessions.isOpen(session));
    }

    @Test
    void shouldEndASessionThatIsUsedForTooLong()
    {
        final String session = sessions.login(sessions.newLink());
        for (long usedNs = 0; usedNs < ConsoleSessions.LONGEST_NS; usedNs += ConsoleSessions.IDLE_NS)
        {
            assertTrue(sessions.isOpen(session));
            nowNs.addAndGet(ConsoleSessions.IDLE_NS);
        }
        assertTrue(sessions.isOpen(session));
        nowNs.incrementAndGet();
        assertFalse(sessions.isOpen(session));
    }

    @Test
    void shouldEndASessionByALogout()
    {
        final String session = sessions.login(sessions.newLink());
        final String other = sessions.login(sessions.newLink());
        sessions.logout(session);
        assertFalse(sessions.isOpen(session));
        assertTrue(sessions.isOpen(other));
    }

    @Test
    void shouldEndTheSessionThatWasNotUsedForLongestWhenThereAreTooMany()
    {
        final String first = sessions.login(sessions.newLink());
        nowNs.incrementAndGet();
        final String second = sessions.login(sessions.newLink());
        nowNs.incrementAndGet();
        assertTrue(sessions.isOpen(first));
        for (int i = 0; i < 15; i++)
        {
            nowNs.incrementAndGet();
            assertNotNull(sessions.login(sessions.newLink()));
        }
        assertFalse(sessions.isOpen(second));
        assertTrue(sessions.isOpen(first));
    }
}
