// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.observe;

import io.bourse.deploy.timestamps.StampQuery;
import io.bourse.deploy.timestamps.StampRowHandler;
import io.bourse.engine.telemetry.AnswerStamps;
import io.bourse.jmh.loadtest.process.Measurements;
import org.HdrHistogram.Histogram;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What the time stamps of a venue say of the requests that it read in a span of time: how soon their market data was
 * out, whether that was before their answer, and by how much.
 */
public final class FeedStamps
{
    private static final long MAX_NS = TimeUnit.SECONDS.toNanos(60);
    private static final int DIGITS = 3;

    private final Histogram fromRequest = newHistogram();
    private final Histogram matcher = newHistogram();
    private final Histogram gateway = newHistogram();
    private final Histogram toPublic = newHistogram();
    private final Histogram lead = newHistogram();
    private final Histogram leadOfFirst = newHistogram();
    private final Histogram lag = newHistogram();
    private final long fromNs;
    private final long toNs;
    private long requests;
    private long withMarketData;
    private long publicFirst;
    private long firstFeedFirst;
    private long late;
    private long lost;

    /**
     * A span.
     *
     * @param fromNs first moment, nanoseconds since the Unix epoch.
     * @param toNs the moment after the last.
     */
    public FeedStamps(final long fromNs, final long toNs)
    {
        this.fromNs = fromNs;
        this.toNs = toNs;
    }

    private static Histogram newHistogram()
    {
        return new Histogram(MAX_NS, DIGITS);
    }

    /**
     * Reads the last trading date once, for several spans.
     *
     * @param dataDir of the venue.
     * @param spans that take what they are about.
     * @throws IOException when the files cannot be read.
     */
    public static void read(final Path dataDir, final List<FeedStamps> spans) throws IOException
    {
        final StampQuery query = StampQuery.open(List.of(dataDir), 0);
        query.forEach((origin, stamps, sentANs, sentBNs) ->
        {
            for (final FeedStamps span : spans)
            {
                span.add(stamps, sentANs, sentBNs);
            }
        });
        spans.forEach((span) -> span.lost += query.lost());
        if (!query.unreadable().isEmpty())
        {
            throw new IOException("time stamps cannot be read: files=" + query.unreadable());
        }
    }

    /**
     * Requests that had market data.
     *
     * @return count in the span.
     */
    public long withMarketData()
    {
        return withMarketData;
    }

    /**
     * Share of the requests with market data whose packets were handed to the sockets before the private answer was.
     *
     * @return from 0 to 1.
     */
    public double publicFirstShare()
    {
        return (double)publicFirst / withMarketData;
    }

    /**
     * How much earlier both packets were than the private answer.
     *
     * @return nanoseconds; 0 for those that were not.
     */
    public Histogram lead()
    {
        return lead;
    }

    /**
     * From the moment at which a request was read to its first packet.
     *
     * @return nanoseconds.
     */
    public Histogram fromRequest()
    {
        return fromRequest;
    }

    /**
     * From the place of a request in the journal until its events were handed out.
     *
     * @return nanoseconds; of all requests whose events are known.
     */
    public Histogram matcher()
    {
        return matcher;
    }

    /**
     * From the moment at which the gateway read a request to that at which it wrote the answer.
     *
     * @return nanoseconds; of all requests whose answer has left.
     */
    public Histogram gateway()
    {
        return gateway;
    }

    /**
     * A request.
     *
     * @param stamps of the gateway.
     * @param sentANs t9 of feed A, 0 for none.
     * @param sentBNs t9 of feed B, 0 for none.
     */
    void add(final AnswerStamps stamps, final long sentANs, final long sentBNs)
    {
        if (stamps.readNs() < fromNs || stamps.readNs() >= toNs)
        {
            return;
        }
        requests++;
        if (StampRowHandler.NONE != stamps.publishedNs())
        {
            record(matcher, stamps.publishedNs() - stamps.stampedNs());
        }
        if (StampRowHandler.NONE != stamps.writtenNs())
        {
            record(gateway, stamps.writtenNs() - stamps.readNs());
        }
        late += 0 == (stamps.flags() & AnswerStamps.LATE) ? 0 : 1;
        final long allNs = StampRowHandler.publicNs(sentANs, sentBNs);
        if (StampRowHandler.NONE == allNs || StampRowHandler.NONE == stamps.writtenNs())
        {
            return;
        }
        withMarketData++;
        final boolean hasBoth = StampRowHandler.NONE != sentANs && StampRowHandler.NONE != sentBNs;
        final long firstNs = hasBoth ? Math.min(sentANs, sentBNs) : allNs;
        record(fromRequest, firstNs - stamps.readNs());
        record(toPublic, firstNs - stamps.publishedNs());
        record(lead, stamps.writtenNs() - allNs);
        record(leadOfFirst, stamps.writtenNs() - firstNs);
        publicFirst += allNs <= stamps.writtenNs() ? 1 : 0;
        firstFeedFirst += firstNs <= stamps.writtenNs() ? 1 : 0;
        if (hasBoth)
        {
            record(lag, Math.abs(sentBNs - sentANs));
        }
    }

    /** What is negative counts as nothing: a lead that was none. */
    private static void record(final Histogram histogram, final long ns)
    {
        histogram.recordValue(Math.clamp(ns, 0, MAX_NS));
    }

    /** Notes everything under a prefix. */
    public void put(final Measurements figures, final String prefix)
    {
        figures
            .put(prefix + "requests", requests)
            .put(prefix + "withMarketData", withMarketData)
            .put(prefix + "publicFirst", publicFirst)
            .put(prefix + "firstFeedFirst", firstFeedFirst)
            .put(prefix + "late", late)
            .put(prefix + "stampsLost", lost)
            .put(prefix + "toPublic", toPublic)
            .put(prefix + "lead", lead)
            .put(prefix + "leadOf99", lead.getValueAtPercentile(1))
            .put(prefix + "leadOfFirst", leadOfFirst)
            .put(prefix + "leadOfFirstOf99", leadOfFirst.getValueAtPercentile(1))
            .put(prefix + "lag", lag);
    }
}
