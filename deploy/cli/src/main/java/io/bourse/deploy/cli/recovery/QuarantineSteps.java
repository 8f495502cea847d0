// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.recovery;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.engine.client.operator.Quarantine;
import io.bourse.engine.host.execution.FailedCommand;
import io.bourse.engine.host.offline.QuarantineApproval;
import io.bourse.engine.host.offline.Verification;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.protocol.AdvanceTimeDecoder;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Four eyes over a command that the core cannot execute: one person asks, another one approves. Each step is a line in
 * the audit trail before it is a file.
 *
 * @param dataDir of the venue.
 * @param out where the steps are said.
 */
record QuarantineSteps(Path dataDir, PrintWriter out)
{
    private static final long NO_RUN = 0;

    /** Prints what can be done about a command at which the core fails. */
    static void explain(final Verification found, final Path dataDir, final PrintWriter out)
    {
        final FailedCommand failed = found.failed();
        out.println("the core cannot execute a command");
        out.println("  " + failed);
        out.println("  1. if a program is at hand that can execute it, start that one; nothing else is needed then");
        out.println("  2. else one person asks:  bourse recover --data " + dataDir + " --quarantine " +
            failed.position() + " --reason TEXT");
        out.println("     another one approves:  bourse recover --data " + dataDir + " --approve " +
            failed.position());
        out.println("     The command is then passed over for good, and its sender is given a rejection.");
        if (found.isMember())
        {
            out.println("  3. copy the directory quarantine to every other member before any member is started;" +
                " if another member has this command there already, copy that directory instead of 2");
        }
        if (AdvanceTimeDecoder.TEMPLATE_ID == failed.templateId())
        {
            out.println("  This command is the clock's: what is due stays due, so the core will fail again. Only a" +
                " corrected program helps.");
        }
    }

    void ask(final Verification found, final long position, final String requester, final String reason)
        throws IOException
    {
        final Map<String, String> arguments = arguments(position, reason);
        final Quarantine request = audited(requester, "ask quarantine", arguments, () ->
            QuarantineApproval.request(found, position, requester, reason, nowNs()));
        QuarantineApproval.write(found, request);
        out.println("asked for: " + Quarantines.describe(request));
        out.println("another person approves it with: bourse recover --data " + dataDir + " --approve " + position);
    }

    void approve(final Verification found, final long position, final String approver) throws IOException
    {
        final Quarantine approved = audited(approver, "approve quarantine", arguments(position, ""), () ->
        {
            final Quarantine request = QuarantineApproval.pending(found, position);
            if (request.requester().equalsIgnoreCase(approver.strip()))
            {
                throw new ApprovalException("another person has to approve, requester and approver are one:" +
                    " position=" + position + " requester=" + request.requester() + " approver=" + approver);
            }
            return QuarantineApproval.approve(found, position, approver, nowNs());
        });
        QuarantineApproval.write(found, approved);
        out.println("quarantined: " + Quarantines.describe(approved));
        out.println(found.isMember() ?
            "now copy the directory quarantine to every other member, then start the members" :
            "now start the venue, or look first: bourse verify-journal --data " + dataDir);
    }

    private Quarantine audited(
        final String actor, final String command, final Map<String, String> arguments, final Supplier<Quarantine> step)
        throws IOException
    {
        final ClearingAuditTrail audit =
            new ClearingAuditTrail(VenueClearing.baseDir(dataDir), System::currentTimeMillis);
        try
        {
            final Quarantine quarantine = step.get();
            audit.append(actor, command, NO_RUN, arguments, Quarantines.describe(quarantine));
            return quarantine;
        }
        catch (final RuntimeException ex)
        {
            audit.append(actor, command, NO_RUN, arguments, ex.getMessage());
            throw ex;
        }
    }

    private static Map<String, String> arguments(final long position, final String reason)
    {
        return Map.of("position", Long.toString(position), "reason", reason);
    }

    private static long nowNs()
    {
        final Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }
}
