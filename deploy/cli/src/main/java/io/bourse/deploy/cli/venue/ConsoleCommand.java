// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsoleServer;
import io.bourse.deploy.operators.VenueOperators;
import org.agrona.concurrent.ShutdownSignalBarrier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
    description = {
        "Serves the console of one operator to a browser on this machine: pages, and the API that they use. It is a " +
            "client of the venue; the operator's key is opened at the start and signs what he does.",
        "Prints a link that opens one session within ten minutes; Enter prints another one. The browser that opens it " +
            "acts as the operator. docs/console.md."},
    footer = {
        "",
        "Examples:",
        "  bourse console",
        "  bourse console --data /var/lib/bourse --as anna --port 9465",
        "  bourse console --read-only"})
public final class ConsoleCommand extends CliCommand
{
    @Mixin
    private MetricsSources sources;

    @Mixin
    private ActingOperator acting;

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "9465",
        description = "Port on loopback; 0 takes a free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(names = "--read-only", description = "Opens no key: nothing can be changed by this console.")
    private boolean isReadOnly;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        rejectIf(port < 0 || port > 0xFFFF, "the port must be 0 to 65535: port=" + port);
        final VenueConfig config = sources.config(Map.of());
        final Path dataDir = config.dataDir();
        final Operators register = VenueOperators.read(dataDir);
        final OperatorSigner operator = isReadOnly ? null : acting.acting(register);
        try (ShutdownSignalBarrier barrier = new ShutdownSignalBarrier();
            ConsoleServer server = new ConsoleServer(new ConsoleContext(dataDir, config, operator),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port), List.of()))
        {
            out.println(null == operator ? "reads only" : "acts as " + operator.name());
            out.println(server.newLink());
            out.println("ready; Enter prints another link");
            final Thread terminal = Thread.ofVirtual().name("console-terminal").unstarted(() -> printLinks(server, out));
            terminal.start();
            barrier.await();
        }
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
}
