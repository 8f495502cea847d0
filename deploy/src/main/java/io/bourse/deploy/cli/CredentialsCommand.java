// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.engine.security.CredentialException;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;

/**
 * Secrets of those who connect to engine and archives. Works on the files alone: a venue that runs reads them at each
 * connection.
 */
@Command(
    name = "credentials",
    mixinStandardHelpOptions = true,
    description = "Shows and changes the secrets of those who connect to engine and archives.",
    subcommands = {
        CredentialsCommand.Show.class,
        CredentialsCommand.Add.class,
        CredentialsCommand.Rotate.class},
    footer = {
        "",
        "Principals: operator, clearing, gateway-N, reader, backup, member. See docs/security.md.",
        "",
        "Examples:",
        "  bourse credentials show",
        "  bourse credentials add gateway-3",
        "  bourse credentials rotate operator             # the former key stays valid",
        "  bourse credentials rotate operator --retire    # from now on it does not"})
public final class CredentialsCommand
{
    /** Where the files are. */
    private static final class Place
    {
        @Option(names = "--data", paramLabel = "DIR", defaultValue = "data",
            description = "Data directory of the venue (default: ${DEFAULT-VALUE}).")
        private Path dataDir;

        @Option(names = "--credentials", paramLabel = "DIR",
            description = "Directory of the files; default: the one of the venue that runs there, or DIR/credentials.")
        private Path directory;

        CredentialStore store() throws IOException
        {
            if (null != directory)
            {
                return CredentialStore.at(directory);
            }
            return Files.exists(dataDir.resolve(VenueDescriptor.FILE_NAME)) ?
                CredentialStore.at(Path.of(VenueDescriptor.read(dataDir).credentialsDir())) :
                CredentialStore.in(dataDir);
        }
    }

    /**
     * Lists them.
     */
    @Command(name = "show", mixinStandardHelpOptions = true,
        description = "Lists principals, how many keys each has, and fingerprints to compare copies by; never a key.")
    static final class Show implements Callable<Integer>
    {
        @Spec
        private CommandSpec spec;

        @Mixin
        private Place place;

        @Override
        public Integer call() throws IOException
        {
            final CredentialStore store = place.store();
            final PrintWriter out = spec.commandLine().getOut();
            out.println("directory " + store.directory());
            for (final CredentialStore.Entry entry : store.list())
            {
                out.println(String.format("%-14s keys %d  fingerprint %s  changed %s", entry.principal(), entry.keys(),
                    entry.fingerprint(), Instant.ofEpochMilli(entry.changedMs())));
            }
            out.flush();
            return ExitCode.OK;
        }
    }

    /**
     * Makes one.
     */
    @Command(name = "add", mixinStandardHelpOptions = true,
        description = "Makes the key of a principal that has none, such as another gateway.")
    static final class Add implements Callable<Integer>
    {
        @Spec
        private CommandSpec spec;

        @Mixin
        private Place place;

        @Parameters(paramLabel = "NAME", converter = PrincipalConverter.class, description = "Principal.")
        private Principal principal;

        @Override
        public Integer call() throws IOException
        {
            final CredentialStore store = place.store();
            store.list();
            if (!store.add(principal))
            {
                throw new CredentialException("the principal has a key already, see `bourse credentials rotate`:" +
                    " principal=" + principal + " directory=" + store.directory());
            }
            print(spec, "added " + principal);
            return ExitCode.OK;
        }
    }

    /**
     * Changes one.
     */
    @Command(name = "rotate", mixinStandardHelpOptions = true,
        description = {
            "Puts a new key in force. The former one stays valid until it is retired, so that copies of the files can",
            "be brought to other machines meanwhile. Connections that are open stay open."})
    static final class Rotate implements Callable<Integer>
    {
        @Spec
        private CommandSpec spec;

        @Mixin
        private Place place;

        @Parameters(paramLabel = "NAME", converter = PrincipalConverter.class, description = "Principal.")
        private Principal principal;

        @Option(names = "--retire", description = "Makes the former key invalid, and no new one.")
        private boolean isRetired;

        @Override
        public Integer call() throws IOException
        {
            final CredentialStore store = place.store();
            if (!isRetired)
            {
                store.rotate(principal);
                print(spec, "rotated " + principal + ", the former key is valid until --retire");
            }
            else if (store.retire(principal))
            {
                print(spec, "retired the former key of " + principal);
            }
            else
            {
                throw new CredentialException("there is no former key to retire: principal=" + principal);
            }
            return ExitCode.OK;
        }
    }

    private static void print(final CommandSpec spec, final String line)
    {
        final PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
