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
    private static final Caller CALLER = new Caller("anna", true, null);
    // The monotonic clock may overflow.
    private final AtomicLong nowNs = new AtomicLong(Long.MAX_VALUE - ConsoleSessions.IDLE_NS / 2);
    private final ConsoleSessions sessions = new ConsoleSessions(nowNs::get);

    private String login(final String link)
    {
        return sessions.take(link) ? sessions.open(CALLER, null) : null;
    }

    private boolean isOpen(final String session)
    {
        final Caller caller = sessions.caller(session, null);
        assertTrue(null == caller || CALLER.equals(caller));
        return null != caller;
    }

    @Test
    void shouldOpenOneSessionByALink()
    {
        final String link = sessions.newLink();
        final String session = login(link);
        assertNotNull(session);
        assertNotEquals(link, session);
        assertTrue(isOpen(session));
        assertNull(login(link));
        assertNull(login(session));
        assertFalse(isOpen(link));
        assertFalse(isOpen(null));
        assertFalse(isOpen(""));
    }

    @Test
    void shouldRefuseALinkThatIsTooOld()
    {
        final String link = sessions.newLink();
        nowNs.addAndGet(ConsoleSessions.LINK_NS - 1);
        final String late = sessions.newLink();
        assertNotNull(login(link));
        nowNs.addAndGet(ConsoleSessions.LINK_NS);
        assertNull(login(late));
    }

    @Test
    void shouldEndASessionThatIsNotUsed()
    {
        final String session = login(sessions.newLink());
        nowNs.addAndGet(ConsoleSessions.IDLE_NS);
        assertTrue(isOpen(session));
        nowNs.addAndGet(ConsoleSessions.IDLE_NS + 1);
        assertFalse(isOpen(session));
        nowNs.addAndGet(-ConsoleSessions.IDLE_NS);
        assertFalse(isOpen(session));
    }

    @Test
    void shouldEndASessionThatIsUsedForTooLong()
    {
        final String session = login(sessions.newLink());
        for (long usedNs = 0; usedNs < ConsoleSessions.LONGEST_NS; usedNs += ConsoleSessions.IDLE_NS)
        {
            assertTrue(isOpen(session));
            nowNs.addAndGet(ConsoleSessions.IDLE_NS);
        }
        assertTrue(isOpen(session));
        nowNs.incrementAndGet();
        assertFalse(isOpen(session));
    }

    @Test
    void shouldEndASessionByALogout()
    {
        final String session = login(sessions.newLink());
        final String other = login(sessions.newLink());
        sessions.logout(session);
        assertFalse(isOpen(session));
        assertTrue(isOpen(other));
    }

    @Test
    void shouldEndTheSessionThatWasNotUsedForLongestWhenThereAreTooMany()
    {
        final String first = login(sessions.newLink());
        nowNs.incrementAndGet();
        final String second = login(sessions.newLink());
        nowNs.incrementAndGet();
        assertTrue(isOpen(first));
        for (int i = 0; i < 15; i++)
        {
            nowNs.incrementAndGet();
            assertNotNull(login(sessions.newLink()));
        }
        assertFalse(isOpen(second));
        assertTrue(isOpen(first));
    }
}
