// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.operator;

import io.bourse.engine.core.command.CommandAdapter;
import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.EventGroupWriter;
import io.bourse.engine.core.reference.FeatureLevel;
import io.bourse.engine.core.session.PhaseHandler;
import io.bourse.engine.protocol.CancelOrdersDecoder;
import io.bourse.engine.protocol.ChangePhaseDecoder;
import io.bourse.engine.protocol.CommandDataDecoder;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.KillSwitchDecoder;
import io.bourse.engine.protocol.OperatorAct;
import io.bourse.engine.protocol.OperatorActedEncoder;
import io.bourse.engine.protocol.OperatorActs;
import io.bourse.engine.protocol.OperatorCommandDecoder;
import io.bourse.engine.protocol.OperatorRoles;
import io.bourse.engine.protocol.OperatorSignature;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.SetFirmLimitsDecoder;

/**
 * Commands of operators. Once the register is in force they are taken with the signature of a person who may do what
 * they do, and with that of a second person where the policy says so; what the venue itself sends is taken without.
 * Verification allocates, and it costs orders nothing: they do not come here.
 */
public final class OperatorGate
{
    private static final int OPERATORS = 0;
    private static final long LONGEST_NS = 24 * 3_600_000_000_000L;

    private final CommandEnvelope inner = new CommandEnvelope();
    private final CommandHeaderDecoder innerHeader = new CommandHeaderDecoder();
    private final OperatorCommandDecoder operatorCommand = new OperatorCommandDecoder();
    private final OperatorActedEncoder operatorActed = new OperatorActedEncoder();
    private final OperatorRegister register;
    private final FeatureLevel featureLevel;
    private final PhaseHandler phases;
    private final EventGroupWriter writer;
    private final CommandAdapter adapter;

    /**
     * The gate of a core.
     *
     * @param table of all commands, to enter the one that is signed.
     */
    public OperatorGate(
        final OperatorRegister register,
        final FeatureLevel featureLevel,
        final PhaseHandler phases,
        final EventGroupWriter writer,
        final CommandTable table)
    {
        this.register = register;
        this.featureLevel = featureLevel;
        this.phases = phases;
        this.writer = writer;
        adapter = new CommandAdapter(table);
        table.add(new CommandKind(OperatorCommandDecoder.TEMPLATE_ID, this::onOperatorCommand));
    }

    /**
     * Executes a command that names operators as its sender.
     *
     * @param command well-formed.
     * @return null when events were published, or the reason for which nothing has changed.
     */
    public RejectReason execute(final CommandEnvelope command)
    {
        final boolean isTaken = !register.isInForce() ||
            OperatorCommandDecoder.TEMPLATE_ID == command.templateId || OperatorActs.isOfTheVenue(command.templateId);
        return isTaken ? command.kind.handler.execute(command) : RejectReason.NOT_SIGNED;
    }

