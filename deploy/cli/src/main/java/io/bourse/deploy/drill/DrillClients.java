// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.deploy.orders.SyntheticFlow;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.protocol.LoginProtocol;
import org.agrona.CloseHelper;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A process of clients: all logins of one protocol, each with its share of a seeded order flow. It takes commands
 * on its standard input, and ends when that ends, so that it never outlives its drill.
 */
public final class DrillClients
{
    /** Word on the standard input: send nothing more, but stay. */
    static final String QUIET = "quiet";
    /** Word on the standard input: end. */
    static final String STOP = "stop";
    /** Word on the standard output: everything that was sent is answered. */
    static final String IS_QUIET = "is quiet";

    private static final int INSTRUMENTS = 3;
    private static final int ACCOUNTS = 20;
    private static final long ENDLESS = Long.MAX_VALUE;
    private static final long PACE_NS = TimeUnit.MICROSECONDS.toNanos(2_000);

    private final List<DrillSession> sessions = new ArrayList<>();
    /** Gets the drop copies; null where the protocol has none. */
    private final FixWatchSession watcher;
    private final OrderAction action = new OrderAction();
    private final PrintWriter out;
    private final SyntheticFlow flow;
    private boolean hasAction;
    private long nextNs = System.nanoTime();
    private volatile boolean isQuiet;
    private volatile boolean isStopping;

    private DrillClients(
        final VenueConfig config,
        final LoginProtocol protocol,
        final Path directory,
        final long seed,
        final PrintWriter out)
    {
        this.out = out;
        final ReferenceData data = ReferenceDataReader.read(config.referenceData(), config.tradingDate());
        final Map<Integer, String> symbols = data.instruments().stream()
            .collect(Collectors.toMap(InstrumentSpec::instrumentId, InstrumentSpec::symbol));
        for (final ReferenceData.Login login : data.logins())
        {
            if (protocol == login.protocol())
            {
                final List<String> accounts = data.accounts().stream()
                    .filter(account -> account.startsWith(login.brokerageFirm())).limit(ACCOUNTS).toList();
                sessions.add(LoginProtocol.TWIME == protocol ?
                    new TwimeDrillSession(config.twime().bindAddress(), directory, login.name(), accounts) :
                    new FixDrillSession(config.fix().bindAddress(), directory, login.name(), accounts, symbols));
            }
        }
        watcher = FixWatchSession.PROTOCOL == protocol ?
            new FixWatchSession(config.fix().bindAddress(), directory) : null;
        final int[] weights = new int[sessions.size()];
        Arrays.fill(weights, 1);
        flow = new SyntheticFlow(data.instruments().subList(0, INSTRUMENTS), weights, ENDLESS, seed);
    }

    /**
     * Runs the clients until they are stopped.
     *
     * @param config of the venue; says where its gateways listen.
     * @param protocol of the logins.
     * @param directory of the clients' journals.
     * @param seed of their orders.
     * @param out for what the drill reads.
     */
    public static void run(
        final VenueConfig config,
        final LoginProtocol protocol,
        final Path directory,
        final long seed,
        final PrintWriter out)
    {
        final DrillClients clients = new DrillClients(config, protocol, directory, seed, out);
        Thread.ofPlatform().daemon().name("drill-orders").start(clients::listen);
        try
        {
            clients.say("ready");
            clients.trade();
        }
        finally
        {
            CloseHelper.quietCloseAll(clients.sessions);
            CloseHelper.quietClose(clients.watcher);
        }
    }

    private void listen()
    {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII)))
        {
            for (String line = in.readLine(); null != line && !STOP.equals(line); line = in.readLine())
            {
                isQuiet = isQuiet || QUIET.equals(line);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the drill that started these clients cannot be heard", ex);
        }
        finally
        {
            isStopping = true;
        }
    }

    private void trade()
    {
        final IdleStrategy idle = new BackoffIdleStrategy(1, 1, 100_000, 1_000_000);
        boolean hasSaid = false;
        while (!isStopping)
        {
            int work = 0;
            for (final DrillSession session : sessions)
            {
                work += session.poll();
            }
            if (!isQuiet)
            {
                work += sendWhenDue();
            }
            else if (!hasSaid && sessions.stream().allMatch(DrillSession::isQuiet))
            {
                hasSaid = true;
                say(IS_QUIET);
            }
            idle.idle(work);
        }
    }

    /** A market of modest pace: the drill is about deaths, not about load. */
    private int sendWhenDue()
    {
        final long nowNs = System.nanoTime();
        if (nowNs - nextNs < 0)
        {
            return 0;
        }
        nextNs = nowNs + PACE_NS;
        hasAction = hasAction || flow.next(action);
        hasAction = !sessions.get(action.client).send(action);
        if (hasAction && !sessions.get(action.client).isUp())
        {
            // The others do not wait for a login that is away.
            hasAction = false;
        }
        return hasAction ? 0 : 1;
    }

    private void say(final String text)
    {
        out.println(text);
        out.flush();
    }
}
