// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.run.audit.Approval;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.ApprovalOptions;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.Confirmation;
import io.bourse.deploy.cli.support.DateConverter;
import io.bourse.deploy.cli.support.HaltNotice;
import io.bourse.deploy.cli.support.VenueDirectory;
import io.bourse.deploy.config.Markets;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.node.SessionDates;
import io.bourse.deploy.node.SessionMoves;
import io.bourse.deploy.node.SessionTracker;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.node.VenueHistory;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.deploy.operators.acts.Confirming;
import io.bourse.deploy.operators.acts.MoveSession;
import io.bourse.deploy.operators.acts.OpenSession;
import io.bourse.deploy.operators.acts.SetTradingDays;
import io.bourse.deploy.operators.history.CapacityUse;
import io.bourse.engine.protocol.TradingDates;
import io.bourse.engine.protocol.TradingDays;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * Trading sessions as an operator moves them.
 */
@Command(
    name = "session",
    description = "Shows and opens the trading session of a running venue, puts its date right, keeps trading days.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
        "  bourse session open --next",
        "  bourse session open --date 20261124",
        "  bourse session move --date 20261124 --reason \"typed 20991231\"",
        "  bourse session approve",
        "  bourse session days trading-days.csv"})
public final class SessionCommand extends CliCommand
{
    @Override
    protected void run(final PrintWriter out)
    {
        throw usage("show, open, move, approve or days?");
    }

