// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.deploy.cli.clearing.ClearingCommand;
import io.bourse.deploy.cli.clearing.KeysCommand;
import io.bourse.deploy.cli.clearing.ReportsCommand;
import io.bourse.deploy.cli.clearing.SqlCommand;
import io.bourse.deploy.cli.feed.ArrivalCommand;
import io.bourse.deploy.cli.feed.DecodeCommand;
import io.bourse.deploy.cli.feed.DissectorCommand;
import io.bourse.deploy.cli.feed.LatencyCommand;
import io.bourse.deploy.cli.feed.ObligationsCommand;
import io.bourse.deploy.cli.feed.RecordCommand;
import io.bourse.deploy.cli.feed.StatisticsCommand;
import io.bourse.deploy.cli.feed.TimestampsCommand;
import io.bourse.deploy.cli.feed.WatchCommand;
import io.bourse.deploy.cli.operator.AccessCommand;
import io.bourse.deploy.cli.operator.AccountsCommand;
import io.bourse.deploy.cli.operator.ApproveCommand;
import io.bourse.deploy.cli.operator.CalendarCommand;
import io.bourse.deploy.cli.operator.CancelCommand;
import io.bourse.deploy.cli.operator.CapacityCommand;
import io.bourse.deploy.cli.operator.ClockCommand;
import io.bourse.deploy.cli.operator.CredentialsCommand;
import io.bourse.deploy.cli.operator.ExerciseCommand;
import io.bourse.deploy.cli.operator.FixPasswordCommand;
import io.bourse.deploy.cli.operator.KillCommand;
import io.bourse.deploy.cli.operator.LegsCommand;
import io.bourse.deploy.cli.operator.NewsCommand;
import io.bourse.deploy.cli.operator.OperatorsCommand;
import io.bourse.deploy.cli.operator.PhaseCommand;
import io.bourse.deploy.cli.operator.PriceControlsCommand;
import io.bourse.deploy.cli.operator.RightsCommand;
import io.bourse.deploy.cli.operator.SecurityCommand;
import io.bourse.deploy.cli.operator.SelfTradeCommand;
import io.bourse.deploy.cli.operator.SessionCommand;
import io.bourse.deploy.cli.operator.TradeCommand;
import io.bourse.deploy.cli.recovery.BackupCommand;
import io.bourse.deploy.cli.recovery.HandOverCommand;
import io.bourse.deploy.cli.recovery.RecoverCommand;
import io.bourse.deploy.cli.recovery.ReplayCommand;
import io.bourse.deploy.cli.recovery.RestoreCommand;
import io.bourse.deploy.cli.recovery.VerifyJournalCommand;
import io.bourse.deploy.cli.risk.RiskCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.venue.ConsoleCommand;
import io.bourse.deploy.cli.venue.DayCommand;
import io.bourse.deploy.cli.venue.DebugBundleCommand;
import io.bourse.deploy.cli.venue.DrillCommand;
import io.bourse.deploy.cli.venue.EngineCommand;
import io.bourse.deploy.cli.venue.FailoverCommand;
import io.bourse.deploy.cli.venue.FeatureLevelCommand;
import io.bourse.deploy.cli.venue.GatewayCommand;
import io.bourse.deploy.cli.venue.HistoryCommand;
import io.bourse.deploy.cli.venue.LeaderCommand;
import io.bourse.deploy.cli.venue.MarketDataCommand;
import io.bourse.deploy.cli.venue.MemberCommand;
import io.bourse.deploy.cli.venue.MetricsCommand;
import io.bourse.deploy.cli.venue.PartitionCommand;
import io.bourse.deploy.cli.venue.RetentionCommand;
import io.bourse.deploy.cli.venue.SimulateCommand;
import io.bourse.deploy.cli.venue.SnapshotCommand;
import io.bourse.deploy.cli.venue.StartCommand;
import io.bourse.deploy.cli.venue.TopCommand;
import io.bourse.deploy.cli.venue.UpgradeCommand;
import io.bourse.deploy.drill.ParentWatch;
import io.bourse.engine.files.Umask;
import org.apache.logging.log4j.LogManager;
import picocli.CommandLine;
import picocli.CommandLine.Command;

import java.security.Security;
import java.util.List;

/**
 * The command line of the venue.
 */
@Command(
    name = "bourse",
    mixinStandardHelpOptions = true,
    version = "Bourse 0.1.0",
    description = "An exchange: matcher, journal, gateways, market data and clearing.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
        "",
        "Load tests, run by the launcher from the module of the benchmarks: bourse loadtest --help",
        "The launcher builds what is newer than the classes, and nothing else: bourse build"})
