// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.run.store.RunDirectory;

/**
 * What a run has to do.
 *
 * @param directory of the run.
 * @param record of the stream; null for a run that has not suspended trading yet.
 * @param reportsOnly true when everything but the reports is done.
 */
record RunPlan(RunDirectory directory, RunRecord record, boolean reportsOnly)
{
    long runId()
    {
        return directory.runId();
    }
}
