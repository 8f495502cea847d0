// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import org.agrona.concurrent.IdleStrategy;

import java.util.concurrent.TimeUnit;

/**
 * The spinning thread's work for one stage, or for the part of it that one partition of the venue gets: the thread does
 * the work of all parts in turns. At a rate every transaction has a moment at which it is due, and its time
 * counts from there however late it could be sent: nothing that the venue or this process does to one transaction
 * hides the wait of the next one. Allocates nothing.
 */
final class Loop
{
    /** Transactions that one session may be given at once when many are due. */
    private static final int BATCH = 8;
    /** Sessions that are written to before one is read. */
    private static final int MOST_SENDS = 4;
    private static final long HEAD_START_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(20);
    private static final long TALLY_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final LoadSessions members;
    private final LoadSessions clients;
    private final Recording recording;
    private final IdleStrategy idle;
    private final int clientWindow;
    private final int window;
    private final int batch;
    private StageSchedule clientSchedule;
    private long clientNext;
    private long clientLast;
    private StageSchedule schedule;
    private long forNs;
    private long most;
    private long beginNs;
    private long nextTallyNs;
    private long sent;
    private long backlogMost;
    private int streak;
    private int sentOfTurn;
    private boolean isDraining;
    private boolean isOver;

    /**
     * For one stage.
     *
     * @param members send what the stage says.
     * @param clients send beside them.
     * @param clientWindow of each client.
     * @param recording receives the times.
     * @param window of each member; 0 for as many as fit.
     * @param isBatched false to give each session one transaction at a time.
     * @param idle what to do when there is nothing to send and nothing has come.
     */
    Loop(
        final LoadSessions members,
        final LoadSessions clients,
        final int clientWindow,
        final Recording recording,
        final int window,
        final boolean isBatched,
        final IdleStrategy idle)
    {
        this.members = members;
        this.clients = clients;
        this.clientWindow = clientWindow;
        this.recording = recording;
        this.idle = idle;
        this.window = 0 == window ? LoadSession.LARGEST_WINDOW : window;
        batch = isBatched ? BATCH : 1;
    }

    /** When a stage that begins now has its first moment. */
    static long soon()
    {
        return System.nanoTime() + HEAD_START_NS;
    }

    /** Clients send this, beginning with the stage. */
    void clients(final StageSchedule schedule)
    {
        clientSchedule = 0 == clients.count() ? null : schedule;
    }

    /** Everything of a schedule, each at its moment: to be {@link #run}. */
    void open(final StageSchedule ofStage, final long stageBeginNs)
    {
        begin(stageBeginNs);
        schedule = ofStage;
    }

    /**
     * Does the work of all parts of a stage, until the last one is over.
     *
     * @param parts that have begun.
     */
    static void run(final Loop... parts)
    {
        int left = parts.length;
        while (left > 0)
        {
            int done = 0;
            left = 0;
            for (final Loop part : parts)
            {
                if (!part.isOver)
                {
                    done += part.turn();
                    left += part.isOver ? 0 : 1;
                }
            }
            parts[0].idle.idle(done);
        }
    }

    /** Returns how much was done. */
    private int turn()
    {
        final long nowNs = System.nanoTime();
        final long before = sent + (null == schedule ? 0 : recording.answered());
        if (isDraining)
        {
            drainOrEnd(nowNs);
        }
        else if (isSilent(nowNs) || !isSending(nowNs))
        {
            isDraining = true;
            clientLast = null == clientSchedule ? 0 : clientDue(nowNs);
        }
        else if (null == schedule)
        {
            // Nothing else holds back what comes too early, whose answers would not be recorded.
            if (nowNs - beginNs >= 0)
            {
                fill();
            }
        }
        // What is due goes first, but not for ever: answers must not wait for the end of an overload.
        else if (!sendDue(nowNs) || 0 == (++streak & MOST_SENDS - 1))
        {
            look(nowNs);
        }
        tally(nowNs);
        return (int)(sent + (null == schedule ? 0 : recording.answered()) - before);
    }

    private boolean isSending(final long nowNs)
    {
        final long goneNs = nowNs - beginNs;
        return null == schedule ? goneNs < forNs && sent < most :
            sent < schedule.count() || goneNs < schedule.lengthNs();
    }

    private boolean sendDue(final long nowNs)
    {
        if (!isDue(nowNs))
        {
            return false;
        }
        final long dueNs = beginNs + schedule.dueNs(sent);
        final int sender = members.encodeInTurn(dueNs, schedule.place(sent), window);
        if (sender < 0)
        {
            return false;
        }
        sent++;
        int messages = 1;
        while (sentOfTurn + messages < batch && isDue(nowNs) &&
            members.encode(sender, beginNs + schedule.dueNs(sent), schedule.place(sent), window))
        {
            sent++;
            messages++;
        }
        members.flush(sender, messages);
        sentOfTurn += messages;
        if (sentOfTurn >= batch || !isDue(nowNs))
        {
            members.endTurn();
            sentOfTurn = 0;
        }
        return true;
    }

