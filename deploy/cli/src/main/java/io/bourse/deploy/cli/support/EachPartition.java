// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import io.bourse.deploy.config.Markets;
import io.bourse.deploy.config.PartitionInstruments;
import io.bourse.deploy.config.Partitions;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;

/**
 * Where a command about a venue of several partitions is executed: in the one that is named, or has the instrument or
 * the trade that it is about, else in each of them in order of their numbers. A partition in which it fails does not
 * keep it from the next ones. Of several markets it is executed in the one that is named or has that, else in each;
 * what would be something else in each of them wants a name.
 */
final class EachPartition
{
    /** Of the venue as a whole. */
    private static final Set<String> OF_VENUE = Set.of("clearing", "console", "keys", "partition", "reports", "sql");
    private static final Set<String> RISK_OF_VENUE = Set.of("bourse risk watch", "bourse risk rebalance");
    /** Means something else in each partition. */
    private static final String OF_ONE = "bourse gateway activate";
    private static final String KEYS = "keys";
    private static final String MARKET = "--market";
    private static final String OF_MARKET = "bourse session ";
    private static final Set<String> OF_ONE_MARKET = Set.of("bourse risk watch", "bourse risk rebalance",
        "bourse risk collateral", "bourse session move", "bourse session approve");
    private static final Set<String> OF_EACH_MARKET = Set.of("bourse clearing plan", "bourse clearing status",
        "bourse clearing calls", "bourse clearing verify");

    private EachPartition()
    {
    }

    /**
     * Executes a command.
     *
     * @param parsed command line.
     * @return exit code: the first that is not 0.
     */
    static int execute(final ParseResult parsed)
    {
        final CommandLine command = parsed.asCommandLineList().getLast();
        final VenueDirectory venue = venue(command.getCommandSpec());
        if (null == venue || command.isUsageHelpRequested())
        {
            return new RunLast().execute(parsed);
        }
        final Map<String, Path> markets = Markets.in(venue.venueDir());
        final String name = command.getCommandSpec().qualifiedName();
        if (markets.isEmpty())
        {
            if (null != market(command) && !name.startsWith(OF_MARKET))
            {
                throw new ParameterException(command, "the venue has no markets: " + MARKET + "=" + market(command));
            }
            return inMarket(parsed, command, venue);
        }
        return name.startsWith("bourse " + KEYS) ? new RunLast().execute(parsed) :
            inMarkets(parsed, command, venue, markets);
    }

    /**
     * Lets commands name a market.
     *
     * @param line with all commands.
     */
    static void addMarket(final CommandLine line)
    {
        final CommandSpec command = line.getCommandSpec();
        if (null != venue(command) && null == command.findOption(MARKET))
        {
            command.addOption(OptionSpec.builder(MARKET).type(String.class).paramLabel("CODE")
                .description("This market of a venue of several.").build());
        }
        line.getSubcommands().values().forEach(EachPartition::addMarket);
    }

    private static String market(final CommandLine command)
    {
        return command.getParseResult().matchedOptionValue(MARKET, null);
    }

    private static int inMarkets(
        final ParseResult parsed,
        final CommandLine command,
        final VenueDirectory venue,
        final Map<String, Path> markets)
    {
        final List<String> meant;
        try
        {
            meant = meant(command, venue, markets);
        }
        catch (final IOException ex)
        {
            return ExitCode.explain(ex, command, parsed);
        }
        if (1 == meant.size())
        {
            venue.enter(markets.get(meant.getFirst()));
            return inMarket(parsed, command, venue);
        }
        int exitCode = ExitCode.OK;
        for (final String market : meant)
        {
            command.getOut().println("market " + market);
            venue.enter(markets.get(market));
            final int code = explained(parsed, command, () -> inMarket(parsed, command, venue));
            exitCode = ExitCode.OK == exitCode ? code : exitCode;
        }
        return exitCode;
    }

    private static List<String> meant(
        final CommandLine command, final VenueDirectory venue, final Map<String, Path> markets) throws IOException
    {
        final List<String> all = List.copyOf(markets.keySet());
        final String named = market(command);
        if (null != named)
        {
            return required(command, MARKET + " " + named + " markets=" + all, all.stream().filter(named::equals)
                .toList());
        }
        if (null != venue.partition())
        {
            return required(command, "--partition " + venue.partition(), all.stream().filter(market ->
                Partitions.in(markets.get(market)).contains(venue.partition())).toList());
        }
        String object = null;
        final List<String> having = new ArrayList<>();
        for (final String market : all)
        {
            final Found found = found(command, Partitions.in(markets.get(market)),
                PartitionInstruments.read(markets.get(market)));
            if (null != found)
            {
                object = found.what();
                having.addAll(found.partitions().isEmpty() ? List.of() : List.of(market));
            }
        }
        if (null != object)
        {
            return required(command, object, having);
        }
        final String name = command.getCommandSpec().qualifiedName();
        if (all.size() > 1 && !OF_EACH_MARKET.contains(name) &&
            (OF_ONE_MARKET.contains(name) || OF_VENUE.contains(name.split(" ")[1])))
        {
            throw new ParameterException(command, "is about one market, name it with " + MARKET + ": markets=" + all);
        }
        return all;
    }

