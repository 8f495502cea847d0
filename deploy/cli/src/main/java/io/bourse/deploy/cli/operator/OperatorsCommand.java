// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.crypto.PersonalKey;
import io.bourse.clearing.run.audit.Operator;
import io.bourse.clearing.run.audit.OperatorRole;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.operators.OperatorKey;
import io.bourse.deploy.operators.OperatorKeys;
import io.bourse.deploy.operators.OperatorPolicy;
import io.bourse.engine.client.operator.OperatorAdministration;
import io.bourse.engine.client.operator.OperatorSpec;
import io.bourse.engine.files.OwnDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * People who operate a venue.
 */
@Command(
    name = "operators",
    mixinStandardHelpOptions = true,
    description = {
        "Keeps the register of the people who operate a running venue. Each signs with a key of his own; the engine " +
            "verifies it. See docs/security.md."},
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
        OperatorsCommand.Init.class,
        OperatorsCommand.Show.class,
        OperatorsCommand.Add.class,
        OperatorsCommand.Roles.class,
        OperatorsCommand.Revoke.class,
        OperatorsCommand.Rotate.class,
        OperatorsCommand.Policy.class},
    footer = {
        "",
        "Roles: market-operator, risk-officer, clearing-operator, approver, auditor, administrator.",
        "",
        "Examples:",
        "  bourse operators init dora                     # on the machine of the person: makes the key",
        "  bourse operators add dora --roles approver,risk-officer --public-key 3059...",
        "  bourse operators list",
        "  bourse operators roles dora approver,market-operator",
        "  bourse operators rotate dora --public-key 3059...",
        "  bourse operators revoke dora"})
public final class OperatorsCommand extends CliCommand
{
    /**
     * Makes a key.
     */
    @Command(name = "init",
        description = {
            "Makes the key of a person, for its owner alone, and prints what others need: the public key, and the " +
                "line for venue.operators.founders of a venue that is to begin with this person as its administrator.",
            "Of a token (--operator-key NAME.cfg) it prints the key that was made there, see docs/security.md.",
            "The password comes from --operator-password, BOURSE_OPERATOR_PASSWORD, or the terminal."})
    static final class Init extends CliCommand
    {
        @Mixin
        private ActingOperator acting;