    private RejectReason onOperatorCommand(final CommandEnvelope command)
    {
        if (OPERATORS != command.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        if (!register.isInForce())
        {
            return RejectReason.SIGNATURE_INVALID;
        }
        command.decode(operatorCommand);
        final int offset =
            command.blockOffset + command.blockLength + CommandDataDecoder.lengthEncodingLength();
        final int length = operatorCommand.commandLength();
        if (!adapter.decode(command.buffer, offset, length, featureLevel.level(), inner) || !isInside(command))
        {
            return RejectReason.INVALID_FIELD;
        }
        OperatorAct act = OperatorActs.of(command.buffer, offset);
        if (null == act || isApprovedByNone() && hasApproval())
        {
            return RejectReason.INVALID_FIELD;
        }
        if (ChangePhaseDecoder.TEMPLATE_ID == inner.templateId && phases.endsHalt(inner))
        {
            act = OperatorAct.RESUME;
        }
        final RejectReason reason = verify(command.engineTimeNs, act, offset, length);
        if (null != reason)
        {
            return reason;
        }
        inner.commandPosition = command.commandPosition;
        inner.engineTimeNs = command.engineTimeNs;
        inner.officerFirm = register.operator(operatorCommand.operatorId()).firm();
        writer.replaceCommand(inner);
        writer.next(operatorActed)
            .operatorId(operatorCommand.operatorId())
            .approverId(operatorCommand.approverId())
            .templateId(inner.templateId)
            .act(act);
        return inner.kind.handler.execute(inner);
    }

    /** What is not signed may say nothing else than what is. */
    private boolean isInside(final CommandEnvelope command)
    {
        innerHeader.wrap(inner.buffer, inner.blockOffset);
        return OperatorCommandDecoder.BLOCK_LENGTH == command.blockLength &&
            inner.version == command.version &&
            inner.gatewayId == command.gatewayId &&
            inner.sessionId == command.sessionId &&
            inner.sequence == command.sequence &&
            inner.partition == command.partition &&
            command.sequence > 0 &&
            0 == command.receivedNs &&
            0 == inner.receivedNs &&
            0 == innerHeader.stampedNs();
    }

    private RejectReason verify(final long engineTimeNs, final OperatorAct act, final int offset, final int length)
    {
        final OperatorPolicy policy = register.policy();
        final Operator operator = register.operator(operatorCommand.operatorId());
        final long expiresNs = operatorCommand.expiresNs();
        final byte[] requested = OperatorSignature.command(
            policy.venueId(), expiresNs, operatorCommand.operatorId(), inner.buffer, offset, length);
        final byte[] signature = new byte[OperatorSignature.LENGTH];
        operatorCommand.getSignature(signature, 0, signature.length);
        if (!isSignedBy(operator, requested, signature))
        {
            return RejectReason.SIGNATURE_INVALID;
        }
        if (expiresNs < engineTimeNs || expiresNs - engineTimeNs > LONGEST_NS)
        {
            return RejectReason.SIGNATURE_EXPIRED;
        }
        if (0 == (policy.roles(act) & operator.roles()) || 0 != operator.firm() && !isOfOfficers(inner.templateId))
        {
            return RejectReason.NO_RIGHT;
        }
        if (isApprovedByNone())
        {
            return policy.needsApproval(act) ? RejectReason.APPROVAL_MISSING : null;
        }
        return verifyApproval(operator, requested);
    }

    /** Whether a member's risk officer may send it at all, whatever the policy says; its handler looks at the firm. */
    private static boolean isOfOfficers(final int templateId)
    {
        return KillSwitchDecoder.TEMPLATE_ID == templateId ||
            SetFirmLimitsDecoder.TEMPLATE_ID == templateId ||
            CancelOrdersDecoder.TEMPLATE_ID == templateId;
    }

    /** An approval that is not needed is verified too: the event names the approver. */
    private RejectReason verifyApproval(final Operator operator, final byte[] requested)
    {
        final int approverId = operatorCommand.approverId();
        final Operator approver = register.operator(approverId);
        final byte[] approval = new byte[OperatorSignature.LENGTH];
        operatorCommand.getApproval(approval, 0, approval.length);
        if (!isSignedBy(approver, OperatorSignature.approval(requested, approverId), approval))
        {
            return RejectReason.SIGNATURE_INVALID;
        }
        return approver != operator && approver.is(OperatorRoles.APPROVER) ? null : RejectReason.NO_RIGHT;
    }

    private static boolean isSignedBy(final Operator operator, final byte[] bytes, final byte[] signature)
    {
        return null != operator && operator.isActive() &&
            OperatorSignature.isValid(operator.publicKey(), bytes, signature);
    }

    private boolean isApprovedByNone()
    {
        return 0 == operatorCommand.approverId();
    }

    private boolean hasApproval()
    {
        int bits = 0;
        for (int i = 0; i < OperatorSignature.LENGTH; i++)
        {
            bits |= operatorCommand.approval(i);
        }
        return 0 != bits;
    }
}
