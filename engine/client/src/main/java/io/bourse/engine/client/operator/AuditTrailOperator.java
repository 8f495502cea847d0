// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.AdvanceTimeEncoder;
import io.bourse.engine.protocol.RecordAuditTrailEncoder;
import io.bourse.engine.protocol.RejectReason;

/**
 * Puts heads of clearing's audit trail into the journal. Uses the connection of an {@link OperatorClient} of clearing,
 * with the same exceptions, and is not thread-safe either.
 */
public final class AuditTrailOperator
{
    private static final int WINDOW = 2;

    private final AdvanceTimeEncoder advanceTime = new AdvanceTimeEncoder();
    private final RecordAuditTrailEncoder command = new RecordAuditTrailEncoder();
    private final OperatorClient operator;

    /** What the engine answers. */
    public enum Answer
    {
        /** The head is in the journal. */
        RECORDED,
        /** The history is at a feature level that does not know the command. */
        NOT_UNDERSTOOD,
        /** The journal has a later head, another line of this number, or no session of this date yet. */
        REFUSED
    }

    /**
     * The audit trail of an engine.
     *
     * @param operator of clearing, whose connection is used, not owned.
     */
    public AuditTrailOperator(final OperatorClient operator)
    {
        this.operator = operator;
    }

    /**
     * Records a head; the same one may be recorded again.
     *
     * @param runId of the run that was signed.
     * @param tradingDate YYYYMMDD of the run.
     * @param lines number of the line.
     * @param sha256 of the line, 32 bytes.
     * @return what has become of it.
     */
    public Answer record(final long runId, final int tradingDate, final long lines, final byte[] sha256)
    {
        final String facts = "command=RecordAuditTrail runId=" + runId + " lines=" + lines;
        operator.beginWindow();
        operator.begin(command).runId(runId).lines(lines).tradingDate(tradingDate)
            .putSha256(sha256, 0, RecordAuditTrailEncoder.sha256Length());
        final long sequence = operator.sequence();
        operator.publishInWindow(command, WINDOW, facts);
        // A history of the levels between does not answer what it does not understand, but it answers this.
        operator.publishInWindow(operator.begin(advanceTime), WINDOW, facts);
        try
        {
            operator.endWindow(facts);
            return sequence == operator.firstAnsweredInWindow() ? Answer.RECORDED : Answer.NOT_UNDERSTOOD;
        }
        catch (final CommandRefusedException ex)
        {
            if (RejectReason.INVALID_FIELD == ex.reason())
            {
                return Answer.NOT_UNDERSTOOD;
            }
            if (RejectReason.WRONG_STATE == ex.reason())
            {
                return Answer.REFUSED;
            }
            throw ex;
        }
    }
}
