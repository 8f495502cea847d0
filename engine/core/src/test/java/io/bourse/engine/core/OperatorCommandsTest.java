// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static io.bourse.engine.core.OperatorCommandWriter.ANNA;
import static io.bourse.engine.core.OperatorCommandWriter.BORIS;
import static io.bourse.engine.core.OperatorCommandWriter.CLARA;
import static io.bourse.engine.core.OperatorCommandWriter.POLICY;
import static io.bourse.engine.core.OperatorCommandWriter.VALID_NS;
import static io.bourse.engine.core.OperatorCommandWriter.VENUE_ID;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;

import io.bourse.engine.core.OperatorCommandWriter.Row;
import io.bourse.engine.protocol.ChangePhaseDecoder;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.DefineClearingFirmDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OperatorAct;
import io.bourse.engine.protocol.OperatorCommandDecoder;
import io.bourse.engine.protocol.OperatorDefinedDecoder;
import io.bourse.engine.protocol.OperatorPolicySetDecoder;
import io.bourse.engine.protocol.OperatorRoles;
import io.bourse.engine.protocol.OperatorSignature;
import io.bourse.engine.protocol.Phase;
import io.bourse.testing.Person;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Who may send operators' commands once the venue has a register of them.
 */
class OperatorCommandsTest
{
    private static final String REFUSED = "rejected cl=- order=- account= instrument=0 ";
    private static final long DAY_NS = 24 * 3_600_000_000_000L;
    private static final String CLEARING_FIRM = acted(ANNA, null, DefineClearingFirmDecoder.TEMPLATE_ID,
        OperatorAct.REFERENCE_DATA);

    private CoreFixture core;
    private OperatorCommandWriter operators;
    private VenueCommandWriter venue;

    @BeforeEach
    void setUp()
    {
        core = new CoreFixture();
        core.raiseTo(FeatureLevels.GUARDED);
        core.withMembers().open();
        operators = new OperatorCommandWriter(core);
        venue = new VenueCommandWriter(core.commands);
        operators.found();
    }

    @Test
    void shouldBeInForceFromAPolicyAndAnAdministratorOn()
    {
        final CoreFixture other = new CoreFixture();
        other.raiseTo(FeatureLevels.GUARDED);
        final OperatorCommandWriter writer = new OperatorCommandWriter(other);
        assertEquals(List.of(REFUSED + "SIGNATURE_INVALID"),
            other.send(writer.signed(ANNA, other.commands.clearingFirm("CC"))));
        define(writer, ANNA);
        assertEquals(List.of(REFUSED + "NO_RIGHT"), sentByGateway(other));
        writer.policy(VENUE_ID, POLICY);
        assertEquals(List.of(REFUSED + "NO_RIGHT"), sentByGateway(other));
        other.commands.gatewayId = 0;
        assertTrue(other.send(define(writer, ANNA)).get(0).startsWith("OperatorDefined operatorId=1 name=anna"));
        assertEquals(List.of("clearingFirm CC"), other.send(other.commands.clearingFirm("CC")));
        other.send(writer.policy(VENUE_ID, POLICY));
        assertEquals(List.of("clearingFirm DE"), other.send(other.commands.clearingFirm("DE")));
        other.send(define(writer, CLARA));
        assertEquals(List.of(REFUSED + "NOT_SIGNED"), other.send(other.commands.clearingFirm("EE")));
        assertEquals(List.of(REFUSED + "NOT_SIGNED"), other.send(define(writer, BORIS)));
        assertEquals(List.of(REFUSED + "NOT_SIGNED"), other.send(writer.policy(VENUE_ID, POLICY)));
        assertTrue(other.send(writer.signed(CLARA, define(writer, BORIS))).get(1).startsWith("OperatorDefined"));
    }

    @Test
    void shouldExecuteWhatARightPersonHasSigned()
    {
        assertEquals(List.of(CLEARING_FIRM, "clearingFirm CC"),
            core.send(operators.signed(ANNA, core.commands.clearingFirm("CC"))));
        assertEquals(DefineClearingFirmDecoder.TEMPLATE_ID, core.recorder.group.commandTemplateId());
        assertEquals(OperatorCommandWriter.SESSION, core.recorder.group.sessionId());
        assertEquals(1, core.recorder.group.sequence());
        // Signed, and refused for another reason: who tried stands there.
        assertEquals(List.of(
            acted(ANNA, null, ChangePhaseDecoder.TEMPLATE_ID, OperatorAct.PHASE),
            "rejected cl=- order=- account= instrument=77 UNKNOWN_INSTRUMENT"),
            core.send(operators.signed(ANNA, venue.changePhase(77, Phase.HALTED, 0, 0, Phase.CLOSED))));
    }

