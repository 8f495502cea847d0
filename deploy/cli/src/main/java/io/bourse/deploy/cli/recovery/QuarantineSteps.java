// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.recovery;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.run.audit.Approval;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.Approvals;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.QuarantineEntry;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.engine.client.operator.Quarantine;
import io.bourse.engine.host.execution.FailedCommand;
import io.bourse.engine.host.offline.QuarantineApproval;
import io.bourse.engine.host.offline.Verification;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.protocol.AdvanceTimeDecoder;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Four eyes over a command that the core cannot execute: one person asks, another one approves. Each step is a line in
 * the audit trail before it is a file.
 *
 * @param dataDir of the venue.
 * @param out where the steps are said.
 * @param operators of the venue.
 * @param signer who acts; null where the history has no operators.
 * @param name of who acts.
 */
record QuarantineSteps(Path dataDir, PrintWriter out, Operators operators, OperatorSigner signer, String name)
{
    private static final long NO_RUN = 0;
    private static final String SHOWN = "quarantine.json";

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

    void ask(final Verification found, final long position, final String reason) throws IOException
    {
        final Quarantine request = audited("ask quarantine", arguments(position, reason), () ->
            QuarantineApproval.request(found, position, name, reason, nowNs()));
        if (null != signer)
        {
            final Path shown = approvalDir(position);
            DurableFile.createDirectories(shown);
            Json.write(shown.resolve(SHOWN), request);
            new Approvals(shown, operators).request(
                position, ApprovalStep.QUARANTINE, name, signer, SHOWN, System.currentTimeMillis());
        }
        QuarantineApproval.write(found, request);
        out.println("asked for: " + Quarantines.describe(request));
        out.println("another person approves it with: bourse recover --data " + dataDir + " --approve " + position);
    }

    void approve(final Verification found, final long position) throws IOException
    {
        final Map<String, String> arguments = arguments(position, "");
        final Approvals approvals = new Approvals(approvalDir(position), operators);
        final Approval[] signed = new Approval[1];
        final Quarantine approved = audited("approve quarantine", arguments, () ->
        {
            final Quarantine request = QuarantineApproval.pending(found, position);
            if (request.requester().equalsIgnoreCase(name.strip()))
            {
                throw new ApprovalException("another person has to approve, requester and approver are one:" +
                    " position=" + position + " requester=" + request.requester() + " approver=" + name);
            }
            if (null != signer)
            {
                signed[0] = signed(approvals, request);
                arguments.put("sha256", signed[0].sha256());
            }
            return QuarantineApproval.approve(found, position, name, nowNs());
        });
        if (null != signer)
        {
            approvals.give(signed[0]);
            QuarantineEntry.write(dataDir, approved, VenueOperators.commands(operators, signer));
        }
        QuarantineApproval.write(found, approved);
        out.println("quarantined: " + Quarantines.describe(approved));
        out.println(found.isMember() ?
            "now copy the directory quarantine to every other member, then start the members" :
            "now start the venue, or look first: bourse verify-journal --data " + dataDir);
    }

    /** What is approved is exactly what was asked for, by an operator. */
    private Approval signed(final Approvals approvals, final Quarantine request)
    {
        try
        {
            if (!Arrays.equals(Json.bytes(request), Files.readAllBytes(approvals.runDirectory().resolve(SHOWN))))
            {
                throw new ApprovalException("the quarantine is another one than its requester has signed, ask again: " +
                    Quarantines.describe(request));
            }
            return approvals.examined(
                ApprovalStep.QUARANTINE, signer, true, null, System.currentTimeMillis());
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the request of the quarantine cannot be read", ex);
        }
    }

    private Path approvalDir(final long position)
    {
        return VenueClearing.baseDir(dataDir).resolve("quarantines").resolve(Long.toString(position));
    }

    private Quarantine audited(
        final String command, final Map<String, String> arguments, final Supplier<Quarantine> step) throws IOException
    {
        final ClearingAuditTrail audit =
            new ClearingAuditTrail(VenueClearing.baseDir(dataDir), System::currentTimeMillis);
        try
        {
            final Quarantine quarantine = step.get();
            audit.append(name, command, NO_RUN, arguments, Quarantines.describe(quarantine));
            return quarantine;
        }
        catch (final RuntimeException ex)
        {
            audit.append(name, command, NO_RUN, arguments, ex.getMessage());
            throw ex;
        }
    }

    private Map<String, String> arguments(final long position, final String reason)
    {
        final Map<String, String> arguments = new TreeMap<>();
        arguments.put("position", Long.toString(position));
        arguments.put("reason", reason);
        if (null != signer)
        {
            arguments.put("key", signer.fingerprint());
        }
        return arguments;
    }

    private static long nowNs()
    {
        final Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }
}
