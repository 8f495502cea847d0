// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.Confirmation;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.history.VenueSettings;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.gateway.fix.password.PasswordEntry;
import io.bourse.gateway.fix.password.PasswordFile;
import io.bourse.gateway.fix.password.PasswordHash;
import io.bourse.gateway.fix.password.PasswordOptions;
import io.bourse.gateway.fix.password.PasswordPolicy;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Passwords of FIX logins. Works on the file alone: the gateway need not run, and one that runs notices.
 */
@Command(
    name = "fix-password",
    description = {
        "Sets the password of a FIX login: asks for it twice, or reads one line when the input is no terminal.",
        "It holds for the next logon, also of a gateway that runs. A session that is there goes on."},
    footer = {
        "  bourse fix-password FIXAA02 --must-change",
        "  bourse fix-password FIXAA02 --generate --must-change",
        "  bourse fix-password FIXAA02 --remove"})
public final class FixPasswordCommand extends CliCommand
{
    private static final int LONGEST_INPUT = 1_024;

    @Parameters(paramLabel = "NAME", description = "SenderCompID of the login.")
    private String name;

    @Option(names = "--config", paramLabel = "FILE",
        description = "Venue file of the gateway. Default: built-in values.")
    private Path configFile;

    @Option(names = "--data", paramLabel = "DIR",
        description = "Data directory of the gateway; overrides venue.data-dir.")
    private Path dataDir;

    @ArgGroup
    private Way way = new Way();

    @Option(names = "--must-change", description = "The client must send a new one with its first logon.")
    private boolean mustChange;

    @Mixin private Confirmation confirmation;

    /** Where the password comes from. */
    private static final class Way
    {
        @Option(names = "--generate", description = "Makes a random one, and prints it.")
        private boolean isGenerated;

        @Option(names = "--remove", description = "Takes the password away.")
        private boolean isRemoved;
    }

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        if (!name.matches("[A-Za-z0-9_.-]{1,20}"))
        {
            throw usage("a FIX login has up to 20 letters, digits, '_', '.' or '-': name=" + name);
        }
        rejectIf(mustChange && way.isRemoved,
            "what is removed cannot be changed: --must-change does not go with --remove");
        final VenueConfig config = config();
        final PasswordOptions options = config.fixPasswords();
        final PasswordFile file = new PasswordFile(options.file());
        if (!Files.isDirectory(file.path().getParent()))
        {
            throw new IOException("there is no directory for the password file, is --data right? file=" + file.path());
        }
        if (way.isRemoved)
        {
            remove(file);
        }
        else
        {
            requireKnown(config);
            set(file, options);
        }
    }

    /**
     * A running venue knows its logins. Without one they are those of the reference data of the venue file, which need
     * not be all: there it is a question.
     */
    private void requireKnown(final VenueConfig config)
    {
        try (VenueClearing venue = VenueClearing.connect(config.dataDir()))
        {
            venue.history().settings().requireFixLogin(name);
        }
        catch (final IOException ex)
        {
            final List<String> known = ReferenceDataReader.read(config.referenceData(), config.tradingDate())
                .loginNames(LoginProtocol.FIX);
            if (!known.contains(name))
            {
                confirmation.require(List.of(VenueSettings.unknown("FIX login", name, known) + " referenceData=" +
                    config.referenceData() + "; " + ex.getMessage()), "start the venue, which knows its logins");
            }
        }
    }

    private VenueConfig config()
    {
        final Map<String, Object> overrides = new LinkedHashMap<>();
        if (null != dataDir)
        {
            overrides.put("venue.data-dir", dataDir.toString());
        }
        // Partitions have one file, and the same logins.
        return VenueConfigLoader.loadAll(configFile, overrides).getFirst();
    }

    private void remove(final PasswordFile file)
    {
        if (!file.entries().containsKey(name))
        {
            throw new IllegalStateException("this login has no password: name=" + name + " file=" + file.path());
        }
        file.update((entries) -> entries.remove(name));
        out().println("password removed name=" + name);
    }

    private void set(final PasswordFile file, final PasswordOptions options) throws IOException
    {
        final SecureRandom random = new SecureRandom();
        final char[] password = way.isGenerated ? PasswordPolicy.generate(random) : ask();
        try
        {
            final String violation = options.policy().violation(name, password);
            rejectIf(null != violation, violation);
            final PasswordEntry entry = new PasswordEntry(
                name,
                PasswordHash.of(name, password, options.iterations(), random),
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                mustChange);
            file.update((entries) -> entries.put(name, entry));
            out().println("password set name=" + name + (mustChange ? ", to be changed at the next logon" : ""));
            if (way.isGenerated)
            {
                out().println(password);
            }
        }
        finally
        {
            Arrays.fill(password, '\0');
        }
    }

    private char[] ask() throws IOException
    {
        final Console console = System.console();
        if (null == console || !console.isTerminal())
        {
            return line(System.in);
        }
        final char[] password = console.readPassword("password of %s: ", name);
        final char[] again = console.readPassword("once more: ");
        final boolean isSame = null != password && Arrays.equals(password, again);
        wipe(again);
        if (!isSame)
        {
            wipe(password);
            throw usage("these were two different passwords, nothing was changed");
        }
        return password;
    }

    /** Not by a reader, whose buffers could not be wiped. */
    private static char[] line(final InputStream in) throws IOException
    {
        final char[] input = new char[LONGEST_INPUT];
        int length = 0;
        int next = in.read();
        while (next >= 0 && '\n' != next && '\r' != next && length < input.length)
        {
            input[length++] = (char)next;
            next = in.read();
        }
        final char[] password = Arrays.copyOf(input, length);
        Arrays.fill(input, '\0');
        return password;
    }

    private static void wipe(final char[] secret)
    {
        if (null != secret)
        {
            Arrays.fill(secret, '\0');
        }
    }
}