    @Test
    void shouldTakeUnsignedOnlyWhatTheVenueItselfSends()
    {
        core.commands.gatewayId = 0;
        assertEquals(List.of(), core.send(venue.advanceTime()));
        assertTrue(core.send(venue.takeSnapshot(0)).get(0).startsWith("snapshot due"));
        assertEquals(List.of(REFUSED + "NOT_SIGNED"), core.send(core.commands.clearingFirm("CC")));
        assertEquals(List.of(REFUSED + "NOT_SIGNED"), core.send(core.commands.reportState(1)));
        assertEquals(List.of("rejected cl=- order=- account= instrument=1 NOT_SIGNED"),
            core.send(venue.changePhase(1, Phase.HALTED, 0, 0, Phase.CLOSED)));
        core.commands.gatewayId = CommandWriter.GATEWAY_ID;
        assertEquals(List.of("accepted 1 cl=7 BUY 1@100 DAY"), core.buy(7, 1, 100));
    }

    @Test
    void shouldRefuseWhoHasNoRight()
    {
        assertEquals(List.of(REFUSED + "NO_RIGHT"),
            core.send(operators.signed(BORIS, core.commands.clearingFirm("CC"))));
        assertEquals(List.of(REFUSED + "NO_RIGHT"),
            core.send(operators.signed(ANNA, venue.news(0, (news) -> news.headline("x")))));
        // No row: forbidden to all.
        assertEquals(List.of(REFUSED + "NO_RIGHT"),
            core.send(operators.signed(CLARA, core.commands.openSession(2, 20261122))));
        assertEquals(List.of(REFUSED + "NO_RIGHT"), core.send(operators.signed(ANNA, define(operators, ANNA))));
        core.commands.buffer.putShort(CommandWriter.OFFSET + 8 + 28, (short)1);
        assertEquals(List.of(REFUSED + "NO_RIGHT"), core.send(core.commands.length), "from a gateway");
    }

    @Test
    void shouldRefuseASignatureThatIsTooOldTooEarlyOrOfAnotherVenue()
    {
        for (final long expiresNs : new long[]{core.timeNs - 1, 0, Long.MIN_VALUE, core.timeNs + DAY_NS + 1,
            Long.MAX_VALUE})
        {
            assertEquals(List.of(REFUSED + "SIGNATURE_EXPIRED"), core.send(operators.signed(
                ANNA, null, expiresNs, operators.inner(core.commands.clearingFirm("CC")))), "expiresNs=" + expiresNs);
        }
        assertEquals(List.of(CLEARING_FIRM, "clearingFirm CC"), core.send(operators.signed(
            ANNA, null, core.timeNs, operators.inner(core.commands.clearingFirm("CC")))));
        assertEquals(List.of(CLEARING_FIRM, "clearingFirm DD"), core.send(operators.signed(
            ANNA, null, core.timeNs + DAY_NS, operators.inner(core.commands.clearingFirm("DD")))));
    }

    @Test
    void shouldRefuseACommandThatWasThereBefore()
    {
        final CommandWriter signed = operators.signed(ANNA, core.commands.clearingFirm("CC"));
        core.send(signed);
        assertEquals(List.of(REFUSED + "DUPLICATE_COMMAND"), core.send(signed));
        final UnsafeBuffer inner = operators.inner(core.commands.clearingFirm("DD"));
        inner.putLong(8 + 16, 0);
        assertEquals(List.of(REFUSED + "INVALID_FIELD"),
            core.send(operators.signed(ANNA, null, core.timeNs, inner)), "without a sequence it could come again");
    }

    @Test
    void shouldRefuseARevokedPersonAndTakeHimAgainWithANewKey()
    {
        core.send(operators.signed(CLARA, operators.define(1, "anna", ANNA.roles, 0, ANNA.publicKey())));
        assertEquals(List.of(REFUSED + "SIGNATURE_INVALID"),
            core.send(operators.signed(ANNA, core.commands.clearingFirm("CC"))));
        final Person rotated = new Person(1, "anna, second key", ANNA.roles);
        core.send(operators.signed(CLARA, operators.define(1, "anna", ANNA.roles, 1, rotated.publicKey())));
        assertEquals(List.of(REFUSED + "SIGNATURE_INVALID"),
            core.send(operators.signed(ANNA, core.commands.clearingFirm("CC"))));
        assertEquals(List.of(CLEARING_FIRM, "clearingFirm CC"),
            core.send(operators.signed(rotated, core.commands.clearingFirm("CC"))));
    }

