// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.engine.protocol.LoginProtocol;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A drill: the venue's real processes and clients, killed at moments that depend on progress and seed only, then
 * brought to rest and compared in every respect.
 */
public final class Drill
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(300);
    private static final int POLL_MS = 5;
    private static final int FEWEST_RECEIVED_IN_LIFE = 10;
    private static final double NS_PER_S = 1e9;
    /** Exit status after kill -9. */
    private static final int KILLED = 128 + 9;
    /** Exit status after a signal to stop. */
    private static final int STOPPED = 128 + 15;

    private final IdleStrategy idle = new SleepingMillisIdleStrategy(POLL_MS);
    private final DrillReport report = new DrillReport();
    private final List<String> fallen = new ArrayList<>();
    private final Map<LoginProtocol, Map<String, AnswerCounter>> counters = new EnumMap<>(LoginProtocol.class);
    private final Map<DrillProcess, Long> receivedAtDeath = new HashMap<>();
    private final DrillOptions options;
    private final PrintStream out;
    private boolean isStopping;
    private volatile boolean isEnding;

    private Drill(final DrillOptions options, final PrintStream out)
    {
        this.options = options;
        this.out = out;
    }

    /**
     * Runs a drill. Every process that it started has ended when it returns.
     *
     * @param options what to do.
     * @param out for progress.
     * @return what was found.
     * @throws IOException when files or processes cannot be made.
     */
    public static DrillReport run(final DrillOptions options, final PrintStream out) throws IOException
    {
        return new Drill(options, out).run();
    }

    private DrillReport run() throws IOException
    {
        final DrillVenue venue = DrillVenue.create(options);
        final Thread hook = new Thread(() ->
        {
            isEnding = true;
            venue.close();
        }, "drill-end");
        Runtime.getRuntime().addShutdownHook(hook);
        try
        {
            final ReferenceData data = ReferenceDataReader.read(
                venue.config().referenceData(), venue.config().tradingDate());
            data.logins().forEach(login -> counters
                .computeIfAbsent(login.protocol(), protocol -> new HashMap<>())
                .put(login.name(), new AnswerCounter(ClientJournal.file(venue.journals(), login.name()))));
            kill(venue, data);
        }
        catch (final RuntimeException ex)
        {
            report.add("the drill", "stopped early", List.of("STOPPED " + ex.getClass().getSimpleName() + ": " +
                ex.getMessage()));
            if (!isStopping)
            {
                findFallen(venue);
            }
        }
        finally
        {
            report.add("processes end only when killed", venue.all().size() + " processes, " +
                venue.all().stream().mapToInt(DrillProcess::lives).sum() + " lives", fallen);
            venue.close();
            Runtime.getRuntime().removeShutdownHook(hook);
        }
        return report;
    }

    private void kill(final DrillVenue venue, final ReferenceData data)
    {
        venue.engines().forEach(DrillProcess::start);
        await(venue, "engines are ready", () -> venue.engines().stream().allMatch(DrillProcess::isReady));
        DrillChecks.defineWatcher(venue);
        venue.components().forEach(DrillProcess::start);
        venue.clients().forEach(DrillProcess::start);
        try (DrillChecks checks = new DrillChecks(venue, data, report))
        {
            final KillSchedule schedule = new KillSchedule(options.seed(), venue, options.isTogether());
            long lastNs = System.nanoTime();
            for (int n = 1; n <= options.kills(); n++)
            {
                final KillSchedule.Death death = schedule.next();
                final long target = received() + death.receivedBefore();
                await(venue, "clients receive " + death.receivedBefore() + " more events before kill " + n,
                    () -> received() >= target);
                awaitRecovery(venue, death);
                awaitService(venue, death);
                final List<DrillProcess> victims = withLeader(venue, death);
                die(venue, victims);
                final long nowNs = System.nanoTime();
                out.printf("kill %4d %-28s received=%d +%.2f s%n", n,
                    victims.stream().map(DrillProcess::name).toList(), received(), (nowNs - lastNs) / NS_PER_S);
                out.flush();
                lastNs = nowNs;
            }
            final long target = received() + 1;
            await(venue, "clients receive something after the last kill", () -> received() >= target);
            quiesce(venue);
            checks.run(this::received);
            findFallen(venue);
            stop(venue);
            checks.runOffline();
        }
    }

    /** A second engine does not die before the first is back; a component or a client may die while it is starting. */
    private void awaitRecovery(final DrillVenue venue, final KillSchedule.Death death)
    {
        if (death.victims().stream().anyMatch(venue.engines()::contains))
        {
            await(venue, "engines are back", () -> venue.engines().stream().allMatch(DrillProcess::isReady));
        }
    }

    /** Most gateways and clients die at work. */
    private void awaitService(final DrillVenue venue, final KillSchedule.Death death)
    {
        for (final DrillProcess victim : death.victims())
        {
            if (null != victim.protocol() && !death.isEarly())
            {
                final long target = receivedAtDeath.getOrDefault(victim, 0L) + FEWEST_RECEIVED_IN_LIFE;
                await(venue, victim.name() + " has served again", () -> received(victim.protocol()) >= target);
            }
        }
    }

    /** Who leads is known only when the moment has come. */
    private List<DrillProcess> withLeader(final DrillVenue venue, final KillSchedule.Death death)
    {
        final List<DrillProcess> victims = new ArrayList<>(death.victims());
        if (options.isTogether())
        {
            victims.set(0, venue.engines().get(DrillChecks.leaderMemberId(venue)));
        }
        return victims;
    }

    private void die(final DrillVenue venue, final List<DrillProcess> victims)
    {
        expectComponentsToRestart(venue, victims);
        victims.forEach(victim -> victim.child().kill());
        victims.forEach(victim ->
        {
            final int exitStatus = victim.child().awaitExit();
            if (KILLED != exitStatus)
            {
                // It was faster than the kill.
                fallen.add("ENDED_BY_ITSELF " + victim + " exitStatus=" + exitStatus);
            }
            report.died(victim.name());
            if (null != victim.protocol())
            {
                receivedAtDeath.put(victim, received(victim.protocol()));
            }
            victim.start();
        });
    }

    /** The components of a cluster go from member to member; without the only engine they must get ready once more. */
    private static void expectComponentsToRestart(final DrillVenue venue, final List<DrillProcess> dying)
    {
        if (1 == venue.engines().size() && dying.contains(venue.engines().getFirst()))
        {
            venue.components().forEach(DrillProcess::expectAnotherReady);
        }
    }

    private void quiesce(final DrillVenue venue)
    {
        await(venue, "every process is back", () -> venue.all().stream().allMatch(DrillProcess::isReady));
        venue.clients().forEach(client -> client.child().tell(DrillClients.QUIET));
        await(venue, "clients have their answers",
            () -> venue.clients().stream().allMatch(client -> client.hasSaid(DrillClients.IS_QUIET)));
    }

    private void stop(final DrillVenue venue)
    {
        isStopping = true;
        venue.clients().forEach(client -> client.child().tell(DrillClients.STOP));
        venue.clients().forEach(this::awaitStop);
        venue.components().forEach(component -> component.child().stop());
        venue.components().forEach(this::awaitStop);
        venue.engines().forEach(engine -> engine.child().stop());
        venue.engines().forEach(this::awaitStop);
    }

    private void awaitStop(final DrillProcess process)
    {
        final int exitStatus = process.child().awaitExit();
        if (0 != exitStatus && STOPPED != exitStatus)
        {
            fallen.add("STOPPED_BADLY " + process + " exitStatus=" + exitStatus);
        }
    }

    private long received()
    {
        return counters.keySet().stream().mapToLong(this::received).sum();
    }

    private long received(final LoginProtocol protocol)
    {
        return counters.get(protocol).values().stream().mapToLong(AnswerCounter::count).sum();
    }

    private long received(final String login)
    {
        return counters.values().stream().filter(logins -> logins.containsKey(login))
            .mapToLong(logins -> logins.get(login).count()).sum();
    }

    private void await(final DrillVenue venue, final String what, final BooleanSupplier isDone)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!isDone.getAsBoolean())
        {
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new DrillException("the venue stands still: waitingFor=" + what + " limitNs=" + LIMIT_NS +
                    " received=" + received() + " notReady=" +
                    venue.all().stream().filter(process -> !process.isReady()).toList());
            }
            supervise(venue);
            idle.idle();
        }
    }

    /** Starts again what has ended by itself, as a supervisor would; but it is a finding. */
    private void supervise(final DrillVenue venue)
    {
        for (final DrillProcess process : findFallen(venue))
        {
            expectComponentsToRestart(venue, List.of(process));
            process.start();
        }
    }

    /** Notes what has ended by itself. */
    private List<DrillProcess> findFallen(final DrillVenue venue)
    {
        final List<DrillProcess> found = new ArrayList<>();
        for (final DrillProcess process : venue.all())
        {
            if (!isEnding && process.lives() > 0 && process.hasFallen())
            {
                fallen.add("ENDED_BY_ITSELF " + process + " exitStatus=" + process.child().awaitExit());
                found.add(process);
            }
        }
        return found;
    }
}
