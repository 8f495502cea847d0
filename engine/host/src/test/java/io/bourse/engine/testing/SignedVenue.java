// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.ApprovalMissingException;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.CommandSigner;
import io.bourse.engine.client.operator.OperatorAdministration;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.OperatorRegister;
import io.bourse.engine.client.operator.OperatorSpec;
import io.bourse.engine.client.operator.PolicyRow;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.client.operator.SignedCommands;
import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.host.offline.PersonFacts;
import io.bourse.engine.host.offline.ReplayTarget;
import io.bourse.engine.host.offline.SentCommand;
import io.bourse.engine.host.offline.Verification;
import io.bourse.engine.protocol.DefineClearingFirmDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.MoveSessionDateDecoder;
import io.bourse.engine.protocol.OperatorAct;
import io.bourse.engine.protocol.OperatorRoles;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.TakeSnapshotDecoder;
import io.bourse.testing.Person;

/**
 * A venue with three operators, and what each of them may do there, for every host.
 */
public final class SignedVenue
{
    private static final byte[] VENUE_ID = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    private static final Person ANNA = new Person(1, "anna", OperatorRoles.MARKET_OPERATOR);
    private static final Person BORIS = new Person(2, "boris", OperatorRoles.APPROVER);
    private static final Person CLARA = new Person(3, "clara", OperatorRoles.ADMINISTRATOR);
    private static final int MOVED_DATE = DemoReferenceData.TRADING_DATE + 1;

    private final EngineClient client;

    public SignedVenue(final EngineClient client)
    {
        this.client = client;
    }

    /** Raises the level, enters reference data and the register. */
    public void found()
    {
        try (OperatorClient operator = unsigned())
        {
            for (int level = FeatureLevels.BOUNDED; level <= FeatureLevels.GUARDED; level++)
            {
                new SessionOperator(operator).setFeatureLevel(level);
            }
            DemoReferenceData.define(operator);
            final OperatorAdministration administration = new OperatorAdministration(operator);
            for (final Person person : List.of(ANNA, BORIS, CLARA))
            {
                administration.define(
                    new OperatorSpec(person.id, person.name, person.roles, true, person.publicKey()));
            }
            administration.policy(VENUE_ID, List.of(
                new PolicyRow(OperatorAct.REFERENCE_DATA, OperatorRoles.MARKET_OPERATOR, false),
                new PolicyRow(OperatorAct.SESSION_DATE, OperatorRoles.MARKET_OPERATOR, true),
                new PolicyRow(OperatorAct.STATE, OperatorRoles.MARKET_OPERATOR, false),
                new PolicyRow(OperatorAct.OPERATORS, OperatorRoles.ADMINISTRATOR, false)));
        }
        final OperatorRegister register = OperatorRegister.read(client);
        assertTrue(register.isInForce());
        assertEquals(3, register.operators().size());
        assertEquals(OperatorRoles.APPROVER, register.operator("boris").roles());
        assertEquals(new PolicyRow(OperatorAct.SESSION_DATE, OperatorRoles.MARKET_OPERATOR, true),
            register.policy(OperatorAct.SESSION_DATE));
    }

    /** The secret of the principal is the right one, and does not help. */
    public void requireSignatures(final String newFirm)
    {
        try (OperatorClient operator = unsigned(); OperatorClient boris = signed(BORIS);
            OperatorClient forger = signed(new Person(1, "not anna", 0)); OperatorClient anna = signed(ANNA))
        {
            assertRefused(RejectReason.NOT_SIGNED, () -> operator.defineClearingFirm(newFirm));
            assertRefused(RejectReason.NOT_SIGNED, operator::reportState);
            assertRefused(RejectReason.NO_RIGHT, () -> boris.defineClearingFirm(newFirm));
            assertRefused(RejectReason.SIGNATURE_INVALID, () -> forger.defineClearingFirm(newFirm));
            anna.defineClearingFirm(newFirm);
        }
    }