    @Test
    void shouldWantASecondPersonWhereThePolicySaysSo()
    {
        core.send(operators.signed(ANNA, venue.changePhase(1, Phase.HALTED, 0, 0, Phase.CLOSED)));
        for (final Phase phase : new Phase[]{Phase.CONTINUOUS, Phase.CLOSED, Phase.POST_TRADE})
        {
            assertEquals(List.of(REFUSED + "APPROVAL_MISSING"),
                core.send(operators.signed(ANNA, venue.changePhase(0, phase, 0, 0, Phase.CLOSED))), "phase=" + phase);
        }
        assertEquals(List.of(REFUSED + "APPROVAL_MISSING"),
            core.send(operators.signed(ANNA, venue.changePhase(1, Phase.HALTED, 5, 0, Phase.CONTINUOUS))));
        final List<String> others =
            core.send(operators.signed(ANNA, venue.changePhase(2, Phase.CLOSED, 0, 0, Phase.CLOSED)));
        assertEquals(acted(ANNA, null, ChangePhaseDecoder.TEMPLATE_ID, OperatorAct.PHASE), others.get(0));

        assertEquals(List.of(REFUSED + "NO_RIGHT"), core.send(operators.signed(
            ANNA, ANNA, venue.changePhase(1, Phase.CONTINUOUS, 0, 0, Phase.CLOSED))), "by himself");
        final Person stranger = new Person(9, "stranger", 0);
        assertEquals(List.of(REFUSED + "SIGNATURE_INVALID"), core.send(operators.signed(
            ANNA, stranger, venue.changePhase(1, Phase.CONTINUOUS, 0, 0, Phase.CLOSED))));
        final List<String> resumed = core.send(operators.signed(
            ANNA, BORIS, venue.changePhase(1, Phase.CONTINUOUS, 0, 0, Phase.CLOSED)));
        assertEquals(acted(ANNA, BORIS, ChangePhaseDecoder.TEMPLATE_ID, OperatorAct.RESUME), resumed.get(0));
        assertTrue(resumed.get(1).startsWith("PhaseChanged"), resumed.toString());
    }

    @Test
    void shouldRefuseAnApprovalOfAnotherCommandAndByWhoIsNoApprover()
    {
        final UnsafeBuffer one = operators.inner(venue.changePhase(1, Phase.CLOSED, 0, 0, Phase.CLOSED));
        final UnsafeBuffer other = operators.inner(venue.changePhase(2, Phase.CLOSED, 0, 0, Phase.CLOSED));
        final long expiresNs = core.timeNs + VALID_NS;
        operators.signed(ANNA, BORIS, expiresNs, one);
        final byte[] approvalOfOne = new byte[64];
        new OperatorCommandDecoder()
            .wrapAndApplyHeader(core.commands.buffer, CommandWriter.OFFSET, new MessageHeaderDecoder())
            .getApproval(approvalOfOne, 0, approvalOfOne.length);
        final byte[] signature = ANNA.sign(OperatorSignature.command(
            VENUE_ID, expiresNs, ANNA.id, other, 0, other.capacity()));
        assertEquals(List.of(REFUSED + "SIGNATURE_INVALID"),
            core.send(operators.wrapped(ANNA.id, BORIS.id, expiresNs, signature, approvalOfOne, other)));
        assertEquals(List.of(REFUSED + "INVALID_FIELD"), core.send(operators.wrapped(ANNA.id, 0, expiresNs, signature,
            approvalOfOne, operators.inner(venue.changePhase(3, Phase.CLOSED, 0, 0, Phase.CLOSED)))), "of no approver");
        core.send(operators.signed(CLARA, operators.define(4, "dora", OperatorRoles.AUDITOR, 1,
            new Person(4, "dora", 0).publicKey())));
        assertEquals(List.of(REFUSED + "NO_RIGHT"), core.send(operators.signed(ANNA, new Person(4, "dora", 0),
            venue.changePhase(1, Phase.CLOSED, 0, 0, Phase.CLOSED))));
    }

