// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.QuarantineCommandEncoder;
import io.bourse.engine.protocol.RejectReason;

import java.util.HexFormat;

/**
 * Enters approved quarantines into the history. Uses the connection of an {@link OperatorClient}, with the same
 * exceptions, and is not thread-safe either.
 */
public final class QuarantineOperator
{
    private final QuarantineCommandEncoder command = new QuarantineCommandEncoder();
    private final OperatorClient operator;

    /**
     * Quarantines of an engine.
     *
     * @param operator whose connection is used, not owned.
     */
    public QuarantineOperator(final OperatorClient operator)
    {
        this.operator = operator;
    }

    /**
     * Enters a quarantine, unless the history has it already. The engine must have passed over the command, and
     * its history must be at {@link io.bourse.engine.protocol.FeatureLevels#BOUNDED} at least.
     *
     * @param quarantine approved and signed.
     * @return false when it was entered before.
     */
    public boolean enter(final Quarantine quarantine)
    {
        final byte[] signature = HexFormat.of().parseHex(quarantine.signature());
        operator.begin(command)
            .commandPosition(quarantine.position())
            .requestedNs(quarantine.requestedNs())
            .approvedNs(quarantine.approvedNs())
            .putSha256(quarantine.digest(), 0, QuarantineCommandEncoder.sha256Length())
            .putSignature(signature, 0, QuarantineCommandEncoder.signatureLength())
            .requester(quarantine.requester())
            .approver(quarantine.approver())
            .reason(quarantine.reason())
            .templateId(quarantine.templateId());
        try
        {
            operator.execute(command, "command=QuarantineCommand position=" + quarantine.position());
            return true;
        }
        catch (final CommandRefusedException ex)
        {
            if (RejectReason.ALREADY_DEFINED == ex.reason())
            {
                return false;
            }
            throw ex;
        }
    }
}
