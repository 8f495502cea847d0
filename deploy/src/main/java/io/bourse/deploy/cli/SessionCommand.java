// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.deploy.node.SessionTracker;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.engine.client.OperatorClient;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Trading sessions as an operator moves them.
 */
@Command(
    name = "session",
    mixinStandardHelpOptions = true,
    description = "Shows or opens the trading session of a running venue.")
public final class SessionCommand implements Runnable
{
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);

    @Spec
    private CommandSpec spec;

    @Override
    public void run()
    {
        throw new CommandLine.ParameterException(spec.commandLine(), "show or open?");
    }

    @Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Prints the last session, whether it is open, and who has halted trading.")
    int show(
        @Option(names = "--data", paramLabel = "DIR", defaultValue = "data",
            description = "Data directory of the venue (default: ${DEFAULT-VALUE}).") final Path dataDir)
        throws IOException
    {
        print(VenueClearing.connected(dataDir, venue -> SessionTracker.read(venue.client())), dataDir);
        return ExitCode.OK;
    }

    @Command(
        name = "open",
        mixinStandardHelpOptions = true,
        description = "Opens the next session; legal after an evening run, of a later date.")
    int open(
        @Option(names = "--data", paramLabel = "DIR", defaultValue = "data",
            description = "Data directory of the venue (default: ${DEFAULT-VALUE}).") final Path dataDir,
        @Option(names = "--date", paramLabel = "YYYYMMDD", required = true,
            description = "Trading date of the session.") final int tradingDate)
        throws IOException
    {
        try (VenueClearing venue = VenueClearing.connect(dataDir);
            OperatorClient operator = new OperatorClient(venue.client(), TIMEOUT_NS))
        {
            final SessionTracker last = SessionTracker.read(venue.client());
            requireLater(last, tradingDate);
            operator.openSession(last.sessionId() + 1, tradingDate);
            print(SessionTracker.read(venue.client()), dataDir);
        }
        return ExitCode.OK;
    }

    /** The engine refuses it too, and cannot say why. */
    static void requireLater(final SessionTracker last, final int tradingDate)
    {
        if (tradingDate <= last.tradingDate())
        {
            throw new IllegalStateException("a trading date has one session, which its evening run ends; open one of " +
                "a later date: tradingDate=" + tradingDate + " lastTradingDate=" + last.tradingDate() +
                " lastSessionId=" + last.sessionId());
        }
    }

    private void print(final SessionTracker session, final Path dataDir) throws IOException
    {
        final PrintWriter out = spec.commandLine().getOut();
        out.println("session " + session.sessionId() + "  date " + session.tradingDate() + "  " + state(session));
        HaltNotice.of(session, dataDir).forEach(out::println);
        out.flush();
    }

    /** What becomes of orders, in a word. */
    static String state(final SessionTracker session)
    {
        if (!session.isOpen())
        {
            return "closed";
        }
        return null != session.suspension() ? "suspended" : session.isMarketHalted() ? "halted" : "open";
    }
}
