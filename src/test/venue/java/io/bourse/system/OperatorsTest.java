// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.run.audit.OperatorRole;
import io.bourse.clearing.run.audit.RegisteredOperator;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.NewsOperator;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.OperatorActedDecoder;
import io.bourse.engine.protocol.RejectReason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The register of operators as people use it: their own keys, the second person, what another venue and another key
 * are worth.
 */
@Tag("venue")
class OperatorsTest
{
    private static final int USAGE = 2;
    private static final int PRECONDITION = 3;
    private static final int APPROVAL = 5;
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final List<String> TABLES = List.of("capacity", "clearing-firms", "brokerage-firms", "accounts",
        "logins", "instruments", "contracts", "limits", "trading-days", "indices", "index-baskets",
        "obligations");

    @TempDir
    private Path dir;

    private Path dataDir;
    private Path password;
    private Venue venue;

    @AfterEach
    void closeAll()
    {
        if (null != venue)
        {
            venue.close();
            VenueProcess.clean(dataDir);
        }
    }

    @Test
    void shouldActInTheDemoVenueAsItsOperatorsAndAskForASecondPerson() throws IOException
    {
        startDemo();
        assertTrue(run("operators list").out().matches(
            "  1  anna         active   [0-9a-f]{16}  market-operator,risk-officer,clearing-operator" +
            "  \\(demo key\\)\n" +
            "  2  boris        active   [0-9a-f]{16}  risk-officer,clearing-operator,approver  \\(demo key\\)\n" +
            "  3  clara        active   [0-9a-f]{16}  approver,auditor,administrator  \\(demo key\\)"),
            () -> "another register");
        assertEquals(0, run("news hello").exitCode());
        // Nothing needs a name; an operator without the role is refused by the engine.
        assertRefused(PRECONDITION, "reason=NO_RIGHT", "news hello --as clara");
        assertRefused(USAGE, "the venue has no such operator", "news hello --as dora");
        assertUnsignedIsRefused();

        // Resuming wants a second person.
        assertEquals(0, run("phase HALTED --all").exitCode());
        final VenueProcess.Result asked = run("phase CONTINUOUS --all");
        assertEquals(APPROVAL, asked.exitCode(), asked::toString);
        assertTrue(asked.err().contains("a second person has to approve this, nothing was done yet: Begin or resume " +
            "continuous trading in the whole market. Asked for by anna (1), to be approved until 20") &&
            asked.err().contains("`bourse approve 1 --data " + dataDir + "`"), asked::toString);
        final Path request = dataDir.resolve("operators/requests/1.json");
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(request)));
        assertTrue(run("session show").out().contains("halted"), "it was resumed by one person");
        final VenueProcess.Result shown = run("approve 1 --show");
        assertTrue(shown.out().startsWith(
            "request    1 by anna\nwords      Begin or resume continuous trading in the "), shown::toString);
        assertRefused(APPROVAL, "another person has to approve, requester and approver are one: request=1 " +
            "requester=anna approver=anna", "approve 1 --as anna");
        assertRefused(APPROVAL, "what is to be approved is not what was looked at", "approve 1 --sha256 00000000");

        // One byte of the signed command is another one.
        final String good = Files.readString(request);
        final int last = good.lastIndexOf('"') - 1;
        Files.writeString(request, good.substring(0, last) + ('0' == good.charAt(last) ? '1' : '0') +
            good.substring(last + 1));
        assertRefused(APPROVAL, "what is to be approved is not what was looked at", "approve 1");
        Files.writeString(request, good);

        final VenueProcess.Result approved = run("approve");
        assertEquals(0, approved.exitCode(), approved::toString);
        assertTrue(approved.out().startsWith("approved   request 1 sha256="), approved::toString);
        assertTrue(run("session show").out().contains("open"), "it was not resumed");
        assertRefused(PRECONDITION, "the request was answered already: number=1 answer=approved approver=boris " +
            "outcome=\"OK\"", "approve 1");
        final String trail = Files.readString(dataDir.resolve("clearing/audit.jsonl"));
        assertTrue(trail.contains("\"actor\":\"anna\",\"command\":\"command ask\"") &&
            trail.contains("\"actor\":\"boris\",\"command\":\"command approve\""), trail);
    }

    @Test
    void shouldFoundAVenueWithPersonalKeysAndKeepItsRegister() throws IOException
    {
        makePassword();
        dataDir = dir.resolve("data");
        final Map<String, Object> options = TestVenue.options(dataDir);
        options.put("venue.reference-data", referenceData().toString());
        final Path config = VenueProcess.writeConfig(dir.resolve("venue.conf"), options);

        assertEquals(0, run("keys init").exitCode());
        final VenueProcess.Result refused = VenueProcess.execute("start", "--config", config.toString());
        assertEquals(USAGE, refused.exitCode(), refused::toString);
        assertTrue(refused.err().contains("has no administrator: a venue that is not the demo one needs one to " +
            "begin; `bourse operators init NAME` makes a key and prints the line"), refused::toString);
        final String conf = Files.readString(config);
        final String demoKey = demoKey();
        Files.writeString(config, conf + founder("clara", demoKey));
        final VenueProcess.Result demo = VenueProcess.execute("start", "--config", config.toString());
        assertEquals(USAGE, demo.exitCode(), demo::toString);
        assertTrue(demo.err().contains("has the key of a demo operator, which everybody has"), demo::toString);

        final String olga = init("olga");
        Files.writeString(config, conf + founder("olga", olga));
        venue = Venue.start(VenueConfigLoader.load(config, Map.of()));
        assertRefused(USAGE, "name the operator who acts with --as, or in BOURSE_OPERATOR: known=[olga]", "news hello");
        assertRefused(USAGE, "the key of the operator is not here, name its file with --operator-key: operator=olga",
            "news hello --as olga");
        // An administrator has no right to do anything else.
        assertRefused(PRECONDITION, "reason=NO_RIGHT", as("news hello", "olga"));
        final String pavel = init("pavel");
        assertRefused(USAGE, "everybody has the keys of demo operators",
            as("operators add pavel --roles market-operator --public-key " + demoKey, "olga"));
        assertDone("active     pavel  market-operator", as("operators add pavel --roles market-operator --public-key " +
            pavel, "olga"));
        assertDone("", as("news hello", "pavel"));
        assertRefused(PRECONDITION, "reason=NO_RIGHT", as("operators revoke pavel", "pavel"));
        assertRefused(PRECONDITION, "there is such an operator already",
            as("operators add pavel --roles approver --public-key " + pavel, "olga"));

        // Another key: the former one is worth nothing.
        final Path former = key("pavel");
        Files.move(former, dir.resolve("former.p12"));
        final String rotated = init("pavel");
        assertDone("active     pavel  market-operator", as("operators rotate pavel --public-key " + rotated, "olga"));
        assertDone("", as("news hello", "pavel"));
        assertRefused(USAGE, "the key is not the one that the venue knows of the operator: operator=pavel",
            "news hello --as pavel --operator-password " + password + " --operator-key " + dir.resolve("former.p12"));
        assertDone("revoked    pavel  market-operator", as("operators revoke pavel", "olga"));
        assertRefused(PRECONDITION, "reason=SIGNATURE_INVALID", as("news hello", "pavel"));
        assertUnsignedIsRefused();
    }

    @Test
    void shouldChangeRolesByAnAdministratorAndRefuseWhatCannotBeBeforeTheJournal() throws IOException
    {
        startOwn();
        final String pavel = init("pavel");
        assertDone("active     pavel  market-operator", as("operators add pavel --roles market-operator --public-key " +
            pavel, "olga"));
        final List<String> before = commands();
        assertTrue(before.contains("OPERATORS by 1"), before::toString);
        assertRefused(PRECONDITION, "the venue has no such operator: operator=dora known=[olga, pavel]",
            as("operators roles dora approver", "olga"));
        assertRefused(USAGE, "there is no such role: role=king known=", as("operators roles pavel king", "olga"));
        assertRefused(PRECONDITION, "the operator has these roles already, nothing was changed: operator=pavel " +
            "roles=market-operator", as("operators roles pavel market-operator", "olga"));
        // The last administrator stays.
        assertRefused(PRECONDITION, "this is the last administrator", as("operators roles olga approver", "olga"));
        assertRefused(PRECONDITION, "this is the last administrator", as("operators revoke olga", "olga"));
        // With these limits the venue would not start again.
        assertRefused(PRECONDITION, "which would not start again; nothing was changed; start it first with " +
            "BOURSE_JAVA_OPTS=-Xmx", as("capacity set --live-orders 90000000 --keep --yes", "pavel"));
        assertEquals(before, commands());

        assertRefused(PRECONDITION, "reason=NO_RIGHT", as("operators roles pavel administrator", "pavel"));
        assertDone("active     pavel  clearing-operator,administrator",
            as("operators roles pavel clearing-operator,administrator", "olga"));
        assertRefused(PRECONDITION, "reason=NO_RIGHT", as("news hello", "pavel"));
        assertDone("active     olga  approver", as("operators roles olga approver", "pavel"));
        assertEquals(List.of(Set.of(OperatorRole.APPROVER, OperatorRole.AUDITOR, OperatorRole.ADMINISTRATOR)),
            operator("olga").formerRoles().stream().map(RegisteredOperator.FormerRoles::roles).toList());
        assertEquals("venue      feature level " + FeatureLevels.HIGHEST +
            "  administrators 1: pavel", run("session show").out().lines().skip(1).findFirst().orElseThrow());

        // By policy a second person; what has changed since is not undone by an approval.
        final Path policy = dir.resolve("policy.conf");
        Files.writeString(policy, "acts { operators { roles = [administrator], second-person = true } }");
        assertDone("", as("operators policy " + policy, "pavel"));
        assertRefused(APPROVAL, "a second person has to approve this, nothing was done yet: Define the operator ",
            as("operators roles pavel market-operator,administrator", "pavel"));
        assertRefused(APPROVAL, "nothing was done yet: Define the operator ",
            as("operators roles pavel risk-officer,administrator", "pavel"));
        assertDone("approved   request 2", as("approve 2", "olga"));
        assertEquals(Set.of(OperatorRole.RISK_OFFICER, OperatorRole.ADMINISTRATOR), operator("pavel").roles());
        assertRefused(APPROVAL, "the operator was changed after this was asked for, it would undo that",
            as("approve 1", "olga"));
        assertEquals(Set.of(OperatorRole.RISK_OFFICER, OperatorRole.ADMINISTRATOR), operator("pavel").roles());
    }

    @Test
    void shouldSignAndApproveWithKeysThatStayInATokenAndRotateToAndFromIt() throws IOException
    {
        final SoftToken token = SoftToken.make(dir);
        startOwn();
        assertRefused(token, "the token has no such key, make it in the token",
            "operators init pavel --operator-key " + token.configuration() + " --operator-password " + token.pin());
        final String pavel = initInToken(token, "pavel");
        final String dora = initInToken(token, "dora");
        assertDone("active     pavel  market-operator", as("operators add pavel --roles market-operator --public-key " +
            pavel, "olga"));
        assertDone("active     dora  approver",
            as("operators add dora --roles approver --public-key " + dora, "olga"));

        assertDone(token, "", "news hello", "pavel");
        assertDone(token, "", "phase HALTED --all", "pavel");
        final VenueProcess.Result asked = runInToken(token, "phase CONTINUOUS --all", "pavel");
        assertEquals(APPROVAL, asked.exitCode(), asked::toString);
        assertTrue(run("session show").out().contains("halted"), "it was resumed by one person");
        assertDone(token, "approved   request 1 sha256=", "approve", "dora");
        assertTrue(run("session show").out().contains("open"), "it was not resumed");
        final Path wrong = Files.writeString(dir.resolve("wrong"), "4321");
        Files.setPosixFilePermissions(wrong, PosixFilePermissions.fromString("rw-------"));
        assertRefused(token, "token cannot be used, look at library, slot and PIN", "news hello --as pavel " +
            "--operator-key " + token.configuration() + " --operator-password " + wrong);

        // From the token to a file, and back to another key of the token.
        final String file = init("pavel");
        assertDone("active     pavel  market-operator", as("operators rotate pavel --public-key " + file, "olga"));
        assertDone("", as("news hello", "pavel"));
        final VenueProcess.Result former = runInToken(token, "news hello", "pavel");
        assertEquals(USAGE, former.exitCode(), former::toString);
        assertTrue(former.err().contains("the key is not the one that the venue knows of the operator"),
            former::toString);
        token.deleteKey("pavel");
        assertDone("active     pavel  market-operator",
            as("operators rotate pavel --public-key " + initInToken(token, "pavel"), "olga"));
        assertDone(token, "", "news hello", "pavel");
        assertRefused(USAGE, "the key is not the one that the venue knows of the operator", as("news hello", "pavel"));
    }

    /** Makes a key in a token and gives back its public half. */
    private String initInToken(final SoftToken token, final String name) throws IOException
    {
        token.makeKey(name);
        final VenueProcess.Result shown = VenueProcess.run(token.environment(), List.of("operators", "init", name,
            "--operator-key", token.configuration().toString(), "--operator-password", token.pin().toString()));
        assertEquals(0, shown.exitCode(), shown::toString);
        return publicKey(shown);
    }

    private VenueProcess.Result runInToken(final SoftToken token, final String line, final String name)
        throws IOException
    {
        return VenueProcess.run(token.environment(), arguments(line + " --as " + name + " --operator-key " +
            token.configuration() + " --operator-password " + token.pin()));
    }

    private void assertDone(final SoftToken token, final String beginning, final String line, final String name)
        throws IOException
    {
        final VenueProcess.Result result = runInToken(token, line, name);
        assertEquals(0, result.exitCode(), result::toString);
        assertTrue(result.out().startsWith(beginning), result::toString);
    }

    private void assertRefused(final SoftToken token, final String words, final String line) throws IOException
    {
        final VenueProcess.Result result = VenueProcess.run(
            token.environment(), line.startsWith("operators init") ? List.of(line.split(" ")) : arguments(line));
        assertTrue(0 != result.exitCode() && result.err().contains(words), result::toString);
    }

    /** A venue of its own, whose administrator is olga. */
    private void startOwn() throws IOException
    {
        makePassword();
        dataDir = dir.resolve("data");
        final Map<String, Object> options = TestVenue.options(dataDir);
        options.put("venue.reference-data", referenceData().toString());
        final Path config = VenueProcess.writeConfig(dir.resolve("venue.conf"), options);
        assertEquals(0, run("keys init").exitCode());
        Files.writeString(config, Files.readString(config) + founder("olga", init("olga")));
        venue = Venue.start(VenueConfigLoader.load(config, Map.of()));
    }

    private void makePassword() throws IOException
    {
        password = dir.resolve("password");
        Files.writeString(password, "correct horse");
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
    }

    /** What became of the commands of people that were journalled. */
    private List<String> commands() throws IOException
    {
        final List<String> commands = new ArrayList<>();
        try (EngineClient client = VenueProcess.connect(dataDir))
        {
            StreamHistory.read(client, new EventListener()
            {
                @Override
                public void onOperatorActed(final EventGroup group, final OperatorActedDecoder event)
                {
                    commands.add(event.act() + " by " + event.operatorId());
                }

                @Override
                public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
                {
                    commands.add("rejected " + event.reason());
                }
            });
        }
        return commands;
    }

    private RegisteredOperator operator(final String name)
    {
        return VenueOperators.read(dataDir).byName().get(name);
    }

    @Test
    void shouldNotStartTheHistoryOfTheDemoVenueAsAnotherVenue() throws IOException
    {
        startDemo();
        venue.close();
        final Map<String, Object> options = TestVenue.options(dataDir);
        options.put("venue.reference-data", referenceData().toString());
        final String keys = dir.resolve("keys").toString();
        options.put("venue.clearing.keys-dir", keys);
        assertEquals(0, VenueProcess.execute("keys", "init", "--keys", keys).exitCode());
        final VenueProcess.Result refused = VenueProcess.execute(
            "start", "--config", VenueProcess.writeConfig(dir.resolve("other.conf"), options).toString());
        assertEquals(USAGE, refused.exitCode(), refused::toString);
        assertTrue(refused.err().contains("this history has operators of the demo venue, whose keys everybody has"),
            refused::toString);
    }

    /** The holder of the shared secret alone does nothing. */
    private void assertUnsignedIsRefused() throws IOException
    {
        try (EngineClient client = VenueProcess.connect(dataDir);
            OperatorClient operator = new OperatorClient(client, LIMIT_NS))
        {
            assertEquals(RejectReason.NOT_SIGNED, Assertions.assertThrows(CommandRefusedException.class,
                () -> new NewsOperator(operator).publish("forged", "", 0, 0, "")).reason());
        }
    }

    private void startDemo() throws IOException
    {
        dataDir = dir.resolve("data");
        venue = Venue.start(TestVenue.config(dataDir));
    }

    private String demoKey() throws IOException
    {
        try (InputStream in = ReferenceDataReader.class.getResourceAsStream("/operators/demo.conf"))
        {
            final String text = new String(in.readAllBytes());
            final int at = text.indexOf("public-key = \"") + "public-key = \"".length();
            return text.substring(at, text.indexOf('"', at));
        }
    }

    /** The tables of the demo venue, in a folder of their own. */
    private Path referenceData() throws IOException
    {
        final Path reference = Files.createDirectories(dir.resolve("reference"));
        for (final String table : TABLES)
        {
            try (InputStream in = ReferenceDataReader.class.getResourceAsStream("/reference/" + table + ".csv"))
            {
                if (null != in)
                {
                    Files.write(reference.resolve(table + ".csv"), in.readAllBytes());
                }
            }
        }
        return reference;
    }

    private static String founder(final String name, final String publicKey)
    {
        return "venue.operators.founders = [{ name = \"" + name + "\", roles = [administrator, approver, auditor], " +
            "public-key = \"" + publicKey + "\" }]\n";
    }

    private Path key(final String name)
    {
        return dir.resolve(name + ".p12");
    }

    /** Makes a key and gives back its public half, as the command prints it. */
    private String init(final String name) throws IOException
    {
        final VenueProcess.Result made = VenueProcess.execute("operators", "init", name, "--operator-key",
            key(name).toString(), "--operator-password", password.toString());
        assertEquals(0, made.exitCode(), made::toString);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(key(name))));
        final String publicKey = publicKey(made);
        assertTrue(made.out().endsWith(founder(name, publicKey).strip()), made::toString);
        assertFalse(made.out().contains("correct horse"), made::toString);
        return publicKey;
    }

    private static String publicKey(final VenueProcess.Result made)
    {
        return made.out().lines().filter(line -> line.startsWith("public key  ")).findFirst().orElseThrow()
            .substring("public key  ".length());
    }

    private String as(final String line, final String name)
    {
        return line + " --as " + name + " --operator-key " + key(name) + " --operator-password " + password;
    }

    private void assertDone(final String beginning, final String line) throws IOException
    {
        final VenueProcess.Result result = run(line);
        assertEquals(0, result.exitCode(), result::toString);
        assertTrue(result.out().startsWith(beginning), result::toString);
    }

    private void assertRefused(final int exitCode, final String words, final String line) throws IOException
    {
        final VenueProcess.Result result = run(line);
        assertEquals(exitCode, result.exitCode(), result::toString);
        assertTrue(result.err().contains(words), result::toString);
    }

    private VenueProcess.Result run(final String line) throws IOException
    {
        return VenueProcess.execute(arguments(line).toArray(String[]::new));
    }

    private List<String> arguments(final String line)
    {
        final List<String> arguments = new ArrayList<>(Arrays.asList(line.split(" ")));
        arguments.addAll(List.of("--data", dataDir.toString()));
        return arguments;
    }
}
