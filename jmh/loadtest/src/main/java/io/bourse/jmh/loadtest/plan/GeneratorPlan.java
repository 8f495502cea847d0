// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.plan;

import io.soabase.recordbuilder.core.RecordBuilder;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The input of one generator's process, as a JSON file. It opens its sessions, prints {@value #READY}, and then carries
 * out a stage for every line {@code RUN NAME} of its input: prints {@value #DONE} and the name when
 * {@code NAME.json}, a {@link io.bourse.jmh.loadtest.tally.StageTally}, and the HdrHistogram logs lie in its directory.
 * It ends with its input, or after a line {@code FAILED} with the reason, for instance that the venue has ended a
 * session. After the name may stand the moment at which the stage begins, by {@link System#nanoTime}, which all
 * processes of a machine share; without it the stage begins at once.
 *
 * <p>Several generators share the stages: each has the transactions of the whole that are its own by their number, each
 * at the moment that it has in the whole.
 *
 * @param twimeHost host of the TWIME gateway.
 * @param twimePort port of the same.
 * @param fixHost host of the FIX gateway.
 * @param fixPort port of the same.
 * @param sessions to open.
 * @param limit messages that the venue takes of each session in a second, which sends at most {@value #PACE_TIMES}
 *     times as many; 0 for any number.
 * @param clientPerSecond transactions of all client sessions together.
 * @param clientReadMs how often a client session reads what has come; 0 for at once.
 * @param clientFeed line of PITCH that clients read, for the time from each order to its publication; null for none.
 * @param flow what they send.
 * @param stages it may be asked for.
 * @param directory for what it writes.
 * @param floorLimitNs the floor above which an interval is left out of the clean percentiles.
 * @param venueGaps file in which the venue's engine writes when its thread was away, see
 *     {@code venue.engine.gap-meter}: such times are left out as well; null when there is none.
 * @param givesWay whether its thread yields when there is nothing to do: the threads of the venue want its processor
 *     too.
 * @param generator number of it, from 0.
 * @param generators that share the stages.
 */
@RecordBuilder
public record GeneratorPlan(
    String twimeHost,
    int twimePort,
    String fixHost,
    int fixPort,
    List<SessionPlan> sessions,
    int limit,
    int clientPerSecond,
    int clientReadMs,
    Line clientFeed,
    FlowPlan flow,
    List<StagePlan> stages,
    String directory,
    long floorLimitNs,
    String venueGaps,
    boolean givesWay,
    int generator,
    int generators) implements GeneratorPlanBuilder.With
{
    /** What a session sends at most, as so many times its limit: the venue ends one that sends twice its limit. */
    public static final double PACE_TIMES = 1.8;
    /** Printed when all sessions are there. */
    public static final String READY = "READY";
    /** Begins the line for the end of a stage. */
    public static final String DONE = "DONE ";
    /** Begins the line that asks for a stage. */
    public static final String RUN = "RUN ";
    /**
     * A line of market data.
     *
     * @param networkInterface to join on.
     * @param address group and port.
     */
    public record Line(String networkInterface, String address)
    {
    }

    private static final long SEED_STEP = 0x9E3779B97F4A7C15L;

    /**
     * The same for several generators: members are dealt out in turns, so that each has the mix; clients are the first
     * one's. Each draws from a sequence of its own and has a directory of its own.
     *
     * @param count of generators; no more than there are members.
     * @return one plan for each; this one when there is but one.
     * @throws IllegalArgumentException when there are fewer members, or a recording is to be sent: that is one
     *     sequence.
     */
    public List<GeneratorPlan> split(final int count)
    {
        if (1 == count)
        {
            return List.of(this);
        }
        final List<SessionPlan> members = sessions.stream().filter((session) -> !session.isClient()).toList();
        if (null != flow.orderFile() || count > members.size())
        {
            throw new IllegalArgumentException("the load cannot be split: generators=" + count + " members=" +
                members.size() + " orderFile=" + flow.orderFile() + "; have one generator");
        }
        final List<GeneratorPlan> plans = new ArrayList<>();
        for (int i = 0; i < count; i++)
        {
            final List<SessionPlan> own = new ArrayList<>();
            for (int j = i; j < members.size(); j += count)
            {
                own.add(members.get(j));
            }
            if (0 == i)
            {
                sessions.stream().filter(SessionPlan::isClient).forEach(own::add);
            }
            plans.add(withSessions(own).withFlow(flow.withSeed(flow.seed() + i * SEED_STEP))
                .withDirectory(Path.of(directory, "generator-" + (i + 1)).toString())
                .withGenerator(i).withGenerators(count));
        }
        return plans;
    }
}
