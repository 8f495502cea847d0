// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.host;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.host.Durability;
import io.bourse.engine.host.cluster.MemberEndpoints;
import io.bourse.engine.security.Principal;
import io.bourse.jmh.process.HiccupMeter;
import io.bourse.jmh.process.Options;
import org.agrona.IoUtil;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * How long a venue of three members on one machine is without a leader when its leader is killed: orders come in at a
 * steady pace, the leader is killed (kill -9) at a moment that the seed decides, and the time is taken until the events
 * of the first order are seen that was offered after the kill. Every order must be executed once. Then the dead member
 * is started again and everybody waits until it has published the same events, and the next round begins.
 *
 * <pre>
 * jmh/run failover [rounds=50] [seed=1] [timeoutsMs=1000/500,1000/200,...] [link=FOLLOWER|LEADER]
 *     [memberTimeoutMs=3000] [rate=2000] [durability=RAM] [idle=BACKOFF] [dir=...]
 * </pre>
 *
 * Timeouts are the leader's silence that the others stand, and how long a candidate waits for the votes of all; a new
 * cluster is made for each pair.
 *
 * With {@code link=FOLLOWER} the client is linked to a member that lives on; with {@code LEADER} to the one that is
 * killed, as a gateway on the machine of a leader is, whose media driver dies with it.
 */
