// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.bourse.deploy.operators.forms.FormException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * A command: prints its result on standard output and ends with an {@link ExitCode}.
 */
@Command(mixinStandardHelpOptions = true)
public abstract class CliCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Override
    public final Integer call() throws IOException
    {
        try
        {
            return execute(out());
        }
        finally
        {
            // Lines flush themselves; what writes in pieces, such as rows in CSV, does not.
            out().flush();
        }
    }

    /**
     * Executes the command.
     *
     * @param out standard output, flushed afterwards.
     * @return exit code, {@link ExitCode#OK} when {@link #run(PrintWriter)} comes to its end.
     * @throws IOException when a file or the venue cannot be used.
     */
    protected int execute(final PrintWriter out) throws IOException
    {
        run(out);
        return ExitCode.OK;
    }

    /**
     * Does the work of a command that has no other exit code than those of its exceptions; by itself a command that has
     * subcommands is a usage error.
     *
     * @param out standard output, flushed afterwards.
     * @throws IOException when a file or the venue cannot be used.
     */
    protected void run(final PrintWriter out) throws IOException
    {
        throw usage("a command is needed, see --help");
    }

    /**
     * Standard output.
     *
     * @return writer.
     */
    protected final PrintWriter out()
    {
        return commandLine().getOut();
    }

    /**
     * Standard error.
     *
     * @return writer.
     */
    protected final PrintWriter err()
    {
        return commandLine().getErr();
    }

    /**
     * The command line that is executed.
     *
     * @return command line.
     */
    protected final CommandLine commandLine()
    {
        return spec.commandLine();
    }

    /**
     * A wrong command line.
     *
     * @param text what is wrong with it.
     * @return exception, to be thrown.
     */
    protected final ParameterException usage(final String text)
    {
        return new ParameterException(commandLine(), text);
    }

    /**
     * Rejects a wrong command line.
     *
     * @param isWrong whether it is wrong.
     * @param text what is wrong with it then.
     * @throws ParameterException if so.
     */
    protected final void rejectIf(final boolean isWrong, final String text)
    {
        if (isWrong)
        {
            throw usage(text);
        }
    }

    /**
     * Makes an act; what is wrong with its fields is wrong with the options of the same names.
     *
     * @param act makes it.
     * @param <A> type of the act.
     * @return the act.
     * @throws ParameterException when a field is wrong.
     */
    protected final <A> A form(final Supplier<A> act)
    {
        try
        {
            return act.get();
        }
        catch (final FormException ex)
        {
            throw usage(ex.text(CliCommand::option));
        }
    }

    /** Name of the option of a field: no unit, hyphens between words. */
    private static String option(final String field)
    {
        return "--" + field.replaceFirst("(Ns|Id|Kopecks|Seconds)$", "").replaceAll("([A-Z])", "-$1")
            .toLowerCase(Locale.ROOT);
    }

    /**
     * A result as JSON.
     *
     * @param value to be printed.
     * @return indented text.
     * @throws JsonProcessingException when there is no JSON for it.
     */
    protected static String json(final Object value) throws JsonProcessingException
    {
        return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(value);
    }
}
