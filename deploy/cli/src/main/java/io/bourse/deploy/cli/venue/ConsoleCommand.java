// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.ConsoleReaders;
import io.bourse.deploy.console.ConsoleServer;
import io.bourse.deploy.console.venue.VenuePart;
import io.bourse.deploy.console.views.ViewParts;
import io.bourse.deploy.operators.VenueOperators;
import org.agrona.concurrent.ShutdownSignalBarrier;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The console of an operator, in a process of its own.
 */
@Command(
    name = "console",
    sortOptions = false,
    subcommands = ConsoleCommand.ReaderCommand.class,
    description = {
        "Serves the console of one operator to a browser on this machine: pages, and the API that they use. It is a " +
            "client of the venue; the operator's key is opened at the start and signs what he does.",
        "Prints a link that opens one session within ten minutes; Enter prints another one. The browser that opens " +
            "it acts as the operator. docs/console.md."},
    footer = {
        "  bourse console",
        "  bourse console --data /var/lib/bourse --as anna --port 9465",
        "  bourse console --read-only"})
public final class ConsoleCommand extends CliCommand
{
    @Mixin private MetricsSources sources;

    @Mixin private ActingOperator acting;

    @Option(names = "--port", paramLabel = "PORT", description = "Overrides venue.console.port; 0 takes a free one.")
    private Integer port;

    @Option(names = "--read-only", description = "Opens no key: nothing can be changed by this console.")
    private boolean isReadOnly;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final List<VenueConfig> configs =
            sources.allConfigs(null == port ? Map.of() : Map.of("venue.console.port", port));
        rejectIf(configs.size() > 1 && !configs.getFirst().market().isEmpty(), "a console is about one market: " +
            "name its directory by --data DIR/market-CODE and no --config, or one of its partitions by --partition");
        final Path dataDir = configs.size() > 1 ?
            configs.getFirst().dataDir().toAbsolutePath().getParent() : configs.getFirst().dataDir();
        final Operators register = VenueOperators.read(dataDir);
        final OperatorSigner operator = isReadOnly ? null : acting.acting(register);
        final ConsoleContext context = ConsoleContext.of(dataDir, configs, operator, register);
        try (ShutdownSignalBarrier barrier = new ShutdownSignalBarrier();
            ConsoleServer server = ConsoleServer.start(context, parts(context)))
        {
            out.println(null == operator ? "reads only" : "acts as " + operator.name() +
                (null == context.firm() ? "" : " for " + context.firm() + " alone"));
            out.println(server.newLink());
            final Console terminal = System.console();
            out.println(null != terminal && terminal.isTerminal() ? "ready; Enter prints another link" : "ready");
            Thread.ofVirtual().name("console-terminal").start(() -> printLinks(server, out));
            barrier.await();
        }
    }

    private List<ConsolePart> parts(final ConsoleContext context) throws IOException
    {
        final List<Path> dataDirs = sources.dataDirs(context.partitions());
        final List<ConsolePart> parts = ViewParts.withActs(
            context, context.partitions().size() > 1 ? sources.venueDirs(context.dataDir()) : dataDirs);
        parts.add(VenuePart.of(context, dataDirs));
        return parts;
    }

    private static void printLinks(final ConsoleServer server, final PrintWriter out)
    {
        final BufferedReader terminal = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
        try
        {
            while (null != terminal.readLine())
            {
                out.println(server.newLink());
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the terminal cannot be read, no more links are printed", ex);
        }
    }

    /**
     * People who only read.
     */
    @Command(
        name = "reader",
        description = {
            "Adds, removes or lists people who may read by a console on any machine and change nothing: each logs in " +
                "with a password and the code of an authenticator.",
            "Both are made here and shown once."})
    static final class ReaderCommand extends VenueCommand
    {
        @ArgGroup(multiplicity = "1")
        private Act act;

        /** One of them. */
        private static final class Act
        {
            @Option(names = "--add", paramLabel = "NAME", description = "Adds him, or gives him other secrets.")
            private String added;

            @Option(names = "--remove", paramLabel = "NAME", description = "Takes his access away.")
            private String removed;

            @Option(names = "--list", description = "Prints the names.")
            private boolean isListed;
        }

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            final ConsoleReaders readers = new ConsoleReaders(dataDir());
            if (null != act.added)
            {
                final ConsoleReaders.Secrets secrets = readers.add(act.added);
                out.println("name           " + act.added);
                out.println("password       " + secrets.password());
                out.println("authenticator  " + secrets.uri());
            }
            else if (null != act.removed)
            {
                readers.remove(act.removed);
                out.println("removed " + act.removed);
            }
            else
            {
                readers.names().forEach(out::println);
            }
        }
    }
}