    private static int inMarket(final ParseResult parsed, final CommandLine command, final VenueDirectory venue)
    {
        if (Partitions.in(venue.venueDir()).isEmpty())
        {
            if (null != venue.partition() && !venue.isPartitionChecked())
            {
                requireDirectory(command, venue);
            }
            return new RunLast().execute(parsed);
        }
        return execute(parsed, command, venue);
    }

    /** The options of a command that is about a venue; null of all others. */
    static VenueDirectory venue(final CommandSpec command)
    {
        return command.mixins().values().stream().map(CommandSpec::userObject).filter(VenueDirectory.class::isInstance)
            .map(VenueDirectory.class::cast).findFirst().orElse(null);
    }

    private static int execute(final ParseResult parsed, final CommandLine command, final VenueDirectory venue)
    {
        final String name = command.getCommandSpec().qualifiedName();
        final String[] words = name.split(" ");
        if (RISK_OF_VENUE.contains(name) || words.length > 1 && OF_VENUE.contains(words[1]))
        {
            if (null != venue.partition())
            {
                throw new ParameterException(command, "is about the whole venue, leave --partition out");
            }
            return new RunLast().execute(parsed);
        }
        final PartitionInstruments instruments;
        try
        {
            instruments = PartitionInstruments.read(venue.venueDir());
        }
        catch (final IOException ex)
        {
            return ExitCode.explain(ex, command, parsed);
        }
        final List<Integer> meant = meant(command, venue, instruments);
        if (1 == meant.size() && (null != venue.partition() || !Partitions.in(venue.venueDir()).equals(meant)))
        {
            venue.enter(meant.getFirst(), meant);
            return new RunLast().execute(parsed);
        }
        int exitCode = ExitCode.OK;
        for (final int partition : meant)
        {
            command.getOut().println("partition " + partition);
            venue.enter(partition, instruments.partitions());
            final int code = explained(parsed, command, () -> new RunLast().execute(parsed));
            exitCode = ExitCode.OK == exitCode ? code : exitCode;
        }
        return exitCode;
    }

    private static int explained(final ParseResult parsed, final CommandLine command, final IntSupplier execution)
    {
        try
        {
            return execution.getAsInt();
        }
        catch (final ExecutionException ex)
        {
            return ExitCode.explain(
                ex.getCause() instanceof final Exception cause ? cause : ex, command, parsed);
        }
    }

    private static List<Integer> meant(
        final CommandLine command, final VenueDirectory venue, final PartitionInstruments instruments)
    {
        if (null != venue.partition())
        {
            requireDirectory(command, venue);
            return List.of(venue.partition());
        }
        final List<Integer> all = Partitions.in(venue.venueDir());
        final Found found = found(command, all, instruments);
        if (null != found)
        {
            return required(command, found.what(), found.partitions());
        }
        requireNamed(command, command.getParseResult().matchedPositionals().stream()
            .anyMatch(parameter -> "N".equals(parameter.paramLabel())), all);
        requireNamed(command, OF_ONE.equals(command.getCommandSpec().qualifiedName()), all);
        return all;
    }

    /**
     * Partitions that have what a command is about.
     *
     * @param what as the command line has it.
     */
    private record Found(String what, List<Integer> partitions)
    {
    }

    /** Null when the command is about no instrument and no trade. */
    private static Found found(
        final CommandLine command, final List<Integer> all, final PartitionInstruments instruments)
    {
        final ParseResult options = command.getParseResult();
        for (final String option : List.of("--instrument", "--strategy"))
        {
            if (options.hasMatchedOption(option))
            {
                final int id = options.matchedOptionValue(option, 0);
                return new Found(option + " " + id, instruments.partitions(place -> id == place.instrumentId()));
            }
        }
        if (options.hasMatchedOption("--underlying"))
        {
            final String name = String.valueOf(options.<Object>matchedOptionValue("--underlying", ""));
            return new Found("--underlying " + name,
                instruments.partitions(place -> name.equals(place.underlying())));
        }
        for (final CommandLine.Model.PositionalParamSpec parameter : options.matchedPositionals())
        {
            if ("TRADE-ID".equals(parameter.paramLabel()))
            {
                final int partition = Partitions.ofId(parameter.<Long>getValue());
                return new Found("trade " + parameter.getValue(),
                    all.stream().filter(each -> partition == each).toList());
            }
        }
        return null;
    }

    private static void requireNamed(final CommandLine command, final boolean isOfOne, final List<Integer> all)
    {
        if (isOfOne)
        {
            throw new ParameterException(command, "is about one partition, name it with --partition: partitions=" +
                all);
        }
    }

    private static <T> List<T> required(final CommandLine command, final String what, final List<T> found)
    {
        if (found.isEmpty())
        {
            throw new ParameterException(command, "no partition has this: " + what);
        }
        return found;
    }

    private static void requireDirectory(final CommandLine command, final VenueDirectory venue)
    {
        final Path directory = Partitions.directory(venue.venueDir(), venue.partition());
        if (!Partitions.in(venue.venueDir()).contains(venue.partition()))
        {
            throw new ParameterException(command, "there is no such partition: --partition=" + venue.partition() +
                " missing=" + directory);
        }
    }
}
