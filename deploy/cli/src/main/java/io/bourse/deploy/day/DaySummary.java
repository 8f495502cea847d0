// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import java.util.List;
import java.util.SortedMap;

/**
 * What a day came to; written as {@code summary.json} and printed as tables.
 *
 * @param result OK or FAILED.
 * @param input where the orders came from.
 * @param machine where it ran.
 * @param flow requests and answers, from the clients' side.
 * @param latency request to answer over TCP, journalled, public before private.
 * @param feed market data as the reference receiver saw it.
 * @param clearing runs in order.
 * @param checks every check made.
 */
public record DaySummary(
    String result,
    Input input,
    Machine machine,
    Flow flow,
    Latency latency,
    Feed feed,
    List<Clearing> clearing,
    List<Check> checks)
{
    /**
     * Where the orders came from.
     *
     * @param source synthetic, or the file's name.
     * @param seed of the synthetic flow.
     * @param tradingDate YYYYMMDD.
     * @param omissions of a recorded file, one line per rule.
     * @param recordedTrades of a recorded file; -1 when it has none.
     */
    public record Input(String source, long seed, int tradingDate, List<String> omissions, long recordedTrades)
    {
    }

    /**
     * Where it ran.
     *
     * @param processors available to the JVM.
     * @param jvm name and version.
     * @param os name and version.
     * @param durability mode in force.
     */
    public record Machine(int processors, String jvm, String os, String durability)
    {
    }

    /**
     * Requests and answers.
     *
     * @param newOrders sent.
     * @param cancels sent.
     * @param replaces sent.
     * @param dropped cancels and replaces not sent because the order was known to be gone.
     * @param accepted new orders.
     * @param refused requests.
     * @param refusals by code.
     * @param trades in the engine.
     * @param tradedLots one side.
     * @param tradingNs both halves of the day, from first request to last answer.
     * @param transactionsPerSecond requests sent by that time.
     */
    public record Flow(
        long newOrders,
        long cancels,
        long replaces,
        long dropped,
        long accepted,
        long refused,
        SortedMap<String, Long> refusals,
        long trades,
        long tradedLots,
        long tradingNs,
        long transactionsPerSecond)
    {
    }

    /**
     * Percentiles in nanoseconds.
     *
     * @param protocol TWIME or FIX.
     * @param condition how it was taken.
     * @param count of answers.
     * @param p50 median.
     * @param p90 ninety per cent.
     * @param p99 ninety-nine per cent.
     * @param p999 99.9 per cent.
     * @param max slowest.
     */
    public record Percentiles(
        String protocol, String condition, long count, long p50, long p90, long p99, long p999, long max)
    {
    }

    /**
     * Latencies of the day.
     *
     * @param byProtocol one row each.
     * @param hiccupMaxNs longest pause of an idle thread beside the run: the floor of the tail.
     */
    public record Latency(List<Percentiles> byProtocol, long hiccupMaxNs)
    {
    }

    /**
     * The feed at the receiver.
     *
     * @param packets of the incremental feed, each counted once.
     * @param gaps packets that came on neither feed.
     * @param recoveries joins by snapshot after a gap.
     * @param publicFirst answers that left after their market data.
     * @param publicLate answers that did not wait any longer.
     * @param lead of the market data over the TWIME answers of its transactions.
     */
    public record Feed(long packets, long gaps, long recoveries, long publicFirst, long publicLate, Lead lead)
    {
    }

    /**
     * What the time-stamp files say about market data and answers; all 0 when they are not written.
     *
     * @param answers written to a socket, of transactions with market data.
     * @param publicFirst those of them that were written after both feeds had taken it.
     * @param p50Ns time from one to the other.
     * @param p99Ns time from one to the other.
     * @param lostRecords that could not be written.
     */
    public record Lead(long answers, long publicFirst, long p50Ns, long p99Ns, long lostRecords)
    {
        /** Nothing was recorded. */
        public static final Lead UNKNOWN = new Lead(0, 0, 0, 0, 0);
    }

    /**
     * One clearing run.
     *
     * @param kind INTRADAY or EVENING.
     * @param clearingNs from suspension to publication.
     * @param reportsNs writing and signing the reports.
     * @param trades cleared.
     * @param directory of the run.
     */
    public record Clearing(
        String kind, long runId, long clearingNs, long reportsNs, long trades, String directory)
    {
    }

    /**
     * One check.
     *
     * @param name what was compared.
     * @param ok whether it held.
     * @param detail facts.
     */
    public record Check(String name, boolean ok, String detail)
    {
    }
}
