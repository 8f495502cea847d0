// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.cli.support.VenueDirectory;
import io.bourse.deploy.node.AccessState;
import io.bourse.deploy.operators.acts.Act;
import io.bourse.deploy.operators.acts.BlockLogin;
import io.bourse.deploy.operators.acts.DisconnectLogin;
import io.bourse.engine.telemetry.SecurityLog;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/**
 * Who may have a session, while the venue runs.
 */
@Command(
    name = "access",
    mixinStandardHelpOptions = true,
    description = {
        "Shows who may have a session, ends, resets and blocks sessions, and puts changes of venue.access-file in " +
            "force.",
        "Gateways look at the file once in a second by themselves; `reload` waits for them and says what became",
        "of it."},
    subcommands = {
        AccessCommand.Show.class,
        AccessCommand.Reload.class,
        AccessCommand.Disconnect.class,
        AccessCommand.Reset.class,
        AccessCommand.Block.class,
        AccessCommand.Unblock.class},
    footer = {
        "  bourse access block 1                 # the login with the number 1; its session ends at once",
        "  bourse access disconnect 1            # it may log on again",
        "  umask 077; echo 'venue.twime.access.logins.TWAA01.sources = [\"10.0.0.0/8\"]' >> data/access.conf",
        "  bourse access reload"})
public final class AccessCommand
{
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
        @Mixin private VenueDirectory venue;

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
        @Mixin private VenueDirectory venue;

        @Override
        protected int execute(final PrintWriter out) throws IOException
        {
            final Path dataDir = venue.dataDir();
            AccessState.read(dataDir);
            SecurityLog.privilegeUsed(dataDir, System.getProperty("user.name"), "access reload");
            final List<AccessState> states = AccessState.reload(dataDir);
            print(out, states);
            return states.stream().allMatch((state) -> state.error().isEmpty()) ?
                ExitCode.OK : ExitCode.CHECK_FAILED;
        }
    }

    /** Something done to the session of a login. */
    abstract static class OfLogin extends CliCommand
    {
        @Mixin private RunningVenue venue;

        @Parameters(paramLabel = "ID", converter = PositiveConverter.OfInt.class, description = "Number of the login.")
        private int loginId;

        /** What is to be done. */
        abstract Act<?> act(int id);

        /** What was done. */
        abstract String done();

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            venue.execute(form(() -> act(loginId)));
            out.println(done() + " login=" + loginId);
        }
    }

    /**
     * Ends a session.
     */
    @Command(name = "disconnect",
        description = "Ends the session of a login, which may log on again at once.")
    static final class Disconnect extends OfLogin
    {
        @Override
        Act<?> act(final int id)
        {
            return new DisconnectLogin(id, false);
        }

        @Override
        String done()
        {
            return "ended the session of";
        }
    }

    /**
     * Message numbers begin again.
     */
    @Command(name = "reset",
        description = {
            "Ends the session of a FIX login; message numbers begin with 1 again on both sides.",
            "What the client had not received is not sent again."})
    static final class Reset extends OfLogin
    {
        @Override
        Act<?> act(final int id)
        {
            return new DisconnectLogin(id, true);
        }

        @Override
        String done()
        {
            return "reset the numbers of";
        }
    }

    /**
     * Lets a login in no more.
     */
    @Command(name = "block",
        description = "Ends the session of a login and lets it in no more: a line in venue.access-file.")
    static final class Block extends OfLogin
    {
        @Override
        Act<?> act(final int id)
        {
            return new BlockLogin(id, false);
        }

        @Override
        String done()
        {
            return "blocked";
        }
    }

    /**
     * Lets a login in again.
     */
    @Command(name = "unblock", description = "Lets a login in again.")
    static final class Unblock extends OfLogin
    {
        @Override
        Act<?> act(final int id)
        {
            return new BlockLogin(id, true);
        }

        @Override
        String done()
        {
            return "unblocked";
        }
    }
}
