// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.VenueDirectory;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.engine.security.CredentialException;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

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
    private static final class Place extends VenueDirectory
    {
        @Option(names = "--credentials", paramLabel = "DIR",
            description = "Directory of the files; default: the one of the venue that runs there, or DIR/credentials.")
        private Path directory;

        CredentialStore store() throws IOException
        {
            if (null != directory)
            {
                return CredentialStore.at(directory);
            }
            return Files.exists(dataDir().resolve(VenueDescriptor.FILE_NAME)) ?
                CredentialStore.at(Path.of(VenueDescriptor.read(dataDir()).credentialsDir())) :
                CredentialStore.in(dataDir());
        }
    }

    /**
     * Lists them.
     */
    @Command(name = "show",
        description = "Lists principals, how many keys each has, and fingerprints to compare copies by; never a key.")
    static final class Show extends CliCommand
    {
        @Mixin private Place place;

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            final CredentialStore store = place.store();
            out.println("directory " + store.directory());
            for (final CredentialStore.Entry entry : store.list())
            {
                out.println(String.format("%-14s keys %d  fingerprint %s  changed %s", entry.principal(), entry.keys(),
                    entry.fingerprint(), Instant.ofEpochMilli(entry.changedMs())));
            }
        }
    }

    /**
     * Makes one.
     */
    @Command(name = "add",
        description = "Makes the key of a principal that has none, such as another gateway.")
    static final class Add extends CliCommand
    {
        @Mixin private Place place;

        @Parameters(paramLabel = "NAME", converter = PrincipalConverter.class, description = "Principal.")
        private Principal principal;

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            final CredentialStore store = place.store();
            store.list();
            if (!store.add(principal))
            {
                throw new CredentialException("the principal has a key already, see `bourse credentials rotate`:" +
                    " principal=" + principal + " directory=" + store.directory());
            }
            out.println("added " + principal);
        }
    }

    /**
     * Changes one.
     */
    @Command(name = "rotate",
        description = {
            "Puts a new key in force. The former one stays valid until it is retired, so that copies of the files can",
            "be brought to other machines meanwhile. Connections that are open stay open."})
    static final class Rotate extends CliCommand
    {
        @Mixin private Place place;

        @Parameters(paramLabel = "NAME", converter = PrincipalConverter.class, description = "Principal.")
        private Principal principal;

        @Option(names = "--retire", description = "Makes the former key invalid, and no new one.")
        private boolean isRetired;

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            final CredentialStore store = place.store();
            if (!isRetired)
            {
                store.rotate(principal);
                out.println("rotated " + principal + ", the former key is valid until --retire");
            }
            else if (store.retire(principal))
            {
                out.println("retired the former key of " + principal);
            }
            else
            {
                throw new CredentialException("there is no former key to retire: principal=" + principal);
            }
        }
    }
}