public final class Bourse implements Runnable
{
    /** In the order of the help text. */
    private static final List<Class<?>> COMMANDS = List.of(
        DayCommand.class,
        DrillCommand.class,
        StartCommand.class,
        EngineCommand.class,
        MemberCommand.class,
        GatewayCommand.class,
        MarketDataCommand.class,
        BackupCommand.class,
        RestoreCommand.class,
        HandOverCommand.class,
        FailoverCommand.class,
        SessionCommand.class,
        ClockCommand.class,
        PhaseCommand.class,
        CalendarCommand.class,
        PriceControlsCommand.class,
        RiskCommand.class,
        CapacityCommand.class,
        TradeCommand.class,
        RightsCommand.class,
        SelfTradeCommand.class,
        KillCommand.class,
        CancelCommand.class,
        FixPasswordCommand.class,
        CredentialsCommand.class,
        KeysCommand.class,
        OperatorsCommand.class,
        ApproveCommand.class,
        AccessCommand.class,
        SecurityCommand.class,
        NewsCommand.class,
        LegsCommand.class,
        AccountsCommand.class,
        ExerciseCommand.class,
        ClearingCommand.class,
        SqlCommand.class,
        ReportsCommand.class,
        SnapshotCommand.class,
        RetentionCommand.class,
        HistoryCommand.class,
        FeatureLevelCommand.class,
        PartitionCommand.class,
        UpgradeCommand.class,
        LeaderCommand.class,
        MetricsCommand.class,
        ConsoleCommand.class,
        TopCommand.class,
        DebugBundleCommand.class,
        TimestampsCommand.class,
        ArrivalCommand.class,
        LatencyCommand.class,
        WatchCommand.class,
        RecordCommand.class,
        StatisticsCommand.class,
        ObligationsCommand.class,
        DecodeCommand.class,
        DissectorCommand.class,
        VerifyJournalCommand.class,
        SimulateCommand.class,
        RecoverCommand.class,
        ReplayCommand.class);

    private static final List<String> VERSION = List.of("--version", "-V");

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    /**
     * Runs one command.
     *
     * @param args of the command line.
     */
    public static void main(final String[] args)
    {
        Umask.ownerOnly();
        // The name of a host that has moved is asked for again.
        Security.setProperty("networkaddress.cache.ttl", "5");
        Security.setProperty("networkaddress.cache.negative.ttl", "1");
        ParentWatch.beginIfAsked();
        final int status = commandLine(args).execute(args);
        LogManager.shutdown();
        System.exit(status);
    }

    /**
     * The command line with the command that is asked for, none for the version, or all of them for help: to read all
     * takes longer than most of them run.
     *
     * @param args of the command line; the first one names the command.
     * @return command line that explains failures and ends with the exit codes of {@link ExitCode}.
     */
    public static CommandLine commandLine(final String... args)
    {
        final CommandLine line = new CommandLine(new Bourse());
        addCommands(line, args);
        ExitCode.addMarket(line);
        addHeadings(line);
        // After the commands: they apply to those that are there.
        return line
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setExecutionStrategy(ExitCode::execute)
            .setParameterExceptionHandler(ExitCode::explainUsage)
            .setExecutionExceptionHandler(ExitCode::explain);
    }

    private static void addCommands(final CommandLine line, final String... args)
    {
        if (args.length > 0 && VERSION.contains(args[0]))
        {
            return;
        }
        for (final Class<?> command : COMMANDS)
        {
            if (args.length > 0 && args[0].equals(command.getAnnotation(Command.class).name()))
            {
                line.addSubcommand(command);
                return;
            }
        }
        COMMANDS.forEach(line::addSubcommand);
    }

    /** A footer that begins with an example has nothing else; what says more has headings of its own. */
    private static void addHeadings(final CommandLine line)
    {
        final CommandLine.Model.UsageMessageSpec usage = line.getCommandSpec().usageMessage();
        if (usage.footer().length > 0 && usage.footer()[0].startsWith("  "))
        {
            usage.footerHeading(1 == usage.footer().length ? "%nExample:%n" : "%nExamples:%n");
        }
        line.getSubcommands().values().forEach(Bourse::addHeadings);
    }

    @Override
    public void run()
    {
        throw new CommandLine.ParameterException(spec.commandLine(), "a command is needed");
    }
}
