// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import org.HdrHistogram.Histogram;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What clients sent and received, counted from their side of the sockets.
 */
final class ClientTally
{
    private static final long LONGEST_NS = 60_000_000_000L;
    private static final int DIGITS = 3;

    /** New orders sent. */
    long newOrders;
    /** Cancels sent. */
    long cancels;
    /** Replaces sent. */
    long replaces;
    /** Cancels and replaces that the client dropped because it knew the order was gone. */
    long dropped;
    /** New orders accepted. */
    long accepted;
    /** Cancels confirmed. */
    long cancelled;
    /** Replaces confirmed. */
    long replaced;
    /** Requests refused. */
    long refused;
    /** Executions reported; each trade gives two. */
    long executions;
    /** Lots bought and sold in all executions. */
    long executedLots;
    /** Refusals by code. */
    final SortedMap<String, Long> refusals = new TreeMap<>();
    /** Net lots by account and instrument, from executions alone. */
    final SortedMap<String, Long> positions = new TreeMap<>();
    /** Request to answer in nanoseconds. */
    final Histogram roundTripNs = new Histogram(LONGEST_NS, DIGITS);

    static String positionKey(final String account, final int instrumentId)
    {
        return account + "/" + instrumentId;
    }

    void refuse(final String code)
    {
        refused++;
        refusals.merge(code, 1L, Long::sum);
    }

    void execute(final String account, final int instrumentId, final boolean buy, final long lots)
    {
        executions++;
        executedLots += lots;
        positions.merge(positionKey(account, instrumentId), buy ? lots : -lots, Long::sum);
    }

    void answered(final long elapsedNs)
    {
        roundTripNs.recordValue(Math.min(elapsedNs, LONGEST_NS));
    }

    void add(final ClientTally other)
    {
        newOrders += other.newOrders;
        cancels += other.cancels;
        replaces += other.replaces;
        dropped += other.dropped;
        accepted += other.accepted;
        cancelled += other.cancelled;
        replaced += other.replaced;
        refused += other.refused;
        executions += other.executions;
        executedLots += other.executedLots;
        other.refusals.forEach((code, count) -> refusals.merge(code, count, Long::sum));
        other.positions.forEach((key, lots) -> positions.merge(key, lots, Long::sum));
        roundTripNs.add(other.roundTripNs);
    }

    long sent()
    {
        return newOrders + cancels + replaces;
    }
}
