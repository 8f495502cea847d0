// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.crypto.PersonalKey;
import io.bourse.clearing.run.audit.Approval;
import io.bourse.clearing.run.audit.OperatorRole;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.audit.RegisteredOperator;
import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.FoundersFile;
import io.bourse.deploy.cli.support.CodeConverter;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.operators.OperatorKey;
import io.bourse.deploy.operators.OperatorKeys;
import io.bourse.deploy.operators.OperatorRequests;
import io.bourse.deploy.operators.SiteActs;
import io.bourse.deploy.operators.VenuePolicy;
import io.bourse.deploy.operators.acts.Act;
import io.bourse.deploy.operators.acts.Confirming;
import io.bourse.deploy.operators.acts.OperatorChange;
import io.bourse.deploy.operators.acts.OperatorSession;
import io.bourse.deploy.operators.acts.SetPolicy;
import io.bourse.deploy.operators.words.RequestWords;
import io.bourse.deploy.operators.words.VenueNames;
import io.bourse.engine.files.OwnDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
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
        OperatorsCommand.Policy.class,
        OperatorsCommand.Requests.class,
        OperatorsCommand.Site.class},
    footer = {
        "",
        "Roles: market-operator, risk-officer, clearing-operator, approver, auditor, administrator; a person of a " +
            "member has the role member-risk-officer alone, with --firm.",
        "",
        "Examples:",
        "  bourse operators init dora                     # on the machine of the person: makes the key",
        "  bourse operators add dora --roles approver,risk-officer --public-key 3059...",
        "  bourse operators add olga --roles member-risk-officer --firm AA01 --public-key 3059...",
        "  bourse operators list",
        "  bourse operators roles dora approver,market-operator",
        "  bourse operators rotate dora --public-key 3059...",
        "  bourse operators revoke dora",
        "  bourse operators requests                      # what waits for a second person",
        "  bourse operators site --data COPY --approve    # a hand-over, a take-back, a failover, a restore"})
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
        @Mixin private ActingOperator acting;

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
            for (final RegisteredOperator operator : operators().byName().values())
            {
                out.println(String.format("%3d  %-12s %-8s %s  %s%s%s", operator.id(), operator.name(),
                    operator.isActive() ? "active" : "revoked", operator.fingerprint(), text(operator.roles()),
                    null == operator.firm() ? "" : " of " + operator.firm(),
                    DemoOperators.isDemoKey(operator.keys().getLast().publicKey()) ? "  (demo key)" : ""));
            }
        }
    }

    /** One operator of a running venue is defined anew. */
    abstract static class Change extends VenueCommand
    {
        @Mixin private ActingOperator acting;

        @Parameters(index = "0", paramLabel = "NAME", description = "Operator.")
        private String name;

        /** What is to be done. */
        abstract OperatorChange change(String operator);

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            final OperatorChange.Defined defined =
                administer(dataDir(), acting, operators(), form(() -> change(name)));
            out.println((defined.active() ? "active     " : "revoked    ") + defined.name() + "  " +
                String.join(",", defined.roles()) + (null == defined.firm() ? "" : " of " + defined.firm()) + "  " +
                defined.fingerprint());
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

        @Option(names = "--firm", paramLabel = "CODE", converter = CodeConverter.OfBrokerageFirm.class,
            description = "Brokerage firm of a member-risk-officer, who acts for it alone.")
        private String firm;

        @Mixin private NewKey key;

        @Override
        OperatorChange change(final String operator)
        {
            return new OperatorChange.Add(operator, roles, key.hexadecimal(), firm);
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
        OperatorChange change(final String operator)
        {
            return new OperatorChange.Roles(operator, roles);
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
        OperatorChange change(final String operator)
        {
            return new OperatorChange.Revoke(operator);
        }
    }

    /**
     * Another key.
     */
    @Command(name = "rotate",
        description = "Puts another key of an operator in force at once; a revoked one is active again with it.")
    static final class Rotate extends Change
    {
        @Mixin private NewKey key;

        @Override
        OperatorChange change(final String operator)
        {
            return new OperatorChange.Rotate(operator, key.hexadecimal());
        }
    }

    /**
     * Who may do what.
     */
    @Command(name = "policy",
        description = "Puts the policy of a file in force: it replaces values of operators.conf.")
    static final class Policy extends VenueCommand
    {
        @Mixin private ActingOperator acting;

        @Parameters(arity = "0..1", paramLabel = "FILE", defaultValue = "",
            description = "Default: operators.conf as it comes with Bourse.")
        private String file;

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            final SetPolicy act = file.isEmpty() ? new SetPolicy(null, null) : SetPolicy.of(VenuePolicy.read(file));
            administer(dataDir(), acting, operators(), act).acts().forEach(row -> out.println(String.format(
                "%-15s %-14s %s", VenuePolicy.text(row.act()), row.secondPerson() ? "second person" : "",
                String.join(",", row.roles()))));
        }
    }

    /**
     * What waits.
     */
    @Command(name = "requests",
        description = {
            "Lists the commands to the engine that wait for a second person, in words made of what was signed.",
            "See also `bourse approve`."})
    static final class Requests extends VenueCommand
    {
        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            final List<OperatorRequests.Request> waiting = new OperatorRequests(dataDir()).all().stream()
                .filter(answered -> null == answered.answer()).map(OperatorRequests.Answered::request).toList();
            if (waiting.isEmpty())
            {
                out.println("nothing waits for a second person");
                return;
            }
            final VenueNames names = VenueNames.read(dataDir(), operators());
            waiting.forEach(request -> out.println(
                String.format("%3d  %s", request.number(), RequestWords.of(request, names))));
        }
    }

    /**
     * Acts by which the venue moves to its other site.
     */
    @Command(name = "site",
        description = {
            "Lists who has signed and approved hand-over, take-back, failover and restore, of a venue or of a copy. " +
                "With --approve or --refuse it answers what was asked for last.",
            "The register is that of the history at hand: the venue may run or not."})
    static final class Site extends CliCommand
    {
        @Mixin private ActingOperator acting;

        @Mixin private FoundersFile founders;

        @Option(names = "--data", paramLabel = "DIR", required = true,
            description = "Data directory of the venue, or directory of a copy; of several partitions, of all of them.")
        private Path dataDir;

        @Option(names = "--approve", description = "Approves and signs what was asked for last.")
        private boolean isApproved;

        @Option(names = "--refuse", description = "Refuses it.")
        private boolean isRefused;

        @Option(names = "--sha256", paramLabel = "DIGEST",
            description = "What was looked at, or its first 8 digits; default: what is there now.")
        private String sha256;

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            rejectIf(isApproved && isRefused, "--approve or --refuse");
            final List<Path> partitions = Partitions.directories(dataDir);
            rejectIf(null != sha256 && partitions.size() > 1,
                "--sha256 is of one act: name the directory of its partition");
            for (final Path partition : partitions)
            {
                final SiteActs acts = founders.isGiven() ? founders.actsOf(partition) : SiteActs.of(partition);
                if (partitions.size() > 1)
                {
                    out.println(partition.getFileName());
                }
                // What waits in another partition is answered all the same.
                if (1 == partitions.size() || !isApproved && !isRefused || acts.isWaiting())
                {
                    run(acts, out);
                }
            }
        }

        private void run(final SiteActs acts, final PrintWriter out) throws IOException
        {
            if (isApproved || isRefused)
            {
                out.println((isApproved ? "approved  " : "refused  ") +
                    acts.answer(acting.approving(acts.register()), isApproved, sha256));
                return;
            }
            for (final SiteActs.Signed signed : acts.all())
            {
                final Approval approval = signed.approval();
                out.println(String.format("%s  by %s at %s%s  %s%s", signed.act(), signed.request().operator(),
                    Instant.ofEpochMilli(signed.request().atMs()), null == approval ? "" :
                    (approval.approved() ? ", approved by " : ", refused by ") + approval.approver() + " at " +
                    Instant.ofEpochMilli(approval.atMs()), signed.isTaken() ? "done" : "waits",
                    signed.isGenuine() ? "" : "  NOT SIGNED by operators of the venue"));
            }
        }
    }

    /** A public key that was brought. */
    private static final class NewKey
    {
        @Option(names = "--public-key", paramLabel = "HEX|FILE", required = true,
            description = "Public key as `bourse operators init` prints it, or a file that has it.")
        private String given;

        String hexadecimal()
        {
            try
            {
                return Files.exists(Path.of(given)) ? Files.readString(Path.of(given)).strip() : given;
            }
            catch (final IOException ex)
            {
                throw new IllegalArgumentException("the public key cannot be read: file=" + given, ex);
            }
        }
    }

    private static <R> R administer(
        final Path dataDir, final ActingOperator acting, final Operators register, final Act<R> act) throws IOException
    {
        final OperatorSigner administrator = acting.administering(register);
        if (null == administrator)
        {
            throw new PreconditionException("the venue has no operators yet: raise its feature level with `bourse " +
                "feature-level --raise`, name founders in venue.operators.founders, and start it again");
        }
        final OperatorSession session =
            new OperatorSession(register, administrator, "bourse operators", dataDir, Confirming.NOT_ASKED);
        return VenueClearing.connected(dataDir, venue -> session.execute(venue.client(), act));
    }

    private static String text(final Set<OperatorRole> roles)
    {
        return roles.stream().map(OperatorRole::text).collect(Collectors.joining(","));
    }
}
