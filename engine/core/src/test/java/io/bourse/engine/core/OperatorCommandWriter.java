// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.nio.charset.StandardCharsets;
import java.util.List;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CancelOrdersEncoder;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.DefineMemberOfficerEncoder;
import io.bourse.engine.protocol.DefineOperatorEncoder;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.OperatorAct;
import io.bourse.engine.protocol.OperatorCommandEncoder;
import io.bourse.engine.protocol.OperatorRoles;
import io.bourse.engine.protocol.OperatorRolesEncoder;
import io.bourse.engine.protocol.OperatorSignature;
import io.bourse.engine.protocol.SetFirmLimitsEncoder;
import io.bourse.engine.protocol.SetOperatorPolicyEncoder;
import io.bourse.testing.Person;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Encodes the register of operators, and signs what another writer has encoded.
 */
final class OperatorCommandWriter
{
    static final byte[] VENUE_ID = "the venue's id..".getBytes(StandardCharsets.US_ASCII);
    static final int SESSION = 900;
    static final long VALID_NS = 60_000_000_000L;

    static final Person ANNA = new Person(1, "anna", OperatorRoles.MARKET_OPERATOR | OperatorRoles.RISK_OFFICER);
    static final Person BORIS = new Person(2, "boris", OperatorRoles.APPROVER);
    static final Person CLARA = new Person(3, "clara", OperatorRoles.ADMINISTRATOR | OperatorRoles.APPROVER);

    private final CoreFixture core;
    private long sequence;

    /** One row of a policy. */
    record Row(int act, int roles, boolean needsApproval)
    {
        Row(final OperatorAct act, final int roles, final boolean needsApproval)
        {
            this(act.value(), roles, needsApproval);
        }
    }

    static final List<Row> POLICY = List.of(
        new Row(OperatorAct.REFERENCE_DATA, OperatorRoles.MARKET_OPERATOR, false),
        new Row(OperatorAct.PHASE, OperatorRoles.MARKET_OPERATOR, false),
        new Row(OperatorAct.RESUME, OperatorRoles.MARKET_OPERATOR, true),
        new Row(OperatorAct.NEWS, OperatorRoles.ADMINISTRATOR, false),
        new Row(OperatorAct.STATE, OperatorRoles.MARKET_OPERATOR, false),
        new Row(OperatorAct.SESSION_DATE, OperatorRoles.MARKET_OPERATOR, true),
        new Row(OperatorAct.OPERATORS, OperatorRoles.ADMINISTRATOR, false));

    OperatorCommandWriter(final CoreFixture core)
    {
        this.core = core;
    }

    /** Three persons and the policy, unsigned: from then on the register is in force. */
    void found()
    {
        for (final Person person : List.of(ANNA, BORIS, CLARA))
        {
            core.send(define(person.id, person.name, person.roles, 1, person.publicKey()));
        }
        core.send(policy(VENUE_ID, POLICY));
    }

