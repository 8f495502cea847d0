// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunPhase;

/**
 * What a run has to do.
 *
 * @param directory of the run.
 * @param record of the stream; null for a run that has not suspended trading yet, and for a correction.
 * @param reportsOnly true when everything but the reports is done.
 * @param corrected run that is taken back; null for a run that corrects none.
 * @param reason that a correction is given; null for the one that an earlier attempt has written.
 */
record RunPlan(
    RunDirectory directory, RunRecord record, boolean reportsOnly, RunDirectory corrected, String reason)
{
    /** Plan of a run of the day. */
    RunPlan(final RunDirectory directory, final RunRecord record, final boolean reportsOnly)
    {
        this(directory, record, reportsOnly, null, null);
    }

    /** Plan of a correction. */
    RunPlan(final RunDirectory directory, final RunDirectory corrected, final String reason)
    {
        this(directory, null, false, corrected, reason);
    }

    RunPlan because(final String given)
    {
        return new RunPlan(directory, corrected, given);
    }

    long runId()
    {
        return directory.runId();
    }

    /** The run that has cut the stream. */
    long originalRunId()
    {
        return null == corrected ? runId() : corrected.originalRunId();
    }

    /** Whether an earlier attempt decides the options. */
    boolean isTakenUp()
    {
        return null == corrected ? null != record : RunPhase.NONE != directory.phase();
    }
}
