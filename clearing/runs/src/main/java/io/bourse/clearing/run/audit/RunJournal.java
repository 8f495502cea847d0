// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import io.bourse.clearing.AbortedException;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.run.store.RunState;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Where a run is: the state on disk, and a line of the audit trail for every transition. The line is written first: a
 * crash between the two leaves a line that comes a second time when the run is taken up, never a transition that the
 * trail does not know.
 */
public final class RunJournal
{
    private final RunDirectory directory;
    private final ClearingAuditTrail audit;
    private final String actor;
    private RunRecord.Cut cut;
    private RunPhase at;
    private List<String> files = List.of();

    /** Journal of a run that an actor does. */
    public RunJournal(final RunDirectory directory, final ClearingAuditTrail audit, final String actor)
    {
        this.directory = directory;
        this.audit = audit;
        this.actor = actor;
        final RunState state = directory.state();
        this.at = null == state ? RunPhase.NONE : state.resumeFrom();
        if (null != state)
        {
            cut = state.cut();
            files = state.files().stream().map(RunState.FileDigest::name).toList();
        }
    }

    /** Phase that the run goes on from. */
    public RunPhase at()
    {
        return at;
    }

    /** Whether the run has reached a phase. */
    public boolean isAtLeast(final RunPhase phase)
    {
        return at.isAtLeast(phase);
    }

    /** Notes where the stream was cut. */
    public void cut(final RunRecord.Cut newCut)
    {
        cut = newCut;
    }

    /** Enters a phase from which a run that dies is taken up. */
    public void enter(final RunPhase phase, final String... finishedFiles) throws IOException
    {
        enter(phase, phase, List.of(finishedFiles));
    }

    /**
     * Enters a phase.
     *
     * @param phase entered.
     * @param resumeFrom where a run that dies in it is taken up.
     * @param finishedFiles besides those that are finished already.
     */
    public void enter(final RunPhase phase, final RunPhase resumeFrom, final List<String> finishedFiles)
        throws IOException
    {
        final List<String> all = new ArrayList<>(files);
        finishedFiles.stream().filter(name -> !all.contains(name)).forEach(all::add);
        move(phase, resumeFrom, "", all);
    }

    /** Goes back: files of later phases are not finished any more. */
    public void restart(final RunPhase phase, final String... keptFiles) throws IOException
    {
        final List<String> kept = List.of(keptFiles);
        move(phase, phase, "", files.stream().filter(kept::contains).toList());
    }

    /** Stops at a failed check; the run is taken up from its cut, with whatever was put right. */
    public void fail(final String reason) throws IOException
    {
        final boolean isChecked = Files.exists(directory.file(RunDirectory.CHECKS));
        files = List.of();
        move(RunPhase.CHECK_FAILED, RunPhase.SUSPENDED, reason,
            isChecked ? List.of(RunDirectory.CHECKS) : List.of());
    }

    private void move(
        final RunPhase phase, final RunPhase resumeFrom, final String reason, final List<String> finished)
        throws IOException
    {
        final Map<String, String> arguments = new TreeMap<>();
        if (null != cut)
        {
            arguments.put("cutCursor", Long.toString(cut.cursor()));
            if (null != cut.partitions())
            {
                arguments.put("cutPartitions", cut.partitions().stream()
                    .map(place -> place.partition() + ":" + place.cursor()).collect(Collectors.joining(",")));
            }
        }
        if (!finished.isEmpty())
        {
            arguments.put("lastFile", finished.getLast());
            arguments.put("lastFileSha256", directory.sha256Of(finished.getLast()));
        }
        note("phase " + phase, arguments, reason.isEmpty() ? "OK" : reason);
        directory.enter(phase, resumeFrom, cut, reason, finished);
        files = finished;
        at = resumeFrom;
    }

    /** Adds a line to the audit trail. */
    public AuditRecord note(final String command, final Map<String, String> arguments, final String result)
        throws IOException
    {
        return audit.append(actor, command, directory.runId(), arguments, result);
    }

    /** An answer that the trail does not know does not count. */
    public void requireRecorded(final Approval approval) throws IOException
    {
        audit.requireRecorded(approval);
    }

    /** Stops where it is, by an operator's order; the run may be taken up from there. */
    public void abort(final String reason) throws IOException
    {
        move(RunPhase.ABORTED, at, reason, files);
    }

    /** Between two steps: an operator may have aborted the run from another process. */
    public void requireNotAborted() throws IOException
    {
        if (Files.exists(directory.file(RunDirectory.ABORT)))
        {
            final AbortOrder order = directory.read(RunDirectory.ABORT, AbortOrder.class);
            abort(order.reason());
            Files.delete(directory.file(RunDirectory.ABORT));
            throw new AbortedException("the run was aborted, nothing was published; resume it, or reopen without it: " +
                "runId=" + directory.runId() + " by=" + order.actor() + " reason=\"" + order.reason() + "\"");
        }
    }
}
