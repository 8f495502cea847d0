// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.operator;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.EventGroupWriter;
import io.bourse.engine.core.reference.FeatureLevel;
import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.core.state.HashedState;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.protocol.DefineMemberOfficerDecoder;
import io.bourse.engine.protocol.DefineOperatorDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.OperatorAct;
import io.bourse.engine.protocol.OperatorActs;
import io.bourse.engine.protocol.OperatorDefinedEncoder;
import io.bourse.engine.protocol.OperatorFirmSetEncoder;
import io.bourse.engine.protocol.OperatorPolicySetEncoder;
import io.bourse.engine.protocol.OperatorRoles;
import io.bourse.engine.protocol.OperatorSignature;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.SetOperatorPolicyDecoder;
import io.bourse.engine.protocol.snapshot.OperatorPolicyDecoder;
import io.bourse.engine.protocol.snapshot.OperatorPolicyEncoder;
import io.bourse.engine.protocol.snapshot.OperatorsDecoder;
import io.bourse.engine.protocol.snapshot.OperatorsEncoder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The register of operators and their policy. Both together are in force once there is a policy and an active
 * administrator, and that is never undone: what would leave no one who can administer is refused.
 */
public final class OperatorRegister implements HashedState, SnapshotPart
{
    private static final int OPERATORS = 0;
    private static final int ACTS = OperatorPolicySetEncoder.rolesLength();
    private static final int NAME_LENGTH = DefineOperatorDecoder.nameLength();
    private static final int ENTRIES = SnapshotWriter.entriesPerRecord(
        OperatorsEncoder.BLOCK_LENGTH, OperatorsEncoder.EntriesEncoder.sbeBlockLength());

    private final DefineOperatorDecoder defineOperator = new DefineOperatorDecoder();
    private final DefineMemberOfficerDecoder defineMemberOfficer = new DefineMemberOfficerDecoder();
    private final SetOperatorPolicyDecoder setOperatorPolicy = new SetOperatorPolicyDecoder();
    private final OperatorDefinedEncoder operatorDefined = new OperatorDefinedEncoder();
    private final OperatorFirmSetEncoder operatorFirmSet = new OperatorFirmSetEncoder();
    private final OperatorPolicySetEncoder operatorPolicySet = new OperatorPolicySetEncoder();
    private final ReferenceData referenceData;
    private final FeatureLevel featureLevel;
    private final EventGroupWriter writer;
    /** In order of their first definition. */
    private List<Operator> operators = List.of();
    private OperatorPolicy policy;
    private boolean isInForce;

    /**
     * No operator yet.
     *
     * @param referenceData with the firms of members' risk officers.
     * @param featureLevel which roles and acts there are.
     * @param writer of events.
     * @param table of all commands, to enter those of the register.
     */
    public OperatorRegister(
        final ReferenceData referenceData,
        final FeatureLevel featureLevel,
        final EventGroupWriter writer,
        final CommandTable table)
    {
        this.referenceData = referenceData;
        this.featureLevel = featureLevel;
        this.writer = writer;
        table.add(new CommandKind(DefineOperatorDecoder.TEMPLATE_ID, this::onDefineOperator));
        table.add(new CommandKind(DefineMemberOfficerDecoder.TEMPLATE_ID, this::onDefineMemberOfficer));
        table.add(new CommandKind(SetOperatorPolicyDecoder.TEMPLATE_ID, this::onSetOperatorPolicy));
    }

    /** Whether commands of operators must be signed. */
    boolean isInForce()
    {
        return isInForce;
    }

    /** Null before the first one. */
    OperatorPolicy policy()
    {
        return policy;
    }

    /** Null when there is none. */
    Operator operator(final int id)
    {
        for (final Operator operator : operators)
        {
            if (id == operator.id())
            {
                return operator;
            }
        }
        return null;
    }

