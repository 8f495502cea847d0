// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import io.bourse.deploy.config.PartitionInstruments;
import io.bourse.deploy.config.Partitions;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Where a command about a venue of several partitions is executed: in the one that is named, or has the instrument or
 * the trade that it is about, else in each of them in order of their numbers. A partition in which it fails does not
 * keep it from the next ones.
 */
final class EachPartition
{
    /** Of the venue as a whole. */
    private static final Set<String> OF_VENUE = Set.of("clearing", "keys", "reports", "sql");
    private static final Set<String> RISK_OF_VENUE = Set.of("bourse risk watch", "bourse risk rebalance");
    /** Means something else in each partition. */
    private static final String OF_ONE = "bourse gateway activate";
    private static final int PARTITION_SHIFT = 48;

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
        if (null == venue || command.isUsageHelpRequested() || Partitions.in(venue.venueDir()).isEmpty())
        {
            if (null != venue && null != venue.partition() && !venue.isPartitionChecked())
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
            venue.enter(meant.getFirst(), 1);
            return new RunLast().execute(parsed);
        }
        int exitCode = ExitCode.OK;
        for (final int partition : meant)
        {
            command.getOut().println("partition " + partition);
            venue.enter(partition, instruments.count());
            final int code = executeHere(parsed, command);
            exitCode = ExitCode.OK == exitCode ? code : exitCode;
        }
        return exitCode;
    }

    private static int executeHere(final ParseResult parsed, final CommandLine command)
    {
        try
        {
            return new RunLast().execute(parsed);
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
        final ParseResult options = command.getParseResult();
        if (null != venue.partition())
        {
            requireDirectory(command, venue);
            return List.of(venue.partition());
        }
        for (final String option : List.of("--instrument", "--strategy"))
        {
            if (options.hasMatchedOption(option))
            {
                final int id = options.matchedOptionValue(option, 0);
                return required(command, option + " " + id,
                    instruments.partitions(place -> id == place.instrumentId()));
            }
        }
        if (options.hasMatchedOption("--underlying"))
        {
            final String name = String.valueOf(options.<Object>matchedOptionValue("--underlying", ""));
            return required(command, "--underlying " + name,
                instruments.partitions(place -> name.equals(place.underlying())));
        }
        final List<Integer> all = Partitions.in(venue.venueDir());
        for (final CommandLine.Model.PositionalParamSpec parameter : options.matchedPositionals())
        {
            if ("TRADE-ID".equals(parameter.paramLabel()))
            {
                final int partition = (int)(parameter.<Long>getValue() >>> PARTITION_SHIFT);
                return required(command, "trade " + parameter.getValue(),
                    all.stream().filter(each -> partition == each).toList());
            }
            requireNamed(command, "N".equals(parameter.paramLabel()), all);
        }
        requireNamed(command, OF_ONE.equals(command.getCommandSpec().qualifiedName()), all);
        return all;
    }

    private static void requireNamed(final CommandLine command, final boolean isOfOne, final List<Integer> all)
    {
        if (isOfOne)
        {
            throw new ParameterException(command, "is about one partition, name it with --partition: partitions=" +
                all);
        }
    }

    private static List<Integer> required(
        final CommandLine command, final String what, final List<Integer> partitions)
    {
        if (partitions.isEmpty())
        {
            throw new ParameterException(command, "no partition has this: " + what);
        }
        return partitions;
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