    CommandWriter define(final int id, final String name, final int roles, final int state, final byte[] publicKey)
    {
        final CommandWriter commands = core.commands;
        final DefineOperatorEncoder encoder = new DefineOperatorEncoder()
            .wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, commands.messageHeader);
        header(encoder.header());
        encoder.operatorId(id).name(name).state((short)state).putPublicKey(publicKey, 0, publicKey.length);
        roles(encoder.roles(), roles);
        return commands.done(encoder.encodedLength());
    }

    CommandWriter officer(final int id, final String name, final int state, final byte[] publicKey, final String firm)
    {
        final CommandWriter commands = core.commands;
        final DefineMemberOfficerEncoder encoder = new DefineMemberOfficerEncoder()
            .wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, commands.messageHeader);
        header(encoder.header());
        encoder.operatorId(id).name(name).state((short)state).putPublicKey(publicKey, 0, publicKey.length)
            .brokerageFirm(firm);
        return commands.done(encoder.encodedLength());
    }

    /** Limits of a firm itself: position, order lots, notional, active orders, orders a second. */
    CommandWriter firmLimits(
        final LimitLevel level, final String code, final long[] limits, final boolean isBlocked)
    {
        final CommandWriter commands = core.commands;
        final SetFirmLimitsEncoder encoder = new SetFirmLimitsEncoder()
            .wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, commands.messageHeader);
        header(encoder.header());
        encoder.maxPositionLots(limits[0]).maxOrderLots(limits[1]).maxOrderNotionalKopecks(limits[2])
            .maxActiveOrders(limits[3]).maxOrdersPerSecond((int)limits[4])
            .level(level.value()).isBlocked((short)(isBlocked ? 1 : 0)).registerCode(code);
        return commands.done(encoder.encodedLength());
    }

    CommandWriter cancelOrders(final String firm, final String account, final int loginId, final int instrumentId)
    {
        final CommandWriter commands = core.commands;
        final CancelOrdersEncoder encoder = new CancelOrdersEncoder()
            .wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, commands.messageHeader);
        header(encoder.header());
        encoder.accountCode(AccountCode.packPrefix(account)).instrumentId(instrumentId).loginId(loginId)
            .brokerageFirm(firm);
        return commands.done(encoder.encodedLength());
    }

    CommandWriter policy(final byte[] venueId, final List<Row> rows)
    {
        final CommandWriter commands = core.commands;
        final SetOperatorPolicyEncoder encoder = new SetOperatorPolicyEncoder()
            .wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, commands.messageHeader);
        header(encoder.header());
        final SetOperatorPolicyEncoder.RowsEncoder group =
            encoder.putVenueId(venueId, 0, venueId.length).rowsCount(rows.size());
        for (final Row row : rows)
        {
            group.next().act((short)row.act()).needsApproval((short)(row.needsApproval() ? 1 : 0));
            roles(group.roles(), row.roles());
        }
        return commands.done(encoder.encodedLength());
    }

    private void header(final CommandHeaderEncoder header)
    {
        core.commands.header(header, 0);
        header.gatewayId(0);
    }

    private static void roles(final OperatorRolesEncoder encoder, final int roles)
    {
        encoder.buffer().putByte(encoder.offset(), (byte)roles);
    }

    /** The command just encoded, signed for a minute. */
    CommandWriter signed(final Person operator, final CommandWriter command)
    {
        return signed(operator, null, command);
    }

    CommandWriter signed(final Person operator, final Person approver, final CommandWriter command)
    {
        return signed(operator, approver, core.timeNs + VALID_NS, inner(command));
    }

    /** What is to be signed: sent by operators, with a sequence of its own and without times. */
    UnsafeBuffer inner(final CommandWriter command)
    {
        final byte[] bytes = new byte[command.length];
        command.buffer.getBytes(CommandWriter.OFFSET, bytes);
        final UnsafeBuffer inner = new UnsafeBuffer(bytes);
        new CommandHeaderEncoder().wrap(inner, MessageHeaderEncoder.ENCODED_LENGTH)
            .stampedNs(0).receivedNs(0).gatewayId(0).sessionId(SESSION).sequence(++sequence);
        return inner;
    }

    CommandWriter signed(
        final Person operator, final Person approver, final long expiresNs, final UnsafeBuffer inner)
    {
        final byte[] requested = OperatorSignature.command(
            VENUE_ID, expiresNs, operator.id, inner, 0, inner.capacity());
        final byte[] approval = null == approver ? new byte[OperatorSignature.LENGTH] :
            approver.sign(OperatorSignature.approval(requested, approver.id));
        return wrapped(operator.id, null == approver ? 0 : approver.id, expiresNs, operator.sign(requested), approval,
            inner);
    }

    CommandWriter wrapped(
        final int operatorId,
        final int approverId,
        final long expiresNs,
        final byte[] signature,
        final byte[] approval,
        final UnsafeBuffer inner)
    {
        final CommandWriter commands = core.commands;
        final OperatorCommandEncoder encoder = new OperatorCommandEncoder()
            .wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, commands.messageHeader);
        commands.buffer.putBytes(CommandWriter.OFFSET + MessageHeaderEncoder.ENCODED_LENGTH,
            inner, MessageHeaderEncoder.ENCODED_LENGTH, CommandHeaderEncoder.ENCODED_LENGTH);
        return commands.done(encoder.expiresNs(expiresNs).operatorId(operatorId).approverId(approverId)
            .putSignature(signature, 0, signature.length)
            .putApproval(approval, 0, approval.length)
            .putCommand(inner, 0, inner.capacity())
            .encodedLength());
    }
}