        @Parameters(paramLabel = "NAME", description = "Lower case letters, digits, dot, hyphen, underscore.")
        private String name;

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            rejectIf(!name.matches("[a-z0-9._-]{1,32}"), "a name has up to 32 lower case letters, digits and . - _: " +
                "name=" + name);
            final Path file = null == acting.file() ? OperatorKeys.file(name) : acting.file();
            if (null == acting.file())
            {
                OwnDirectory.make(OperatorKeys.home().getParent());
                OwnDirectory.make(OperatorKeys.home());
            }
            final OperatorKey key = OperatorKeys.isToken(file) ? OperatorKeys.read(name, file, acting::password) :
                new OperatorKey(name, PersonalKey.create(file, name, acting.password("password for " + file)));
            out.println("key         " + file);
            out.println("fingerprint " + key.fingerprint());
            out.println("public key  " + key.publicKey());
            out.println("in the configuration of a new venue that begins with this administrator:");
            out.println("venue.operators.founders = [{ name = \"" + name + "\", roles = [administrator, approver, " +
                "auditor], public-key = \"" + key.publicKey() + "\" }]");
        }
    }

    /**
     * Lists them.
     */
    @Command(name = "list", description = "Lists operators with roles, state and fingerprint of the key.")
    static final class Show extends VenueCommand
    {
        @Override
        protected void run(final PrintWriter out)
        {
            for (final Operator operator : operators().byName().values())
            {
                out.println(String.format("%3d  %-12s %-8s %s  %s%s", operator.id(), operator.name(),
                    operator.isActive() ? "active" : "revoked", operator.fingerprint(), text(operator.roles()),
                    DemoOperators.isDemoKey(operator.keys().getLast().publicKey()) ? "  (demo key)" : ""));
            }
        }
    }

    /** One operator of a running venue is defined anew. */
    abstract static class Change extends VenueCommand
    {
        @Mixin
        private ActingOperator acting;

        @Parameters(index = "0", paramLabel = "NAME", description = "Operator.")
        private String name;

        /** The operator as it is to be. */
        abstract OperatorSpec changed(Operators register, Operator present, String operator);

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            final Operators register = operators();
            final OperatorSpec spec = changed(register, register.byName().get(name), name);
            requireAdministrator(register, spec);
            administer(dataDir(), acting, register, administration -> administration.define(spec));
            out.println((spec.isActive() ? "active     " : "revoked    ") + spec.name() + "  " +
                text(OperatorRole.ofBits(spec.roles())) + "  " + Operator.fingerprint(spec.publicKey()));
        }

        final Operator require(final Operators register, final Operator present, final String operator)
        {
            if (null == present)
            {
                throw new PreconditionException("the venue has no such operator: operator=" + operator + " known=" +
                    register.byName().keySet());
            }
            return present;
        }
    }

    /**
     * Adds one.
     */
    @Command(name = "add", description = "Adds an operator. The key was made with `bourse operators init`.")
    static final class Add extends Change
    {
        @Option(names = "--roles", paramLabel = "ROLE", split = ",", required = true, description = "Roles.")
        private List<String> roles;

        @Mixin
        private NewKey key;

        @Override
        OperatorSpec changed(final Operators register, final Operator present, final String operator)
        {
            if (null != present)
            {
                throw new PreconditionException("there is such an operator already; another key: `bourse operators " +
                    "rotate`: operator=" + operator + " operatorId=" + present.id());
            }
            final int id = 1 + register.byName().values().stream().mapToInt(Operator::id).max().orElse(0);
            return new OperatorSpec(id, operator, OperatorRole.bits(rolesOf(roles)), true, key.bytes());
        }
    }

    /**
     * Gives other rights.
     */
    @Command(name = "roles",
        description = {
            "Replaces the roles of an operator; key and state stay.",
            "What waits for an approval is judged by the roles at its execution."})
    static final class Roles extends Change
    {
        @Parameters(index = "1", arity = "1", paramLabel = "ROLE", split = ",", description = "All roles from now on.")
        private List<String> roles;

        @Override
        OperatorSpec changed(final Operators register, final Operator present, final String operator)
        {
            final Operator other = require(register, present, operator);
            final Set<OperatorRole> wanted = rolesOf(roles);
            if (wanted.equals(other.roles()))
            {
                throw new PreconditionException("the operator has these roles already, nothing was changed: operator=" +
                    operator + " roles=" + text(wanted));
            }
            return new OperatorSpec(other.id(), operator, OperatorRole.bits(wanted), other.isActive(),
                HexFormat.of().parseHex(other.keys().getLast().publicKey()));
        }
    }

    /**
     * Takes rights away.
     */
    @Command(name = "revoke",
        description = "From now on the operator's signatures count for nothing. What was signed before stays proved.")
    static final class Revoke extends Change
    {
        @Override
        OperatorSpec changed(final Operators register, final Operator present, final String operator)
        {
            final Operator revoked = require(register, present, operator);
            return new OperatorSpec(revoked.id(), operator, OperatorRole.bits(revoked.roles()), false,
                HexFormat.of().parseHex(revoked.keys().getLast().publicKey()));
        }
    }

    /**
     * Another key.
     */
    @Command(name = "rotate",
        description = "Puts another key of an operator in force at once; a revoked one is active again with it.")
    static final class Rotate extends Change
    {
        @Mixin
        private NewKey key;

        @Override
        OperatorSpec changed(final Operators register, final Operator present, final String operator)
        {
            final Operator rotated = require(register, present, operator);
            return new OperatorSpec(
                rotated.id(), operator, OperatorRole.bits(rotated.roles()), true, key.bytes());
        }
    }

    /**
     * Who may do what.
     */
    @Command(name = "policy",
        description = "Puts the policy of a file in force: it replaces values of operators.conf.")
    static final class Policy extends VenueCommand
    {
        @Mixin
        private ActingOperator acting;

        @Parameters(arity = "0..1", paramLabel = "FILE", defaultValue = "",
            description = "Default: operators.conf as it comes with Bourse.")
        private String file;

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            final OperatorPolicy policy = OperatorPolicy.read(file);
            final Operators register = operators();
            administer(dataDir(), acting, register, administration ->
                administration.policy(HexFormat.of().parseHex(register.venueId()), policy.acts()));
            OperatorPolicy.keep(dataDir(), file);
            policy.acts().forEach(row -> out.println(String.format("%-15s %-14s %s", OperatorPolicy.text(row.act()),
                row.needsApproval() ? "second person" : "", text(OperatorRole.ofBits(row.roles())))));
        }
    }

    /** A public key that was brought. */
    private static final class NewKey
    {
        @Option(names = "--public-key", paramLabel = "HEX|FILE", required = true,
            description = "Public key as `bourse operators init` prints it, or a file that has it.")
        private String given;

        byte[] bytes()
        {
            try
            {
                final String text = Files.exists(Path.of(given)) ? Files.readString(Path.of(given)).strip() : given;
                if (DemoOperators.isDemoKey(text))
                {
                    throw new IllegalArgumentException("everybody has the keys of demo operators, bring another one");
                }
                return HexFormat.of().parseHex(text);
            }
            catch (final IOException ex)
            {
                throw new IllegalArgumentException("the public key cannot be read: file=" + given, ex);
            }
        }
    }

    private static void administer(
        final Path dataDir,
        final ActingOperator acting,
        final Operators register,
        final Consumer<OperatorAdministration> change) throws IOException
    {
        final OperatorSigner administrator = acting.administering(register);
        if (null == administrator)
        {
            throw new PreconditionException("the venue has no operators yet: raise its feature level with `bourse " +
                "feature-level --raise`, name founders in venue.operators.founders, and start it again");
        }
        VenueClearing.connected(dataDir, venue -> RunningVenue.as(register, administrator,
            "bourse operators", dataDir, venue.client(), (client, operator) ->
            {
                change.accept(new OperatorAdministration(operator));
                return null;
            }));
    }

    private static Set<OperatorRole> rolesOf(final List<String> names)
    {
        final Set<OperatorRole> roles = EnumSet.noneOf(OperatorRole.class);
        names.forEach(name -> roles.add(OperatorRole.of(name)));
        return roles;
    }

    /** The engine refuses it too, and cannot say why. */
    private static void requireAdministrator(final Operators register, final OperatorSpec changed)
    {
        final Set<String> administrators = register.administrators();
        if (administrators.equals(Set.of(changed.name())) && !(changed.isActive() &&
            OperatorRole.ofBits(changed.roles()).contains(OperatorRole.ADMINISTRATOR)))
        {
            throw new PreconditionException("this is the last administrator, without one no operator could be added " +
                "or changed; nothing was changed. Make another one first, by `bourse operators add` or `bourse " +
                "operators roles`: operator=" + changed.name());
        }
    }

    private static String text(final Set<OperatorRole> roles)
    {
        return roles.stream().map(OperatorRole::text).collect(Collectors.joining(","));
    }
}