    private boolean isDue(final long nowNs)
    {
        return sent < schedule.count() && nowNs - beginNs - schedule.dueNs(sent) >= 0;
    }

    private void tally(final long nowNs)
    {
        if (nowNs - nextTallyNs >= 0)
        {
            nextTallyNs = nowNs + TALLY_NS;
            final long due = due(nowNs);
            backlogMost = Math.max(backlogMost, due - recording.answered());
            recording.roll(nowNs, due);
        }
    }

    private long due(final long nowNs)
    {
        final long mine = null == schedule ? sent : schedule.countUntil(nowNs - beginNs);
        return mine + (null == clientSchedule ? 0 : clientDue(nowNs));
    }

    private long clientDue(final long nowNs)
    {
        return Math.min(clientLast, clientSchedule.countUntil(nowNs - beginNs));
    }

    /**
     * As many as come back with a window of every session always on its way: to be {@link #run}.
     *
     * @param lengthNs how long, at most.
     * @param transactions at most.
     */
    void saturate(final long stageBeginNs, final long lengthNs, final long transactions)
    {
        begin(stageBeginNs);
        forNs = lengthNs;
        most = transactions;
    }

    private void fill()
    {
        for (int i = 0; i < members.count(); i++)
        {
            int messages = 0;
            final long nowNs = System.nanoTime();
            while (sent < most && members.encode(i, nowNs, 0, window))
            {
                sent++;
                messages++;
            }
            members.receive(i, messages);
            lookAtClients(nowNs);
        }
    }

    /** One at a time, over one session after the other. */
    void closed(final long stageBeginNs, final long lengthNs)
    {
        begin(stageBeginNs);
        long nowNs = System.nanoTime();
        while (nowNs - stageBeginNs < 0)
        {
            Thread.onSpinWait();
            nowNs = System.nanoTime();
        }
        while (nowNs - stageBeginNs < lengthNs && !isSilent(nowNs))
        {
            final long before = recording.answered();
            final int sender = members.encode(nowNs, 0, 1);
            if (sender >= 0)
            {
                sent++;
                members.flush(sender, 1);
                while (before == recording.answered() && !isSilent(nowNs))
                {
                    members.receive(sender, Floor.NOTHING);
                    nowNs = System.nanoTime();
                }
            }
            members.look();
            tally(nowNs);
            nowNs = System.nanoTime();
        }
        run(this);
    }

    private void begin(final long stageBeginNs)
    {
        schedule = null;
        forNs = 0;
        isDraining = false;
        isOver = false;
        beginNs = stageBeginNs;
        nextTallyNs = stageBeginNs;
        sent = 0;
        clientNext = 0;
        clientLast = null == clientSchedule ? 0 : clientSchedule.count();
        backlogMost = 0;
        sentOfTurn = 0;
    }

    private void look(final long nowNs)
    {
        lookAtClients(nowNs);
        members.look();
    }

    private void lookAtClients(final long nowNs)
    {
        recording.readFeed();
        if (null != clientSchedule)
        {
            sendOfClients(nowNs);
            clients.look();
        }
    }

    private void sendOfClients(final long nowNs)
    {
        if (clientNext < clientLast && nowNs - beginNs - clientSchedule.dueNs(clientNext) >= 0)
        {
            final int sender = clients.encode(beginNs + clientSchedule.dueNs(clientNext), 0, clientWindow);
            if (sender >= 0)
            {
                clientNext++;
                clients.flush(sender, 1);
            }
        }
    }

    /** Over are those that have the answers to everything that was sent, and those to which nothing comes any more. */
    private void drainOrEnd(final long nowNs)
    {
        if ((clientNext < clientLast || members.pending() + clients.pending() > 0) && !isSilent(nowNs))
        {
            look(nowNs);
            // Slow ones are waited for no longer than the others.
            clients.lookAtAll();
        }
        else
        {
            isOver = true;
        }
    }

    private boolean isSilent(final long nowNs)
    {
        return nowNs - recording.lastAnswerNs() > SILENCE_NS && members.pending() + clients.pending() > 0;
    }

    /** Transactions that were due in the whole stage, also those of clients that no session could send. */
    long dueInAll()
    {
        return (null == schedule ? sent : schedule.count()) + clientLast;
    }

    /** Most transactions of a session on their way. */
    int window()
    {
        return window;
    }

    /** Most transactions due and not answered, at any moment. */
    long backlogMost()
    {
        return backlogMost;
    }
}