    /** Anna asks, Boris approves, and what he approved cannot come a second time. */
    public void moveDateByTwoPersons()
    {
        try (OperatorClient anna = signed(ANNA); OperatorClient operator = unsigned())
        {
            final byte[] command = assertThrows(ApprovalMissingException.class, () -> new SessionOperator(anna)
                .moveDate(DemoReferenceData.SESSION_ID, DemoReferenceData.TRADING_DATE, MOVED_DATE)).command();
            final String text = SignedCommands.describe(command);
            assertTrue(text.startsWith("MoveSessionDate sessionId=" + DemoReferenceData.SESSION_ID) &&
                text.contains("newDate=" + MOVED_DATE) && text.contains("operatorId=1"), text);
            assertRefused(RejectReason.APPROVAL_MISSING, () -> operator.submit(command));
            // It has been answered: the engine takes that session and sequence no more.
            final byte[] again = assertThrows(ApprovalMissingException.class, () -> new SessionOperator(anna)
                .moveDate(DemoReferenceData.SESSION_ID, DemoReferenceData.TRADING_DATE, MOVED_DATE)).command();
            final byte[] approved = SignedCommands.approve(again, signer(BORIS));
            assertEquals(SignedCommands.sha256(again), SignedCommands.sha256(approved));
            operator.submit(approved);
            assertRefused(RejectReason.DUPLICATE_COMMAND, () -> operator.submit(approved));
        }
    }

    /** Signed: everything that was sent before is executed. */
    public void reportState()
    {
        try (OperatorClient anna = signed(ANNA))
        {
            anna.reportState();
        }
    }

    /** Clara revokes Boris. */
    public void revokeBoris()
    {
        try (OperatorClient clara = signed(CLARA))
        {
            new OperatorAdministration(clara).define(
                new OperatorSpec(BORIS.id, BORIS.name, BORIS.roles, false, BORIS.publicKey()));
        }
    }

    /** Signed; the host writes it after this call. */
    public long takeSnapshot()
    {
        try (OperatorClient anna = signed(ANNA))
        {
            return anna.takeSnapshot().commandPosition();
        }
    }

    /** Replays what a host has journalled of {@link #found} and all the rest. */
    public static void verify(final Path dataDir, final int commandsOfAnna, final int forgeries)
    {
        try (OfflineVenue venue = OfflineVenue.open(dataDir, OfflineVenue.ANY_PARTITION))
        {
            final Verification found = venue.verify();
            assertEquals(List.of(), found.findings());
            assertEquals(0, found.replay().framesMissing());
            assertEquals(List.of(
                new PersonFacts(ANNA.id, "anna", commandsOfAnna, 0),
                new PersonFacts(BORIS.id, "boris", 0, 1),
                new PersonFacts(CLARA.id, "clara", 0, 0)), found.replay().persons());
            assertEquals(forgeries, found.replay().refusedSignatures());
            final List<SentCommand> commands = venue.commands(ReplayTarget.end(), Integer.MAX_VALUE);
            assertEquals(commandsOfAnna, commands.stream().filter((sent) -> "anna".equals(sent.operator())).count());
            assertTrue(commands.stream().anyMatch((sent) -> "boris".equals(sent.approver()) &&
                MoveSessionDateDecoder.TEMPLATE_ID == sent.templateId()));
            assertTrue(commands.stream().anyMatch((sent) -> "anna".equals(sent.operator()) &&
                TakeSnapshotDecoder.TEMPLATE_ID == sent.templateId()));
            assertTrue(commands.stream().anyMatch((sent) -> sent.operator().isEmpty() &&
                DefineClearingFirmDecoder.TEMPLATE_ID == sent.templateId()));
        }
    }

    private OperatorClient unsigned()
    {
        return new OperatorClient(client, TestEngine.TIMEOUT_NS);
    }

    private OperatorClient signed(final Person person)
    {
        return new OperatorClient(client, TestEngine.TIMEOUT_NS, signer(person));
    }

    private static CommandSigner signer(final Person person)
    {
        return new CommandSigner()
        {
            @Override
            public int operatorId()
            {
                return person.id;
            }

            @Override
            public byte[] venueId()
            {
                return VENUE_ID;
            }

            @Override
            public byte[] sign(final byte[] bytes)
            {
                return person.sign(bytes);
            }
        };
    }

    private static void assertRefused(final RejectReason reason, final Runnable command)
    {
        assertEquals(reason, assertThrows(CommandRefusedException.class, command::run).reason());
    }
}
