// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.support.VenueDirectory;
import io.bourse.deploy.node.AccessState;
import io.bourse.engine.telemetry.SecurityLog;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Who may have a session, while the venue runs.
 */
@Command(
    name = "access",
    mixinStandardHelpOptions = true,
    description = {
        "Shows who may have a session, and puts changes of venue.access-file in force.",
        "Gateways look at the file once in a second by themselves; `reload` waits for them and says what became",
        "of it."},
    subcommands = {
        AccessCommand.Show.class,
        AccessCommand.Reload.class},
    footer = {
        "",
        "Example: block a login, whose session ends at once",
        "  umask 077; echo 'venue.twime.access.logins.TWAA01.blocked = true' >> data/access.conf",
        "  bourse access reload"})
public final class AccessCommand
{
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(15);
    private static final int INTERVAL_MS = 50;

    private static void print(final PrintWriter out, final List<AccessState> states)
    {
        for (final AccessState state : states)
        {
            out.println(state.component() + "  file " + state.file() + "  read " + state.time());
            state.settings().forEach((name, text) -> out.println("  " + name + "  " + text));
            if (!state.error().isEmpty())
            {
                out.println("  the file is not in force: " + state.error());
            }
        }
    }

    /**
     * Lists the settings.
     */
    @Command(name = "show", description = "Lists the settings in force in each process; never a secret.")
    static final class Show extends CliCommand
    {
        @Mixin
        private VenueDirectory venue;

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            print(out, AccessState.read(venue.dataDir()));
        }
    }

    /**
     * Reads the files again.
     */
    @Command(name = "reload",
        description = {
            "Has all gateways read venue.access-file, and the files with secrets, again, and waits for them.",
            "A file that cannot be used changes nothing; the exit code is 4 then."})
    static final class Reload extends CliCommand
    {
        @Mixin
        private VenueDirectory venue;

        @Override
        protected int execute(final PrintWriter out) throws IOException
        {
            final Path dataDir = venue.dataDir();
            AccessState.read(dataDir);
            SecurityLog.privilegeUsed(dataDir, System.getProperty("user.name"), "access reload");
            final String request = UUID.randomUUID().toString();
            AccessState.request(dataDir, request);
            final List<AccessState> states = await(dataDir, request);
            print(out, states);
            return states.stream().allMatch((state) -> state.error().isEmpty()) ?
                ExitCode.OK : ExitCode.CHECK_FAILED;
        }

        private static List<AccessState> await(final Path dataDir, final String request) throws IOException
        {
            final IdleStrategy idle = new SleepingMillisIdleStrategy(INTERVAL_MS);
            final long deadlineNs = System.nanoTime() + TIMEOUT_NS;
            List<AccessState> states = AccessState.read(dataDir);
            while (!states.stream().allMatch((state) -> request.equals(state.request())))
            {
                if (System.nanoTime() - deadlineNs > 0)
                {
                    throw new IllegalStateException("a process of the venue does not read its settings of access," +
                        " look at its log: processes=" + states.stream()
                        .filter((state) -> !request.equals(state.request())).map(AccessState::component).toList());
                }
                idle.idle();
                states = AccessState.read(dataDir);
            }
            return states;
        }
    }
}
