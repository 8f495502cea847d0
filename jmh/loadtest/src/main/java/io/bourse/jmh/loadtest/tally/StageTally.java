// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.tally;

import io.bourse.jmh.loadtest.result.Second;
import org.HdrHistogram.Histogram;

import java.util.List;
import java.util.Map;

/**
 * What one generator has counted in a stage. Moments are of the machine's clock, which all its processes share.
 *
 * @param beginNs moment when the stage began: the same for all of its generators.
 * @param endNs moment when this generator had no more to do.
 * @param lastAnswerNs moment of its last answer.
 * @param scheduledNs how long the stage was to be; 0 when its end was no moment.
 * @param window most transactions of a session on their way.
 * @param twime sessions over TWIME, without clients.
 * @param fix sessions over FIX, without clients.
 * @param clients sessions beside them.
 * @param due transactions.
 * @param orders accepted new orders.
 * @param cancels accepted cancels.
 * @param trades executions with a buyer among the sessions.
 * @param refusals by reason.
 * @param backlogMost most transactions due and not answered, at any moment.
 * @param leftOut requests of a recording that were not sent.
 * @param floor time that the machine took from the generator's thread.
 * @param seconds one after the other.
 * @param times distributions.
 * @param bursts one after the other; empty for other stages.
 */
public record StageTally(
    long beginNs,
    long endNs,
    long lastAnswerNs,
    long scheduledNs,
    int window,
    int twime,
    int fix,
    int clients,
    long due,
    long orders,
    long cancels,
    long trades,
    Map<String, Long> refusals,
    long backlogMost,
    long leftOut,
    Floor floor,
    List<Part> seconds,
    List<Times> times,
    List<Burst> bursts)
{
    /** Group of times of members' transactions. */
    public static final String ROUND_TRIP = "round trip";
    /** Group of times of clients' transactions. */
    public static final String CLIENTS = "clients";
    /** In that group: from a client's order to its publication, by the line of market data that the client reads. */
    public static final String TO_FEED = "client order to PITCH";
    /** Group of times by place in a packet. */
    public static final String PLACE = "place";
    /** Group of times by product. */
    public static final String PRODUCT = "product";
    /** Group of times by partition of the venue; the names are those of its markets, if it has several. */
    public static final String PART = "part";
    /** Group of the times of orders, of cancels and of both, whatever a session speaks. */
    public static final String HUMPS = "humps";
    /** Orders and cancels together, in that group. */
    public static final String BOTH = "both";
    /** Group, and name, of what a transaction would wait for the generator's thread when it is due at any moment. */
    public static final String FLOOR = "floor";

    /**
     * Accepted transactions.
     *
     * @return orders and cancels.
     */
    public long accepted()
    {
        return orders + cancels;
    }

    /**
     * Refused transactions.
     *
     * @return for any reason.
     */
    public long refused()
    {
        return refusals.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Time that the machine took.
     *
     * @param gaps of the generator's thread.
     * @param awayNs time in them.
     * @param keptSlow samples that gaps touched and cannot explain.
     * @param venueGaps of the engine's thread; -1 when unknown.
     */
    public record Floor(long gaps, long awayNs, long keptSlow, long venueGaps)
    {
    }

    /**
     * About a second.
     *
     * @param second what happened in it.
     * @param lengthNs how long it really was.
     */
    public record Part(Second second, long lengthNs)
    {
    }

    /**
     * A distribution of times.
     *
     * @param group it is shown with.
     * @param all everything, encoded.
     * @param removed the part that gaps explain, encoded.
     * @param log file of its log beside the tally; null when it has none.
     */
    public record Times(String name, String group, String all, String removed, String log)
    {
        /**
         * Of histograms.
         *
         * @param name of the distribution.
         * @param group it is shown with.
         * @param all everything.
         * @param removed the part that gaps explain.
         * @param log file of its log; null when it has none.
         * @return encoded.
         */
        public static Times of(
            final String name, final String group, final Histogram all, final Histogram removed, final String log)
        {
            return new Times(name, group, EncodedHistogram.encode(all), EncodedHistogram.encode(removed), log);
        }
    }

    /**
     * What became of a burst.
     *
     * @param due transactions of it.
     * @param accepted of them.
     * @param answered of them, accepted or not.
     * @param answeringNs from its beginning to the last of these answers.
     * @param recoveryNs from its end until it was over; negative when it never was.
     */
    public record Burst(long due, long accepted, long answered, long answeringNs, long recoveryNs)
    {
    }
}
