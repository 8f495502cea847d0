// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.host;

import io.bourse.deploy.day.HiccupMeter;
import io.bourse.engine.client.cluster.ClusterClientOptions;
import io.bourse.engine.client.cluster.ClusterClientOptionsBuilder;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.host.Durability;
import io.bourse.engine.host.cluster.MemberEndpoints;
import io.bourse.engine.security.Principal;
import io.bourse.jmh.suite.Options;
import org.agrona.CloseHelper;
import org.agrona.IoUtil;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * How long clients of a venue of three members on one machine hear nothing when its leader is killed. Three clients
 * live through all kills, each linked to another member at first; orders come in from each at a steady pace. The leader
 * is killed (kill -9), and the time is taken until each client sees the events of the first order that it offered
 * after the kill, and for which it saw no events at all. Every order must be executed once. Then the dead member is
 * started again, all wait until it has published the same events, and after a pause the next leader is killed.
 *
 * <pre>
 * jmh/run failover [rounds=20] [seed=1] [timeoutsMs=1000/500,1000/200,...] [pausesMs=1000,11000]
 *     [memberTimeoutMs=N] [rate=500] [durability=RAM] [idle=BACKOFF] [dir=...]
 * </pre>
 *
 * Timeouts are the leader's silence that the others stand, and how long a candidate waits for the votes of all; a new
 * cluster is made for each pair. Pauses, from the return of the dead member to the next kill, take turns; the seed adds
 * up to 0.7 s to each but to 0, which kills as soon as it is back. 0 as {@code memberTimeoutMs} is the client's own
 * default.
 */
final class FailoverTimes
{
    private static final List<String> DEFAULTS = List.of("rounds=20", "seed=1", "timeoutsMs=1000/500",
        "pausesMs=1000,11000", "memberTimeoutMs=0", "rate=500", "durability=RAM", "idle=BACKOFF", "dir=");
    private static final int MEMBERS = 3;
    private static final int PAUSE_SPREAD_MS = 700;
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);

    private final List<FailoverClient> clients = new ArrayList<>();
    private final List<Round> rounds = new ArrayList<>();
    private final List<Long> backNs = new ArrayList<>();
    private final Options options;
    private final SplittableRandom random;
    private final MemberProcesses members;
    private int unwantedElections;

    /**
     * What one client saw of one kill.
     *
     * @param isLinkedToKilled whether the member that the client was linked to was killed.
     * @param pauseMs before the kill.
     * @param seen times.
     */
    private record Round(boolean isLinkedToKilled, int pauseMs, FailoverClient.Result seen)
    {
    }

    private FailoverTimes(final Options options, final MemberProcesses members)
    {
        this.options = options;
        this.members = members;
        random = new SplittableRandom(options.number("seed"));
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
            settings.credentials().createMissing().add(Principal.gateway(MEMBERS));
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
            OrderPairs.define(client, MEMBERS, TIMEOUT_NS);
        }
        try
        {
            for (int i = 0; i < MEMBERS; i++)
            {
                clients.add(new FailoverClient(clientOptions(i), i + 1, options.number("rate")));
            }
            int leader = members.leader();
            for (int i = 1; i <= options.number("rounds"); i++)
            {
                leader = round(i, leader);
            }
        }
        finally
        {
            CloseHelper.closeAll(clients);
        }
        print(hiccups);
    }

    private ClusterClientOptions clientOptions(final int firstMember)
    {
        final ClusterClientOptions usual = members.client(firstMember);
        final int timeoutMs = options.number("memberTimeoutMs");
        return 0 == timeoutMs ? usual : ClusterClientOptionsBuilder.builder(usual)
            .memberTimeoutNs(TimeUnit.MILLISECONDS.toNanos(timeoutMs)).build();
    }

    /** Returns the member that leads in the end. */
    private int round(final int number, final int expectedLeader) throws IOException, InterruptedException
    {
        final List<String> pauses = options.list("pausesMs");
        final int pauseMs = Integer.parseInt(pauses.get((number - 1) % pauses.size()));
        TimeUnit.MILLISECONDS.sleep(0 == pauseMs ? 0 : pauseMs + random.nextInt(PAUSE_SPREAD_MS));
        final int leader = members.leader();
        unwantedElections += leader == expectedLeader ? 0 : 1;
        final String killed = members.member(leader).aeronDirectoryName();
        clients.forEach(FailoverClient::onKill);
        members.member(leader).kill();
        MemberProcesses.await(() -> clients.stream().allMatch(FailoverClient::isAnswered),
            () -> "the venue does not come back: clients=" + clients.stream().map(FailoverClient::result).toList());
        members.member(leader).awaitEnd();
        final long startNs = System.nanoTime();
        members.startMember(leader);
        members.awaitAllLive();
        final int newLeader = members.leader();
        members.awaitAllEqual(newLeader);
        backNs.add(System.nanoTime() - startNs);
        final StringBuilder line = new StringBuilder();
        for (final FailoverClient client : clients)
        {
            final FailoverClient.Result seen = client.result();
            final boolean isLinkedToKilled = killed.equals(seen.link());
            rounds.add(new Round(isLinkedToKilled, pauseMs, seen));
            line.append(String.format(Locale.ROOT, "; answered %.0f ms, silence %.0f ms%s", ms(seen.answeredNs()),
                ms(seen.silenceNs()), isLinkedToKilled ? " (linked to it)" : ""));
        }
        System.out.printf(Locale.ROOT, "round %d after %d ms: killed member %d, leader %d, back %.0f ms%s%n", number,
            pauseMs, leader, newLeader, ms(backNs.getLast()), line);
        return newLeader;
    }

    private void print(final HiccupMeter hiccups)
    {
        print("linked to a member that lives", (round) -> !round.isLinkedToKilled());
        print("linked to the killed member", Round::isLinkedToKilled);
        for (final String pauseMs : options.list("pausesMs"))
        {
            print("killed " + pauseMs + " ms after the return", (round) -> pauseMs.equals("" + round.pauseMs()));
        }
        print("all", (round) -> true);
        print("start of the dead one to all equal", backNs.stream().mapToLong(Long::longValue).sorted().toArray());
        System.out.printf("leaders that changed without a kill: %d%ncommands sent again: %d%n" +
            "hiccups of an idle thread: %s%n", unwantedElections,
            clients.stream().mapToLong(FailoverClient::resentCommands).sum(), hiccups);
    }

    private void print(final String which, final Predicate<Round> filter)
    {
        final List<FailoverClient.Result> seen = rounds.stream().filter(filter).map(Round::seen).toList();
        final long[] silencesNs = seen.stream().mapToLong(FailoverClient.Result::silenceNs).sorted().toArray();
        print(which + ": answered", seen.stream().mapToLong(FailoverClient.Result::answeredNs).sorted().toArray());
        print(which + ": silence", silencesNs);
        System.out.println("    silences, ms: " +
            Arrays.stream(silencesNs).mapToObj((ns) -> Long.toString(Math.round(ms(ns)))).toList());
    }

    private static void print(final String what, final long[] sortedNs)
    {
        if (sortedNs.length > 0)
        {
            System.out.printf(Locale.ROOT, "%-48s median %8.1f ms, best %8.1f ms, worst %8.1f ms of %d%n", what,
                ms(sortedNs[sortedNs.length / 2]), ms(sortedNs[0]), ms(sortedNs[sortedNs.length - 1]),
                sortedNs.length);
        }
    }

    private static double ms(final long ns)
    {
        return ns / 1e6;
    }
}
