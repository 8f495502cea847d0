// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.DefineMemberOfficerEncoder;
import io.bourse.engine.protocol.DefineOperatorEncoder;
import io.bourse.engine.protocol.OperatorRolesEncoder;
import io.bourse.engine.protocol.SetOperatorPolicyEncoder;

import java.util.List;

/**
 * Defines operators and their policy. A venue is founded by an unsigned client: first the operators, one of them an
 * administrator, then the policy. From then on every command of an operator is signed. Uses the connection of an
 * {@link OperatorClient}, with the same exceptions, and is not thread-safe either.
 */
public final class OperatorAdministration
{
    private final DefineOperatorEncoder defineOperator = new DefineOperatorEncoder();
    private final SetOperatorPolicyEncoder setOperatorPolicy = new SetOperatorPolicyEncoder();
    private final OperatorClient operator;

    /**
     * The register of an engine.
     *
     * @param operator whose connection is used, not owned.
     */
    public OperatorAdministration(final OperatorClient operator)
    {
        this.operator = operator;
    }

    /**
     * Defines a person, or replaces his roles, state and key; of a member's risk officer firm, state and key.
     *
     * @param spec the person; the name of a number never changes.
     */
    public void define(final OperatorSpec spec)
    {
        if (null != spec.firm())
        {
            defineOfficer(spec);
            return;
        }
        operator.begin(defineOperator)
            .operatorId(spec.operatorId())
            .name(spec.name())
            .state((short)(spec.isActive() ? 1 : 0))
            .putPublicKey(spec.publicKey(), 0, DefineOperatorEncoder.publicKeyLength());
        putRoles(defineOperator.roles(), spec.roles());
        operator.execute(defineOperator, "command=DefineOperator operatorId=" + spec.operatorId() + " name=" +
            spec.name());
    }

    private void defineOfficer(final OperatorSpec spec)
    {
        operator.execute(
            operator.begin(new DefineMemberOfficerEncoder())
                .operatorId(spec.operatorId())
                .name(spec.name())
                .state((short)(spec.isActive() ? 1 : 0))
                .putPublicKey(spec.publicKey(), 0, DefineMemberOfficerEncoder.publicKeyLength())
                .brokerageFirm(spec.firm()),
            "command=DefineMemberOfficer operatorId=" + spec.operatorId() + " name=" + spec.name() + " firm=" +
                spec.firm());
    }

    /**
     * Replaces the policy. It is in force at once when there is an active administrator.
     *
     * @param venueId 16 bytes; the first one stays.
     * @param rows all acts that are allowed; {@link io.bourse.engine.protocol.OperatorAct#OPERATORS} to administrators
     *     among them.
     */
    public void policy(final byte[] venueId, final List<PolicyRow> rows)
    {
        operator.begin(setOperatorPolicy).putVenueId(venueId, 0, SetOperatorPolicyEncoder.venueIdLength());
        final SetOperatorPolicyEncoder.RowsEncoder group = setOperatorPolicy.rowsCount(rows.size());
        for (final PolicyRow row : rows)
        {
            group.next().act(row.act().value()).needsApproval((short)(row.needsApproval() ? 1 : 0));
            putRoles(group.roles(), row.roles());
        }
        operator.execute(setOperatorPolicy, "command=SetOperatorPolicy rows=" + rows.size());
    }

    private static void putRoles(final OperatorRolesEncoder encoder, final int roles)
    {
        encoder.buffer().putByte(encoder.offset(), (byte)roles);
    }
}
