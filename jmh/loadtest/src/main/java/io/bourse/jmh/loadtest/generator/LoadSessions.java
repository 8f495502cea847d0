// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.jmh.loadtest.flow.OrderFlow;

import java.util.Arrays;

/**
 * Sessions of one flow. Those that wait for answers are looked at all the time, the others now and then: their orders
 * trade as well.
 */
final class LoadSessions
{
    private static final int NOW_AND_THEN = 8;

    private final LoadSession[] sessions;
    private final Pace[] paces;
    private final OrderFlow flow;
    private final Floor floor;
    private final long readEveryNs;
    private final int[] waiting;
    private final boolean[] isWaiting;
    private int waitingCount;
    private int nextWaiting;
    private int nextAny;
    private int nextSender;
    private int looks;
    private long nextReadNs;

    /**
     * Those of members or of clients.
     *
     * @param limit messages that the venue takes of each in a second; 0 for any number.
     * @param readEveryNs how often each reads what has come; 0 for at once.
     */
    LoadSessions(
        final LoadSession[] sessions,
        final OrderFlow flow,
        final Floor floor,
        final int limit,
        final long readEveryNs)
    {
        paces = new Pace[0 == limit ? 0 : sessions.length];
        Arrays.setAll(paces, (i) -> new Pace(limit));
        this.readEveryNs = readEveryNs;
        this.sessions = sessions;
        this.flow = flow;
        this.floor = floor;
        waiting = new int[sessions.length];
        isWaiting = new boolean[sessions.length];
    }

    int count()
    {
        return sessions.length;
    }

    /** Transactions on their way, of all. */
    long pending()
    {
        long pending = 0;
        for (final LoadSession session : sessions)
        {
            pending += session.pending();
        }
        return pending;
    }

    /**
     * Finds a session that sends the next transaction, and has it encode it.
     *
     * @param dueNs moment when it is due.
     * @param place in its packet.
     * @param window most transactions of the session on their way.
     * @return the session, or -1 when none can.
     */
    int encode(final long dueNs, final int place, final int window)
    {
        final int given = flow.session();
        if (OrderFlow.ANY != given)
        {
            return encode(given, dueNs, place, window) ? given : -1;
        }
        for (int i = 0; i < sessions.length; i++)
        {
            final int sender = nextSender;
            endTurn();
            if (encode(sender, dueNs, place, window))
            {
                return sender;
            }
        }
        return -1;
    }

    /**
     * Has the session whose turn it is encode the next transaction. One that takes no more now is waited for: each has
     * its share of an overload, too, as if its member knew nothing of the others.
     *
     * @param dueNs moment when it is due.
     * @param place in its packet.
     * @param window most transactions of the session on their way.
     * @return the session, or -1 when it takes no more now.
     */
    int encodeInTurn(final long dueNs, final int place, final int window)
    {
        final int given = flow.session();
        final int sender = OrderFlow.ANY == given ? nextSender : given;
        return encode(sender, dueNs, place, window) ? sender : -1;
    }

    /** The next session has its turn. */
    void endTurn()
    {
        nextSender = nextSender + 1 == sessions.length ? 0 : nextSender + 1;
    }

    /**
     * Has a session encode a transaction.
     *
     * @param index of the session.
     * @return false when it takes no more now, or another session is next.
     */
    boolean encode(final int index, final long dueNs, final int place, final int window)
    {
        final LoadSession session = sessions[index];
        final int given = flow.session();
        final boolean isSent = (OrderFlow.ANY == given || index == given) && session.pending() < window &&
            isInPace(index) && session.trySend(dueNs, place);
        if (isSent && paces.length > 0)
        {
            paces[index].onSent(System.nanoTime());
        }
        if (isSent && 0 == readEveryNs && !isWaiting[index])
        {
            isWaiting[index] = true;
            waiting[waitingCount++] = index;
        }
        return isSent;
    }

    private boolean isInPace(final int index)
    {
        return 0 == paces.length || paces[index].isFree(sessions[index].pending(), System.nanoTime());
    }

    /** Writes what a session has encoded. */
    void flush(final int index, final int messages)
    {
        sessions[index].wire().flush();
        floor.look(System.nanoTime(), messages);
    }

    /** Writes and reads one session. */
    void receive(final int index, final int messages)
    {
        final int read = sessions[index].wire().receive();
        floor.look(System.nanoTime(), messages + read);
    }

    /** Reads one of those that wait, and now and then one that does not; slow ones when it is time. */
    void look()
    {
        if (readEveryNs > 0)
        {
            lookSlowly(System.nanoTime());
            return;
        }
        if (waitingCount > 0)
        {
            nextWaiting = nextWaiting + 1 < waitingCount ? nextWaiting + 1 : 0;
            final int index = waiting[nextWaiting];
            receive(index, Floor.NOTHING);
            if (0 == sessions[index].pending())
            {
                isWaiting[index] = false;
                waiting[nextWaiting] = waiting[--waitingCount];
            }
        }
        if (0 == waitingCount || 0 == (++looks & NOW_AND_THEN - 1))
        {
            lookAtAny();
        }
    }

    /** Their turns are spread over the time. */
    private void lookSlowly(final long nowNs)
    {
        if (nowNs - nextReadNs >= 0)
        {
            nextReadNs = nowNs + readEveryNs / sessions.length;
            nextAny = nextAny + 1 < sessions.length ? nextAny + 1 : 0;
            receive(nextAny, Floor.NOTHING);
        }
    }

    private void lookAtAny()
    {
        if (sessions.length > 0)
        {
            nextAny = nextAny + 1 < sessions.length ? nextAny + 1 : 0;
            if (!isWaiting[nextAny])
            {
                receive(nextAny, Floor.NOTHING);
            }
        }
    }

    /** Reads all of them, whether they wait or not. */
    void lookAtAll()
    {
        for (int i = 0; i < sessions.length; i++)
        {
            receive(i, Floor.NOTHING);
        }
    }

    /** Closes the connections. */
    void close()
    {
        for (final LoadSession session : sessions)
        {
            session.wire().close();
        }
    }
}
