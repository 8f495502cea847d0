// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.timestamps;

import io.bourse.engine.telemetry.AnswerStamps;
import io.bourse.engine.telemetry.ClockReading;
import org.HdrHistogram.Histogram;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/**
 * Percentiles of every leg of a day, and how many answers left after their market data.
 */
public final class StampSummary
{
    private static final double NS_PER_US = 1_000.0;
    private static final double PERCENT = 100.0;
    private static final String ROW = "%-26s %12s %11s %11s %11s %11s %11s %11s %10s%n";

    private final StampLeg toGatewayOut = new StampLeg("t3n  -> t3'  gateway");
    private final StampLeg toMatcher = new StampLeg("t3'  -> t5   ring");
    private final StampLeg inMatcher = new StampLeg("t5   -> t6   journal+match");
    private final StampLeg toGatewayIn = new StampLeg("t6   -> t4'  event stream");
    private final StampLeg toWrite = new StampLeg("t4'  -> t4   wait+write");
    private final StampLeg whole = new StampLeg("t3n  -> t4   whole venue");
    private final StampLeg toPublic = new StampLeg("t6   -> t9   market data");
    private final StampLeg lead = new StampLeg("t9   -> t4   lead");
    private final List<StampLeg> legs =
        List.of(toGatewayOut, toMatcher, inMatcher, toGatewayIn, toWrite, whole, toPublic, lead);
    private final StampQuery query;
    private long rows;
    private long unsent;
    private long late;
    private long withMarketData;

    private StampSummary(final StampQuery query)
    {
        this.query = query;
    }

    /**
     * Reads a day.
     *
     * @param query of the day.
     * @return figures.
     * @throws IOException when a file cannot be read.
     */
    public static StampSummary of(final StampQuery query) throws IOException
    {
        final StampSummary summary = new StampSummary(query);
        query.forEach((origin, stamps, sentANs, sentBNs) -> summary.add(stamps, sentANs, sentBNs));
        return summary;
    }

    private void add(final AnswerStamps stamps, final long sentANs, final long sentBNs)
    {
        rows++;
        toGatewayOut.add(stamps.readNs(), stamps.offeredNs());
        toMatcher.add(stamps.offeredNs(), stamps.stampedNs());
        inMatcher.add(stamps.stampedNs(), stamps.publishedNs());
        toGatewayIn.add(stamps.publishedNs(), stamps.eventsReadNs());
        toWrite.add(stamps.eventsReadNs(), stamps.writtenNs());
        whole.add(stamps.readNs(), stamps.writtenNs());
        final long publicNs = StampRowHandler.publicNs(sentANs, sentBNs);
        toPublic.add(stamps.publishedNs(), publicNs);
        lead.add(publicNs, stamps.writtenNs());
        late += 0 == (stamps.flags() & AnswerStamps.LATE) ? 0 : 1;
        unsent += StampRowHandler.NONE == stamps.writtenNs() ? 1 : 0;
        withMarketData += StampRowHandler.NONE == publicNs || StampRowHandler.NONE == stamps.writtenNs() ? 0 : 1;
    }

    /**
     * Answers that were written and belong to a transaction with market data that was sent.
     *
     * @return count.
     */
    public long withMarketData()
    {
        return withMarketData;
    }

    /**
     * Those of {@link #withMarketData()} that were written after it.
     *
     * @return count.
     */
    public long publicFirst()
    {
        return withMarketData - lead.backwards();
    }

    /**
     * How long before an answer its market data was out, over those of {@link #publicFirst()}.
     *
     * @param percentile 0 to 100.
     * @return nanoseconds, 0 when there are none.
     */
    public long leadNs(final double percentile)
    {
        return lead.histogram().getValueAtPercentile(percentile);
    }

    /**
     * Records that components could not write.
     *
     * @return count.
     */
    public long lost()
    {
        return query.lost();
    }

    /**
     * Prints it.
     *
     * @param out to print to.
     */
    public void print(final PrintWriter out)
    {
        out.println("trading date        " + query.tradingDate());
        out.println("requests            " + rows + (0 == unsent ? "" : ", the answers of " + unsent +
            " did not leave: their clients were gone"));
        out.println("market data         " + query.sends() + " transactions");
        out.println("lost records        " + query.lost());
        printClock(query.clocks(), out);
        for (final String file : query.unreadable())
        {
            out.println("left out            " + file);
        }
        out.println("public first        " + publicFirst() + " of " + withMarketData +
            " answers with market data" + share());
        out.println("waited in vain      " + late + " answers left because the bounded wait ran out");
        out.println();
        out.printf(ROW, "us", "count", "min", "p50", "p90", "p99", "p99.9", "max", "backwards");
        for (final StampLeg leg : legs)
        {
            print(leg, out);
        }
        out.println();
        out.println("All stamps are of one clock, that of this machine (" +
            Runtime.getRuntime().availableProcessors() + " processors); none is of a network card. What the " +
            "host takes away from");
        out.println("the venue is in the figures: on a shared or virtual machine most of what is above p99 is the " +
            "host's. Backwards counts");
        out.println("legs whose end is before their beginning: a clock that was set or slewed; of the lead, answers " +
            "before their market data.");
    }

    private static void printClock(final List<ClockReading> clocks, final PrintWriter out)
    {
        String heading = "clock, at worst     ";
        for (final ClockReading.State state : ClockReading.State.values())
        {
            final List<ClockReading> found = clocks.stream().filter((clock) -> state == clock.state()).toList();
            if (!found.isEmpty())
            {
                out.println(heading + (ClockReading.State.ABSENT == state ? "not in the header, the file is older" :
                    found.stream().reduce(ClockReading::worst).orElseThrow().text()) + ": " + found.size() + " of " +
                    clocks.size() + " files");
                heading = "                    ";
            }
        }
    }

    private String share()
    {
        return 0 == withMarketData ? "" : String.format(", %.4f %%", PERCENT * publicFirst() / withMarketData);
    }

    private static void print(final StampLeg leg, final PrintWriter out)
    {
        final Histogram histogram = leg.histogram();
        if (0 == histogram.getTotalCount())
        {
            out.printf(ROW, leg.title(), 0, "-", "-", "-", "-", "-", "-", leg.backwards());
            return;
        }
        out.printf(ROW, leg.title(), histogram.getTotalCount(), micros(histogram.getMinValue()),
            micros(histogram.getValueAtPercentile(50)), micros(histogram.getValueAtPercentile(90)),
            micros(histogram.getValueAtPercentile(99)), micros(histogram.getValueAtPercentile(99.9)),
            micros(histogram.getMaxValue()), leg.backwards());
    }

    private static String micros(final long ns)
    {
        return String.format("%.1f", ns / NS_PER_US);
    }
}
