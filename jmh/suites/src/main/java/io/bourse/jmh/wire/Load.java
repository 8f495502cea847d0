// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import org.HdrHistogram.Histogram;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Transactions over the sessions of one client, on the calling thread, which never sleeps. At a constant rate every
 * transaction has a moment at which it is due, and its time counts from that moment however late it could be sent.
 */
public final class Load implements Link.Answers
{
    private static final int KEPT = 1 << 22;
    private static final long MAX_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(30);
    private static final int DIGITS = 3;

    private final long[] dueNs = new long[KEPT];
    private List<? extends Link> links;
    private Histogram histogram = newHistogram();
    private long lastId;
    private long answered;
    private long lastAnswerNs = System.nanoTime();

    static Histogram newHistogram()
    {
        return new Histogram(MAX_NS, DIGITS);
    }

    /** No sessions yet. */
    public Load()
    {
    }

    /**
     * The sessions to use from now on.
     *
     * @param links open sessions.
     */
    public void links(final List<? extends Link> links)
    {
        this.links = links;
    }

    /**
     * Transactions answered so far.
     *
     * @return count.
     */
    public long answered()
    {
        return answered;
    }

    @Override
    public void onAnswer(final long id)
    {
        lastAnswerNs = System.nanoTime();
        answered++;
        histogram.recordValue(Math.clamp(lastAnswerNs - dueNs[index(id)], 0, MAX_NS));
    }

    /** One at a time, over one session after the other. */
    Histogram closedLoop(final long forNs)
    {
        histogram = newHistogram();
        final long beginNs = System.nanoTime();
        lastAnswerNs = beginNs;
        int turn = 0;
        while (System.nanoTime() - beginNs < forNs)
        {
            final Link link = links.get(turn++ % links.size());
            final long before = answered;
            send(link, System.nanoTime());
            while (before == answered)
            {
                link.poll();
                requireProgress();
            }
        }
        return histogram;
    }

    /**
     * At a constant rate, over one session after the other.
     *
     * @param forNs how long.
     * @param perSecond transactions.
     * @return nanoseconds from the moment when a transaction was due to its answer.
     */
    public Histogram constantRate(final long forNs, final int perSecond)
    {
        histogram = newHistogram();
        final double intervalNs = 1e9 / perSecond;
        final long beginNs = System.nanoTime();
        final long count = forNs * perSecond / TimeUnit.SECONDS.toNanos(1);
        lastAnswerNs = beginNs;
        for (long i = 0; i < count; i++)
        {
            final long due = beginNs + (long)(i * intervalNs);
            while (System.nanoTime() - due < 0)
            {
                pollAll();
            }
            send(links.get((int)(i % links.size())), due);
        }
        drain();
        return histogram;
    }

    /**
     * As many as come back with a number of them always on their way.
     *
     * @param forNs how long.
     * @param windowOfEach session.
     * @return transactions a second.
     */
    public long saturate(final long forNs, final int windowOfEach)
    {
        histogram = newHistogram();
        final long beginNs = System.nanoTime();
        final long before = answered;
        lastAnswerNs = beginNs;
        while (System.nanoTime() - beginNs < forNs)
        {
            for (final Link link : links)
            {
                while (link.pending() < windowOfEach && trySend(link, System.nanoTime()))
                {
                    requireProgress();
                }
                link.poll();
            }
            requireProgress();
        }
        final long perSecond = (long)((answered - before) * 1e9 / (System.nanoTime() - beginNs));
        drain();
        return perSecond;
    }

    private void drain()
    {
        while (links.stream().anyMatch((link) -> link.pending() > 0))
        {
            pollAll();
            requireProgress();
        }
    }

    private void send(final Link link, final long due)
    {
        while (!trySend(link, due))
        {
            pollAll();
            requireProgress();
        }
        link.poll();
    }

    private boolean trySend(final Link link, final long due)
    {
        dueNs[index(lastId + 1)] = due;
        final boolean isSent = link.send(lastId + 1);
        lastId += isSent ? 1 : 0;
        return isSent;
    }

    private void pollAll()
    {
        for (int i = 0; i < links.size(); i++)
        {
            if (links.get(i).pending() > 0)
            {
                links.get(i).poll();
            }
        }
    }

    private void requireProgress()
    {
        if (System.nanoTime() - lastAnswerNs > SILENCE_NS)
        {
            throw new IllegalStateException("the server answers no more: sent=" + lastId + " answered=" + answered);
        }
    }

    private static int index(final long id)
    {
        return (int)id & KEPT - 1;
    }
}
