// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import io.bourse.clearing.ClearingException;
import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.day.DayCheckException;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.node.VenueNotRunningException;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.CommandTimeoutException;
import io.bourse.engine.host.execution.CoreFailedException;
import io.bourse.engine.host.execution.DivergenceException;
import io.bourse.engine.host.history.HistoryException;
import io.bourse.engine.host.quarantine.QuarantineException;
import io.bourse.engine.host.recording.JournalDamagedException;
import io.bourse.engine.host.storage.StorageException;
import io.bourse.gateway.fix.password.PasswordFileException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;

/**
 * Exit codes of all commands (clearing rules 6), and the messages of commands that fail.
 */
public final class ExitCode
{
    /** Done. */
    public static final int OK = 0;
    /** Something unforeseen; a defect of the venue. */
    public static final int INTERNAL = 1;
    /** The command line or the configuration is wrong. */
    public static final int USAGE = 2;
    /** The venue is not in the state that the command needs. */
    public static final int PRECONDITION = 3;
    public static final int CHECK_FAILED = 4;
    /** An approval is missing, was refused or has expired. */
    public static final int APPROVAL = 5;
    /** A file cannot be read or written, or its disk has no space. */
    public static final int IO = 7;
    /** What is wrong with a data directory can be repaired. */
    public static final int REPAIRABLE = 11;
    /** What is wrong with a data directory cannot be repaired. */
    public static final int DAMAGED = 12;

    private static final Logger LOGGER = LoggerFactory.getLogger(ExitCode.class);

    private ExitCode()
    {
    }

    /**
     * Prints one line for what the operator can act on, and a stack trace only for defects.
     *
     * @param cause of the failure.
     * @param parsed command line.
     * @return exit code.
     */
    public static int explain(
        final Exception cause, final CommandLine commandLine, final CommandLine.ParseResult parsed)
    {
        final int code = of(cause);
        commandLine.getErr().println(commandLine.getCommandSpec().qualifiedName() + ": " + message(cause));
        haltNotice(commandLine).forEach(notice ->
            commandLine.getErr().println(commandLine.getCommandSpec().qualifiedName() + ": " + notice));
        LOGGER.debug("command failed: exitCode={}", code, cause);
        if (INTERNAL == code)
        {
            cause.printStackTrace(commandLine.getErr());
        }
        return code;
    }

    /**
     * Says what is wrong with a command line, and where its help is: a page of usage would hide it.
     *
     * @param cause what is wrong.
     * @param args of the command line.
     * @return exit code.
     */
    public static int explainUsage(final CommandLine.ParameterException cause, final String[] args)
    {
        final CommandLine commandLine = cause.getCommandLine();
        final String name = commandLine.getCommandSpec().qualifiedName();
        commandLine.getErr().println(name + ": " + cause.getMessage());
        CommandLine.UnmatchedArgumentException.printSuggestions(cause, commandLine.getErr());
        commandLine.getErr().println("See `" + name + " --help`.");
        return USAGE;
    }

    /**
     * Runs a command, in each partition that it is about, or prints its help; what the command line does not know is an
     * error with `--help` too.
     *
     * @param parsed command line.
     * @return exit code.
     */
    public static int execute(final CommandLine.ParseResult parsed)
    {
        for (final CommandLine each : parsed.asCommandLineList())
        {
            final List<String> unmatched = each.getParseResult().unmatched();
            if (!unmatched.isEmpty())
            {
                throw new CommandLine.UnmatchedArgumentException(each, unmatched);
            }
        }
        return EachPartition.execute(parsed);
    }

    /**
     * Lets commands about a venue name one of its markets.
     *
     * @param line with all commands.
     */
    public static void addMarket(final CommandLine line)
    {
        EachPartition.addMarket(line);
    }

    /** Whatever has failed, an operator is to know that trading stands still meanwhile. */
    private static List<String> haltNotice(final CommandLine commandLine)
    {
        final VenueDirectory venue = EachPartition.venue(commandLine.getCommandSpec());
        if (null != venue)
        {
            return HaltNotice.ofRuns(venue.dataDir());
        }
        final CommandLine.Model.OptionSpec data = commandLine.getCommandSpec().findOption("--data");
        return null != data && data.getValue() instanceof final Path dataDir ?
            HaltNotice.ofRuns(dataDir) : List.of();
    }

    private static int of(final Exception cause)
    {
        if (Venue.isAddressInUse(cause))
        {
            return PRECONDITION;
        }
        return switch (cause)
        {
            case ConfigurationException _, IllegalArgumentException _ -> USAGE;
            case CommandRefusedException _, CommandTimeoutException _, VenueNotRunningException _ -> PRECONDITION;
            case JournalDamagedException _, DivergenceException _, CoreFailedException _, QuarantineException _,
                HistoryException _ -> DAMAGED;
            case ClearingException clearing -> clearing.exitCode();
            case DayCheckException _ -> CHECK_FAILED;
            case StorageException _, PasswordFileException _, IOException _, UncheckedIOException _ -> IO;
            case IllegalStateException _ -> PRECONDITION;
            default -> INTERNAL;
        };
    }

    private static String message(final Throwable cause)
    {
        final StringBuilder text = new StringBuilder(String.valueOf(words(cause)));
        for (Throwable inner = cause.getCause(); null != inner; inner = inner.getCause())
        {
            if (null != words(inner))
            {
                text.append("; because: ").append(words(inner));
            }
        }
        return text.toString();
    }

    private static String words(final Throwable cause)
    {
        return cause instanceof final FileSystemException file && null == file.getReason() ?
            words(file) : cause.getMessage();
    }

    /** Of a file that cannot be opened the library often says nothing but its name. */
    private static String words(final FileSystemException cause)
    {
        final String what = switch (cause)
        {
            case NoSuchFileException ignored -> "there is no such file";
            case AccessDeniedException ignored -> "this user must not open the file";
            case NotDirectoryException ignored -> "this is no directory";
            case DirectoryNotEmptyException ignored -> "the directory is not empty";
            case FileAlreadyExistsException ignored -> "the file is there already";
            default -> "the file cannot be used";
        };
        return what + ": file=" + cause.getFile();
    }
}