public final class FailoverTimes
{
    private static final List<String> DEFAULTS = List.of("rounds=50", "seed=1", "timeoutsMs=1000/500", "link=FOLLOWER",
        "memberTimeoutMs=3000", "rate=2000", "durability=RAM", "idle=BACKOFF", "dir=");
    private static final int MEMBERS = 3;
    private static final int FRAME_LIMIT = 64;
    private static final int SETTLE_MIN_MS = 300;
    private static final int SETTLE_SPREAD_MS = 700;
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);

    private final IdleStrategy idle = new BackoffIdleStrategy(100, 20, 1_000, 50_000);
    private final List<Round> rounds = new ArrayList<>();
    private final Options options;
    private final SplittableRandom random;
    private final MemberProcesses members;
    private long lastSequence;
    private long lastCursor = EngineClient.FROM_START;
    private int expectedLeader;
    private int unwantedElections;

    /**
     * One kill, in nanoseconds.
     *
     * @param answeredNs kill to the events of the first order that was offered after it.
     * @param takenNs kill to the first order that the client took again; 0 when it never refused one.
     * @param silenceNs longest time without any events.
     * @param backNs start of the dead member to all members equal.
     */
    private record Round(long answeredNs, long takenNs, long silenceNs, long backNs)
    {
    }

    private FailoverTimes(final Options options, final MemberProcesses members)
    {
        this.options = options;
        this.members = members;
        random = new SplittableRandom(options.number("seed"));
        expectedLeader = members.leader();
    }

    /**
     * Kills leaders and prints the times.
     *
     * @param args options.
     * @throws Exception when processes fail or an order is lost.
     */
    public static void main(final String[] args) throws Exception
    {
        final Options options = new Options(DEFAULTS, args);
        System.out.println("options: " + options);
        for (final String timeoutsMs : options.list("timeoutsMs"))
        {
            final int slash = timeoutsMs.indexOf('/');
            final Path dir = options.text("dir").isEmpty() ?
                Files.createTempDirectory("bourse-failover") : Files.createDirectories(Path.of(options.text("dir")));
            final MemberProcess.Settings settings = new MemberProcess.Settings(
                dir, MEMBERS, MemberEndpoints.freeRow(4 * MEMBERS), Durability.valueOf(options.text("durability")),
                Idle.valueOf(options.text("idle")), Integer.parseInt(timeoutsMs.substring(0, slash)),
                Integer.parseInt(timeoutsMs.substring(slash + 1)));
            try (MemberProcesses members = MemberProcesses.start(settings); HiccupMeter hiccups = new HiccupMeter())
            {
                new FailoverTimes(options, members).run(settings, hiccups);
            }
            finally
            {
                IoUtil.delete(dir.toFile(), true);
            }
        }
    }

    private void run(final MemberProcess.Settings settings, final HiccupMeter hiccups) throws Exception
    {
        System.out.printf("%nleader heartbeat timeout %d ms, its interval %d ms, election timeout %d ms%n",
            settings.heartbeatMs(), settings.heartbeatMs() / 10, settings.electionMs());
        try (ClusterEngineClient client = ClusterEngineClient.connect(members.client(members.leader())))
        {
            OrderPairs.define(client, TIMEOUT_NS);
        }
        for (int i = 1; i <= options.number("rounds"); i++)
        {
            round(i);
        }
        readToTheEnd();
        print("kill to first order answered", rounds.stream().mapToLong(Round::answeredNs).sorted().toArray());
        print("kill to orders taken again", rounds.stream().mapToLong(Round::takenNs).sorted().toArray());
        print("longest silence", rounds.stream().mapToLong(Round::silenceNs).sorted().toArray());
        print("start of the dead one to all equal", rounds.stream().mapToLong(Round::backNs).sorted().toArray());
        System.out.printf("leaders that changed without a kill: %d%nhiccups of an idle thread: %s%n",
            unwantedElections, hiccups);
    }

    private void round(final int number) throws IOException, InterruptedException
    {
        final int leader = members.leader();
        if (leader != expectedLeader)
        {
            unwantedElections++;
        }
        final boolean isLinkedToLeader = "LEADER".equals(options.text("link"));
        final Answers answers = new Answers(lastSequence);
        final long[] times;
        final long resent;
        try (ClusterEngineClient client = ClusterEngineClient.connect(
            members.client(isLinkedToLeader ? leader : (leader + 1) % MEMBERS)
                .memberTimeoutNs(TimeUnit.MILLISECONDS.toNanos(options.number("memberTimeoutMs"))));
            EventFollower follower = client.follow(begin(client), answers);
            SteadySender sender =
                new SteadySender(client.newCommandPublisher(Principal.gateway(OrderPairs.GATEWAY)), lastSequence,
                    options.number("rate")))
        {
            times = drive(follower, answers, sender, leader);
            resent = client.resentCommands();
            lastCursor = follower.cursor();
        }
        members.member(leader).awaitEnd();
        final long startNs = System.nanoTime();
        members.startMember(leader);
        members.awaitAllLive();
        expectedLeader = members.leader();
        members.awaitAllEqual(expectedLeader);
        final Round round = new Round(times[0], times[1], times[2], System.nanoTime() - startNs);
        rounds.add(round);
        System.out.printf(Locale.ROOT, "round %d: killed member %d, answered %.1f ms, taken again %.1f ms, " +
            "silence %.1f ms, back %.1f ms, leader %d, orders %d, sent again %d%n", number, leader,
            ms(round.answeredNs()), ms(round.takenNs()), ms(round.silenceNs()), ms(round.backNs()), expectedLeader,
            answers.seen() - lastSequence, resent);
        lastSequence = answers.seen();
    }

    /** Where the former round has ended: an order that is executed twice between two rounds is seen too. */
    private long begin(final ClusterEngineClient client)
    {
        return EngineClient.FROM_START == lastCursor ? client.endCursor() : lastCursor;
    }

    /** What has come behind the last order of the last round. */
    private void readToTheEnd()
    {
        final Answers answers = new Answers(lastSequence);
        try (ClusterEngineClient client = ClusterEngineClient.connect(members.client(members.leader()));
            EventFollower follower = client.follow(lastCursor, answers))
        {
            final long beginNs = System.nanoTime();
            while (follower.cursor() < client.endCursor())
            {
                idle.idle(follower.poll(FRAME_LIMIT));
                if (System.nanoTime() - beginNs > TIMEOUT_NS)
                {
                    throw new IllegalStateException("the events of the last round do not come: follower=" + follower);
                }
            }
        }
        if (lastSequence != answers.seen())
        {
            throw new IllegalStateException("orders that nobody sent: lastSequence=" + lastSequence + " seen=" +
                answers.seen());
        }
    }

    /** Lets orders flow, kills the leader, and lets them flow again. */
    private long[] drive(
        final EventFollower follower, final Answers answers, final SteadySender sender, final int leader)
    {
        final long settleNs =
            TimeUnit.MILLISECONDS.toNanos(SETTLE_MIN_MS + random.nextInt(SETTLE_SPREAD_MS));
        final long first = lastSequence + 1;
        final long beginNs = System.nanoTime();
        while (System.nanoTime() - beginNs < settleNs || answers.seen() < first)
        {
            poll(follower, sender, beginNs);
        }

        final long killNs = System.nanoTime();
        members.member(leader).kill();
        long answeredNs = 0;
        long silenceNs = 0;
        long lastSeenNs = killNs;
        long lastSeen = answers.seen();
        while (0 == answeredNs)
        {
            poll(follower, sender, killNs);
            if (answers.seen() != lastSeen)
            {
                final long nowNs = System.nanoTime();
                silenceNs = Math.max(silenceNs, nowNs - lastSeenNs);
                lastSeenNs = nowNs;
                lastSeen = answers.seen();
                answeredNs = sender.offeredNs(lastSeen) - killNs >= 0 ? nowNs - killNs : 0;
            }
        }
        final long goOnNs = System.nanoTime();
        while (System.nanoTime() - goOnNs < TimeUnit.MILLISECONDS.toNanos(SETTLE_MIN_MS))
        {
            poll(follower, sender, goOnNs);
        }
        sender.close();
        final long endNs = System.nanoTime();
        while (answers.seen() < sender.sent())
        {
            poll(follower, sender, endNs);
        }
        final long takenNs = sender.takenAgainNs() - killNs;
        return new long[]{answeredNs, Math.max(0, takenNs), silenceNs};
    }

    private void poll(final EventFollower follower, final SteadySender sender, final long sinceNs)
    {
        idle.idle(follower.poll(FRAME_LIMIT));
        if (System.nanoTime() - sinceNs > TIMEOUT_NS)
        {
            throw new IllegalStateException("the venue does not come back: sent=" + sender.sent() + " follower=" +
                follower);
        }
    }

    private static void print(final String what, final long[] sortedNs)
    {
        System.out.printf(Locale.ROOT, "%-36s median %8.1f ms, best %8.1f ms, worst %8.1f ms of %d%n", what,
            ms(sortedNs[sortedNs.length / 2]), ms(sortedNs[0]), ms(sortedNs[sortedNs.length - 1]), sortedNs.length);
    }

    private static double ms(final long ns)
    {
        return ns / 1e6;
    }
}
