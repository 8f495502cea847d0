// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.proof;

import io.bourse.clearing.ingest.UnionClient;
import io.bourse.clearing.run.audit.AuditRecord;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.AuditTrailOperator;
import io.bourse.engine.client.operator.AuditTrailOperator.Answer;
import io.bourse.engine.client.operator.CommandTimeoutException;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.security.Principal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.HexFormat;

/**
 * Puts the head of the audit trail into the engine's journal once a run is signed: a trail that is written anew later
 * is not the one of the journal. A failure of that stops no run: it is logged, and {@link JournalProof} finds it.
 */
public record TrailRecorder(ClearingContext ctx, ClearingAuditTrail audit)
{
    private static final Logger LOGGER = LoggerFactory.getLogger(TrailRecorder.class);

    /**
     * Records the line with the run's manifest. An attempt that is taken up records the same again.
     *
     * @param run that was signed.
     * @param line of the trail.
     */
    public void record(final RunDirectory run, final AuditRecord line) throws IOException
    {
        final String again = "; record it with `bourse clearing report --run " + run.runId() + "` while the venue " +
            "runs: runId=" + run.runId() + " line=" + line.seq();
        if (null == ctx.engineClient())
        {
            tell("no engine is connected" + again);
            return;
        }
        for (final EngineClient partition : UnionClient.partitions(ctx.engineClient()))
        {
            record(partition, run, line, again);
        }
    }

    private void record(
        final EngineClient partition, final RunDirectory run, final AuditRecord line, final String again)
        throws IOException
    {
        try (OperatorClient operator = new OperatorClient(partition, ctx.timeoutNs(), Principal.CLEARING))
        {
            final AuditTrailOperator engine = new AuditTrailOperator(operator);
            Answer answer = record(engine, run, line);
            if (Answer.REFUSED == answer)
            {
                // Another run has recorded a later line since: the last one covers this one too.
                answer = record(engine, run, audit.head());
            }
            switch (answer)
            {
                case RECORDED -> LOGGER.info("audit trail recorded: runId={} line={}", run.runId(), line.seq());
                case NOT_UNDERSTOOD -> tell("the history is at a feature level that does not know it; raise it with " +
                    "`bourse feature-level`: runId=" + run.runId() + " line=" + line.seq());
                case REFUSED -> tell("the journal has a later line than the trail, which was cut off or restored " +
                    "from an older copy; see `bourse clearing verify`: runId=" + run.runId() + " line=" + line.seq());
            }
        }
        catch (final CommandTimeoutException | IllegalStateException ex)
        {
            tell("the engine does not answer" + again + " reason=\"" + ex.getMessage() + "\"");
        }
    }

    private static Answer record(final AuditTrailOperator engine, final RunDirectory run, final AuditRecord line)
    {
        return engine.record(
            run.runId(), run.tradingDate(), line.seq(), HexFormat.of().parseHex(line.sha256()));
    }

    private void tell(final String reason)
    {
        final String text = "the head of the audit trail is not in the journal: " + reason;
        LOGGER.warn(text);
        ctx.progress().onNote(text);
    }
}