    private RejectReason onDefineOperator(final CommandEnvelope envelope)
    {
        if (OPERATORS != envelope.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        return define(decode(envelope.decode(defineOperator)));
    }

    private RejectReason onDefineMemberOfficer(final CommandEnvelope envelope)
    {
        if (OPERATORS != envelope.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        final Operator defined = decode(
            envelope.decode(defineMemberOfficer),
            envelope.firmAt(DefineMemberOfficerDecoder.brokerageFirmEncodingOffset()));
        return null != defined && null == referenceData.firm(defined.firm()) ?
            RejectReason.UNKNOWN_FIRM : define(defined);
    }

    /** Defines it, or replaces the one of its number; null is none that is valid. */
    private RejectReason define(final Operator defined)
    {
        if (null == defined)
        {
            return RejectReason.INVALID_FIELD;
        }
        for (final Operator other : operators)
        {
            final boolean isSame = other.id() == defined.id();
            final boolean isOther = !isSame && other.hasKey(defined.publicKey()) ||
                isSame && (0 == other.firm()) != (0 == defined.firm());
            if (isSame != other.hasName(defined.name()) || isOther)
            {
                return RejectReason.ALREADY_DEFINED;
            }
        }
        final List<Operator> all = with(defined);
        if (locksOut(all, policy))
        {
            return RejectReason.WRONG_STATE;
        }
        operators = all;
        isInForce = isInForce(all, policy);
        publish(defined);
        return null;
    }

    private void publish(final Operator defined)
    {
        writer.next(operatorDefined)
            .operatorId(defined.id())
            .putName(defined.name(), 0)
            .state(SnapshotWriter.flag(defined.isActive()))
            .putPublicKey(defined.publicKey(), 0, defined.publicKey().length);
        writer.buffer().putByte(
            operatorDefined.offset() + OperatorDefinedEncoder.rolesEncodingOffset(), (byte)defined.roles());
        if (0 != defined.firm())
        {
            writer.next(operatorFirmSet)
                .operatorId(defined.id());
            for (int i = 0; i < OperatorFirmSetEncoder.brokerageFirmLength(); i++)
            {
                operatorFirmSet.brokerageFirm(i, (byte)(defined.firm() >>> (i << 3)));
            }
        }
    }

    /** Null when a field is not valid. */
    private static Operator decode(final DefineOperatorDecoder command)
    {
        final byte[] name = new byte[NAME_LENGTH];
        command.getName(name, 0);
        final byte[] publicKey = new byte[OperatorSignature.KEY_LENGTH];
        command.getPublicKey(publicKey, 0, publicKey.length);
        final int roles = command.roles().getRaw();
        return 0 != (roles & ~OperatorRoles.ALL) ? null :
            valid(command.operatorId(), name, roles, command.state(), publicKey, 0);
    }

    /** Null when a field is not valid. */
    private static Operator decode(final DefineMemberOfficerDecoder command, final long firm)
    {
        final byte[] name = new byte[NAME_LENGTH];
        command.getName(name, 0);
        final byte[] publicKey = new byte[OperatorSignature.KEY_LENGTH];
        command.getPublicKey(publicKey, 0, publicKey.length);
        return 0 == firm ? null : valid(
            command.operatorId(), name, OperatorRoles.MEMBER_RISK_OFFICER, command.state(), publicKey, firm);
    }

    private static Operator valid(
        final int id, final byte[] name, final int roles, final int state, final byte[] publicKey, final long firm)
    {
        final boolean isValid = id > 0 && isName(name) && null != OperatorSignature.publicKey(publicKey) &&
            (0 == state || 1 == state);
        return isValid ? new Operator(id, name, roles, 1 == state, publicKey, firm) : null;
    }

    private static boolean isName(final byte[] name)
    {
        int used = 0;
        while (used < name.length && isNameCharacter(name[used]))
        {
            used++;
        }
        for (int i = used; i < name.length; i++)
        {
            if (0 != name[i])
            {
                return false;
            }
        }
        return used > 0;
    }

    private static boolean isNameCharacter(final byte c)
    {
        return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || '.' == c || '-' == c || '_' == c;
    }

    private List<Operator> with(final Operator defined)
    {
        final List<Operator> all = new ArrayList<>(operators);
        all.replaceAll((other) -> other.id() == defined.id() ? defined : other);
        if (null == operator(defined.id()))
        {
            all.add(defined);
        }
        return all;
    }

    private RejectReason onSetOperatorPolicy(final CommandEnvelope envelope)
    {
        if (OPERATORS != envelope.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        final OperatorPolicy set = decode(envelope.decode(setOperatorPolicy));
        if (null == set || 0 == (set.roles(OperatorAct.OPERATORS) & OperatorRoles.ADMINISTRATOR))
        {
            return RejectReason.INVALID_FIELD;
        }
        if (null != policy && !Arrays.equals(policy.venueId(), set.venueId()))
        {
            return RejectReason.ALREADY_DEFINED;
        }
        if (locksOut(operators, set))
        {
            return RejectReason.WRONG_STATE;
        }
        policy = set;
        isInForce = isInForce(operators, set);
        writer.next(operatorPolicySet)
            .putVenueId(set.venueId(), 0, set.venueId().length)
            .approvals(set.approvals())
            .putRoles(set.roles(), 0, ACTS);
        return null;
    }

    /** Null when a field is not valid. */
    private OperatorPolicy decode(final SetOperatorPolicyDecoder command)
    {
        final int level = featureLevel.level();
        final int known = level < FeatureLevels.DELEGATED ?
            OperatorRoles.ALL : OperatorRoles.ALL | OperatorRoles.MEMBER_RISK_OFFICER;
        final byte[] venueId = new byte[OperatorSignature.VENUE_ID_LENGTH];
        command.getVenueId(venueId, 0, venueId.length);
        int bits = 0;
        for (final byte b : venueId)
        {
            bits |= b;
        }
        boolean isValid = 0 != bits;
        int approvals = 0;
        final byte[] roles = new byte[ACTS];
        final SetOperatorPolicyDecoder.RowsDecoder rows = command.rows();
        while (isValid && rows.hasNext())
        {
            rows.next();
            final OperatorAct act = OperatorActs.ofValue(rows.act());
            final int allowed = rows.roles().getRaw();
            isValid = null != act && level >= OperatorActs.sinceLevel(act) && 0 == roles[act.value()] &&
                0 != allowed && 0 == (allowed & ~known) && rows.needsApproval() <= 1;
            if (isValid)
            {
                roles[act.value()] = (byte)allowed;
                approvals |= rows.needsApproval() << act.value();
            }
        }
        return isValid ? new OperatorPolicy(venueId, approvals, roles) : null;
    }

    private static boolean isInForce(final List<Operator> all, final OperatorPolicy policy)
    {
        return null != policy && hasOther(all, null, OperatorRoles.ADMINISTRATOR);
    }

    /** Whether the register would be, or stay, in force and no one could change it. */
    private boolean locksOut(final List<Operator> all, final OperatorPolicy of)
    {
        final boolean hasAdministrator = isInForce(all, of);
        return (isInForce || hasAdministrator) && !(hasAdministrator && mayBeChanged(all, of));
    }

    private static boolean mayBeChanged(final List<Operator> all, final OperatorPolicy policy)
    {
        if (!policy.needsApproval(OperatorAct.OPERATORS))
        {
            return true;
        }
        for (final Operator operator : all)
        {
            if (operator.is(OperatorRoles.ADMINISTRATOR) && hasOther(all, operator, OperatorRoles.APPROVER))
            {
                return true;
            }
        }
        return false;
    }

    private static boolean hasOther(final List<Operator> all, final Operator first, final int role)
    {
        for (final Operator operator : all)
        {
            if (first != operator && operator.is(role))
            {
                return true;
            }
        }
        return false;
    }

    @Override
    public void writeTo(final SnapshotWriter snapshot)
    {
        final OperatorsEncoder encoder = new OperatorsEncoder();
        for (int first = 0; first < operators.size(); first += ENTRIES)
        {
            final List<Operator> page = operators.subList(first, Math.min(operators.size(), first + ENTRIES));
            final OperatorsEncoder.EntriesEncoder group = snapshot.begin(encoder).entriesCount(page.size());
            for (final Operator operator : page)
            {
                group.next().operatorId(operator.id()).putName(operator.name(), 0).roles((short)operator.roles())
                    .isActive(SnapshotWriter.flag(operator.isActive()))
                    .putPublicKey(operator.publicKey(), 0, operator.publicKey().length).firm(operator.firm());
            }
            snapshot.write(encoder.encodedLength());
        }
        if (null != policy)
        {
            final OperatorPolicyEncoder policyEncoder = snapshot.begin(new OperatorPolicyEncoder());
            policyEncoder.putVenueId(policy.venueId(), 0, policy.venueId().length).approvals(policy.approvals())
                .putRoles(policy.roles(), 0, ACTS);
            snapshot.write(policyEncoder.encodedLength());
        }
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(OperatorsDecoder.TEMPLATE_ID, this::readOperators);
        table.add(OperatorPolicyDecoder.TEMPLATE_ID, this::readPolicy);
    }

    private void readOperators(final SnapshotRecord record)
    {
        final OperatorsDecoder.EntriesDecoder group = record.decode(new OperatorsDecoder()).entries();
        final List<Operator> all = new ArrayList<>(operators);
        while (group.hasNext())
        {
            group.next();
            final byte[] name = new byte[NAME_LENGTH];
            group.getName(name, 0);
            final byte[] publicKey = new byte[OperatorSignature.KEY_LENGTH];
            group.getPublicKey(publicKey, 0, publicKey.length);
            final boolean hasFirm = OperatorsDecoder.EntriesDecoder.firmSinceVersion() <= record.version();
            all.add(new Operator(group.operatorId(), name, group.roles(), 0 != group.isActive(), publicKey,
                hasFirm ? group.firm() : 0));
        }
        operators = all;
        isInForce = isInForce(all, policy);
    }

    private void readPolicy(final SnapshotRecord record)
    {
        final OperatorPolicyDecoder decoder = record.decode(new OperatorPolicyDecoder());
        final byte[] venueId = new byte[OperatorSignature.VENUE_ID_LENGTH];
        decoder.getVenueId(venueId, 0, venueId.length);
        final byte[] roles = new byte[ACTS];
        decoder.getRoles(roles, 0, ACTS);
        policy = new OperatorPolicy(venueId, (int)decoder.approvals(), roles);
        isInForce = isInForce(operators, policy);
    }

    /** Histories without operators have hashes that do not know of any. */
    @Override
    public void hashInto(final StateHash hash)
    {
        for (final Operator operator : operators)
        {
            hash.add(operator.id());
            hash.add(operator.name());
            hash.add(operator.roles());
            hash.add(operator.isActive());
            hash.add(operator.publicKey());
            if (0 != operator.firm())
            {
                hash.add(operator.firm());
            }
        }
        if (null != policy)
        {
            hash.add(policy.venueId());
            hash.add(policy.approvals());
            hash.add(policy.roles());
        }
    }
}