    @Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the last session, whether it is open, what has stopped order entry or halted trading, the",
            "feature level, the active administrators, and limits of capacity that are near or reached."})
    void show(
        @Mixin final VenueDirectory venueDir)
        throws IOException
    {
        final Path dataDir = venueDir.dataDir();
        VenueClearing.connected(dataDir, venue ->
        {
            final VenueHistory history = venue.history();
            final SessionTracker session = history.session();
            print(session, dataDir);
            final Set<String> administrators = VenueOperators.read(dataDir).administrators();
            out().println("venue      feature level " + session.featureLevel() + "  administrators " +
                administrators.size() + (administrators.isEmpty() ? "" : ": " + String.join(", ", administrators)));
            final CapacityUse use = history.settings();
            use.alarms().forEach(out()::println);
            if (!use.isWhole())
            {
                out().println("the beginning of the event stream was purged: what it said is not shown here");
            }
            return null;
        });
    }

    @Command(
        name = "open",
        mixinStandardHelpOptions = true,
        description = {
            "Opens the next session; legal after an evening run, of a later date.",
            "Asks when the date is no trading day, jumps over one, or lies more than a week ahead.",
            "Several partitions get one date; where its session is open already nothing is done."})
    void open(
        @Mixin final VenueDirectory venueDir,
        @ArgGroup(exclusive = true, multiplicity = "1") final NewDate date,
        @Option(names = "--market", paramLabel = "CODE", defaultValue = TradingDays.WHOLE_VENUE,
            description = "Market whose trading days count, of several the one that is opened. Default: all.")
        final String market,
        @Mixin final ActingOperator acting,
        @Mixin final Confirmation confirmation)
        throws IOException
    {
        try (VenueClearing venue = VenueClearing.connect(venueDir.dataDir()))
        {
            final Integer wanted = date.isNext && venueDir.isOneOfAll() ?
                Integer.valueOf(SessionDates.common(venueDir.venueDir(), calendar(venueDir, market))) : date.date;
            final SessionTracker last = venue.history().session();
            if (venueDir.isOneOfAll() && last.isOpen() && last.tradingDate() == wanted)
            {
                out().println("open already");
            }
            else
            {
                acting.session(venueDir.dataDir(), "bourse session open", confirmation).execute(
                    venue.client(), form(() -> new OpenSession(wanted, null == wanted, calendar(venueDir, market))));
            }
            print(venue.history().session(), venueDir.dataDir());
        }
    }

    /** Engines of several markets know the calendar of their own as that of the whole venue. */
    private static String calendar(final VenueDirectory venueDir, final String market)
    {
        return venueDir.isInMarket() ? TradingDays.WHOLE_VENUE : market;
    }

    @Command(
        name = "move",
        mixinStandardHelpOptions = true,
        description = {
            "Asks for the open session to have another date; before its first trade and its first clearing run only.",
            "The date moves when a second person has approved it, see `bourse session approve`."})
    void move(
        @Mixin final VenueDirectory venueDir,
        @Option(names = "--date", paramLabel = "YYYYMMDD", required = true, converter = DateConverter.class,
            description = "Trading date that the session should have.") final int tradingDate,
        @Option(names = "--reason", paramLabel = "TEXT", required = true,
            description = "Why; stands in the audit trail.") final String reason,
        @Mixin final ActingOperator operator,
        @Option(names = "--market", paramLabel = "CODE", defaultValue = TradingDays.WHOLE_VENUE,
            description = "Market whose trading days count, of several the one whose session moves.")
        final String market,
        @Mixin final Confirmation confirmation)
        throws IOException
    {
        final MoveSession act = form(() -> new MoveSession(tradingDate, reason, calendar(venueDir, market)));
        try (VenueClearing venue = VenueClearing.connect(venueDir.dataDir()))
        {
            final SessionMoves.Move move = operator.session(venueDir.dataDir(), "bourse session move", confirmation)
                .execute(venue.client(), act).move();
            if (null == move)
            {
                print(venue.history().session(), venueDir.dataDir());
                return;
            }
            out().println("asked for  " + move);
            out().println(
                "approve    a second person: bourse session approve --as NAME; look at " +
                MoveSession.moves(venueDir.dataDir()).shown());
        }
    }

    @Command(
        name = "approve",
        mixinStandardHelpOptions = true,
        description = {
            "Shows the last request of `bourse session move`, or approves or refuses it. Approved, the date moves at " +
                "once.",
            "An approval is bound to the SHA-256 of what was shown and may not come from who asked."})
    void approve(
        @Mixin final VenueDirectory venueDir,
        @Mixin final ActingOperator operator,
        @Mixin final ApprovalOptions answer)
        throws IOException
    {
        final SessionMoves moves = MoveSession.moves(venueDir.dataDir());
        if (answer.isShown())
        {
            out().println(Files.readString(moves.shown()));
        }
        else if (!answer.isApproved())
        {
            answer(moves, operator.approving(VenueOperators.read(venueDir.dataDir())), answer);
        }
        else
        {
            try (VenueClearing venue = VenueClearing.connect(venueDir.dataDir()))
            {
                final OperatorSigner approver = operator.approving(VenueOperators.read(venueDir.dataDir()));
                answer(moves, approver, answer);
                moves.execute(venue.client(), venue.history().dates(), approver);
                print(venue.history().session(), venueDir.dataDir());
            }
        }
    }

    @Command(
        name = "days",
        mixinStandardHelpOptions = true,
        description = {
            "Shows the trading days of the venue's markets, or replaces those of the markets that a file names.",
            "They are what `bourse session open` asks by; the engine itself opens a session on any date."},
        footer = {
            "",
            "The file is CSV: a market (empty: the whole venue) begins with its weekdays; days that differ follow:",
            "  market,day,trades,note",
            "  ,MON TUE WED THU FRI,yes,",
            "  ,20261104,no,Unity Day",
            "  ,20270220,yes,a Saturday that is worked"})
    void days(
        @Mixin final VenueDirectory venueDir,
        @Mixin final ActingOperator acting,
        @Parameters(arity = "0..1", paramLabel = "FILE", description = "The new trading days.") final Path file)
        throws IOException
    {
        final List<TradingDays> wanted = null == file ? List.of() : Markets.calendars(
            ReferenceDataReader.readTradingDays(file), Markets.codeOf(venueDir.venueDir()));
        try (VenueClearing venue = VenueClearing.connect(venueDir.dataDir()))
        {
            set(wanted, acting, venueDir.dataDir(), venue);
            final SessionDates dates = venue.history().dates();
            if (dates.calendars().isEmpty())
            {
                out().println("no trading days are set, Monday to Friday is assumed");
            }
            new TreeMap<>(dates.calendars()).values().forEach(days -> print(days, dates.session()));
        }
    }

    /** Each market is an act of its own, which may want a second person. */
    private void set(
        final List<TradingDays> wanted, final ActingOperator acting, final Path dataDir, final VenueClearing venue)
        throws IOException
    {
        ApprovalException waiting = null;
        for (final TradingDays days : wanted)
        {
            try
            {
                acting.session(dataDir, "bourse session days", Confirming.NOT_ASKED).execute(
                    venue.client(), SetTradingDays.of(days));
            }
            catch (final ApprovalException ex)
            {
                if (null != waiting)
                {
                    out().println(waiting.getMessage());
                }
                waiting = ex;
            }
        }
        if (null != waiting)
        {
            throw waiting;
        }
    }

    /** A date or the next trading day. */
    static final class NewDate
    {
        @Option(names = "--date", paramLabel = "YYYYMMDD", required = true, converter = DateConverter.class,
            description = "Trading date of the session.")
        private Integer date;

        @Option(names = "--next", required = true, description = "The next trading day.")
        private boolean isNext;
    }

    private void answer(final SessionMoves moves, final OperatorSigner by, final ApprovalOptions answer)
        throws IOException
    {
        final Approval approval = moves.answer(by, answer.isApproved(), answer.sha256());
        out().println(answer.word() + moves.pending() + " sha256=" + approval.sha256());
    }

    private void print(final SessionTracker session, final Path dataDir) throws IOException
    {
        final PrintWriter out = out();
        out.println("session " + session.sessionId() + "  date " + session.tradingDate() + "  " + state(session));
        HaltNotice.of(session, dataDir).forEach(out::println);
    }

    /**
     * What becomes of orders, in a word.
     *
     * @param session of the venue.
     * @return open, stopped (by the clock), halted, suspended or closed.
     */
    public static String state(final SessionTracker session)
    {
        if (!session.isOpen())
        {
            return "closed";
        }
        if (null != session.suspension())
        {
            return "suspended";
        }
        return null != session.clockStop() ? "stopped" : session.isMarketHalted() ? "halted" : "open";
    }

    private void print(final TradingDays days, final SessionTracker session)
    {
        final StringBuilder line = new StringBuilder("market     ")
            .append(days.market().isEmpty() ? "(whole venue)" : days.market());
        days.years().forEach((year, bits) -> line.append("  ").append(year).append(": ")
            .append(BitSet.valueOf(bits).cardinality()).append(" days"));
        if (TradingDates.isDate(session.tradingDate()))
        {
            line.append("  next ").append(days.next((int)session.tradingDate()));
        }
        out().println(line);
    }
}