    @Test
    void shouldRefuseWhatNoOperatorSigns()
    {
        assertEquals(List.of(REFUSED + "INVALID_FIELD"),
            core.send(operators.signed(ANNA, core.commands.newOrder(1, (order) -> order.clOrdId(1)))));
        assertEquals(List.of(REFUSED + "INVALID_FIELD"), core.send(operators.signed(ANNA, venue.advanceTime())));
        assertEquals(List.of(REFUSED + "INVALID_FIELD"), core.send(operators.signed(
            ANNA, operators.signed(ANNA, core.commands.clearingFirm("CC")))), "nested");
        final UnsafeBuffer unknown = operators.inner(core.commands.clearingFirm("CC"));
        unknown.putShort(2, (short)99);
        assertEquals(List.of(REFUSED + "INVALID_FIELD"),
            core.send(operators.signed(ANNA, null, core.timeNs, unknown)));
    }

    @Test
    void shouldRefuseWhatWouldLeaveNoOneWhoCanAdminister()
    {
        final String refused = REFUSED + "WRONG_STATE";
        final List<Row> strict = new ArrayList<>(POLICY);
        strict.set(strict.size() - 1, new Row(OperatorAct.OPERATORS, OperatorRoles.ADMINISTRATOR, true));
        assertEquals(refused, administer(operators.define(3, "clara", CLARA.roles, 0, CLARA.publicKey())));
        assertEquals(refused, administer(operators.define(3, "clara", 0, 1, CLARA.publicKey())));
        administer(operators.define(2, "boris", BORIS.roles, 0, BORIS.publicKey()));
        assertEquals(refused, administer(operators.policy(VENUE_ID, strict)), "no second person");
        administer(operators.define(2, "boris", BORIS.roles, 1, BORIS.publicKey()));
        assertTrue(administer(operators.policy(VENUE_ID, strict)).startsWith("OperatorPolicySet"));
        final List<String> last = core.send(operators.signed(
            CLARA, BORIS, operators.define(2, "boris", 0, 1, BORIS.publicKey())));
        assertEquals(refused, last.get(1));
    }

    @Test
    void shouldRefuseFieldsThatAreNotValid()
    {
        final String invalid = REFUSED + "INVALID_FIELD";
        final String defined = REFUSED + "ALREADY_DEFINED";
        final byte[] key = new Person(4, "dora", 0).publicKey();
        final byte[] offCurve = key.clone();
        offCurve[90] ^= 1;
        final byte[] otherCurve = key.clone();
        otherCurve[20] ^= 1;
        assertEquals(invalid, administer(operators.define(0, "dora", 0, 1, key)));
        assertEquals(invalid, administer(operators.define(4, "", 0, 1, key)));
        assertEquals(invalid, administer(operators.define(4, "Dora", 0, 1, key)));
        assertEquals(invalid, administer(operators.define(4, "do ra", 0, 1, key)));
        assertEquals(invalid, administer(operators.define(4, "dora", 64, 1, key)));
        assertEquals(invalid, administer(operators.define(4, "dora", 0, 2, key)));
        assertEquals(invalid, administer(operators.define(4, "dora", 0, 1, offCurve)));
        assertEquals(invalid, administer(operators.define(4, "dora", 0, 1, otherCurve)));
        assertEquals(defined, administer(operators.define(4, "anna", 0, 1, key)));
        final String longest = "az09.-_" + "z".repeat(25);
        assertTrue(administer(operators.define(5, longest, 0, 1, new Person(5, longest, 0).publicKey()))
            .startsWith("OperatorDefined operatorId=5 name=" + longest));
        assertEquals(defined, administer(operators.define(1, "dora", 0, 1, key)));
        assertEquals(defined, administer(operators.define(4, "dora", 0, 1, BORIS.publicKey())),
            "one person with two numbers could approve himself");

        final Row row = POLICY.get(POLICY.size() - 1);
        assertEquals(defined, administer(operators.policy(new byte[]{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
            POLICY)));
        assertEquals(invalid, administer(operators.policy(new byte[16], POLICY)));
        assertEquals(invalid, administer(operators.policy(VENUE_ID, List.of(row, row))));
        assertEquals(invalid, administer(operators.policy(VENUE_ID, List.of(row, new Row(0, 1, false)))));
        assertEquals(invalid, administer(operators.policy(VENUE_ID, List.of(row, new Row(99, 1, false)))));
        assertEquals(invalid, administer(operators.policy(VENUE_ID, List.of(row, new Row(1, 0, false)))));
        assertEquals(invalid, administer(operators.policy(VENUE_ID, List.of(row, new Row(1, 64, false)))));
        assertEquals(invalid, administer(operators.policy(VENUE_ID, List.of(new Row(17, 1, false)))));
    }

    @Test
    void shouldSayTheWholeRegisterInEvents()
    {
        core.send(operators.signed(CLARA, define(operators, ANNA)));
        final OperatorDefinedDecoder defined = new OperatorDefinedDecoder().wrapAndApplyHeader(
            new UnsafeBuffer(core.recorder.events.get(1)), 0, new MessageHeaderDecoder());
        final byte[] key = new byte[91];
        defined.getPublicKey(key, 0, key.length);
        assertArrayEquals(ANNA.publicKey(), key);
        assertEquals("anna", defined.name());
        assertEquals(ANNA.roles, defined.roles().getRaw());
        core.send(operators.signed(CLARA, operators.policy(VENUE_ID, POLICY)));
        final OperatorPolicySetDecoder set = new OperatorPolicySetDecoder().wrapAndApplyHeader(
            new UnsafeBuffer(core.recorder.events.get(1)), 0, new MessageHeaderDecoder());
        assertEquals(1 << OperatorAct.RESUME.value() | 1 << OperatorAct.SESSION_DATE.value(), set.approvals());
        for (int act = 0; act < OperatorPolicySetDecoder.rolesLength(); act++)
        {
            final int value = act;
            assertEquals(POLICY.stream().filter((row) -> row.act() == value).mapToInt(Row::roles).sum(),
                set.roles(act), "act=" + act);
        }
    }

    @Test
    void shouldKeepTheRegisterInSnapshots()
    {
        final SnapshotRecords written = SnapshotRecords.of(core.engine);
        final MatchingEngine again = written.read((frameSequence, buffer, offset, length) ->
        {
        });
        core.followers.add(again);
        core.commands.gatewayId = 0;
        assertEquals(List.of(REFUSED + "NOT_SIGNED"), core.send(core.commands.clearingFirm("CC")));
        assertEquals(List.of(CLEARING_FIRM, "clearingFirm CC"),
            core.send(operators.signed(ANNA, core.commands.clearingFirm("CC"))));
        assertEquals(List.of(REFUSED + "APPROVAL_MISSING"),
            core.send(operators.signed(ANNA, core.commands.moveSessionDate(1, 20261121, 20261122))));
        // With the hash of all events.
        final SnapshotRecords one = SnapshotRecords.of(core.engine);
        final SnapshotRecords other = SnapshotRecords.of(again);
        assertEquals(one.records.size(), other.records.size());
        for (int i = 0; i < one.records.size(); i++)
        {
            assertArrayEquals(one.records.get(i), other.records.get(i), "record " + i);
        }
    }

    @Test
    void shouldNotUnderstandSignedCommandsBeforeTheirFeatureLevel()
    {
        final CoreFixture old = new CoreFixture();
        old.raiseTo(FeatureLevels.TOUCHED);
        final OperatorCommandWriter writer = new OperatorCommandWriter(old);
        final int length = writer.signed(ANNA, old.commands.clearingFirm("CC")).length;
        assertFalse(old.engine.onCommand(1, 96, old.commands.buffer, CommandWriter.OFFSET, length));
        assertFalse(old.engine.onCommand(1, 96, old.commands.buffer, CommandWriter.OFFSET,
            define(writer, ANNA).length));
        assertFalse(old.engine.onCommand(1, 96, old.commands.buffer, CommandWriter.OFFSET,
            writer.policy(VENUE_ID, POLICY).length));
    }

    private static CommandWriter define(final OperatorCommandWriter writer, final Person person)
    {
        return writer.define(person.id, person.name, person.roles, 1, person.publicKey());
    }

    private static List<String> sentByGateway(final CoreFixture core)
    {
        new CommandHeaderEncoder()
            .wrap(core.commands.buffer, CommandWriter.OFFSET + MessageHeaderDecoder.ENCODED_LENGTH)
            .gatewayId(CommandWriter.GATEWAY_ID);
        return core.send(core.commands);
    }

    /** What comes of a command of the register that its administrator signs. */
    private String administer(final CommandWriter command)
    {
        return core.send(operators.signed(CLARA, command)).get(1);
    }

    private static String acted(
        final Person operator, final Person approver, final int templateId, final OperatorAct act)
    {
        return "OperatorActed operatorId=" + operator.id + " approverId=" + (null == approver ? 0 : approver.id) +
            " templateId=" + templateId + " act=" + act;
    }
}
