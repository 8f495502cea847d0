// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * A step of a clearing run, from its begin to its end, for Flight Recorder.
 */
@Name("bourse.ClearingStep")
@Label("Clearing Step")
@Description("A step of a clearing run has ended, or the run was stopped in it")
@Category("Bourse")
@StackTrace(false)
final class ClearingStepEvent extends Event
{
    @Label("Run")
    @Description("Number of the run; 0 while it is not known")
    private long runId;
    @Label("Kind")
    @Description("Kind of the run; empty while it is not known")
    private String kind;
    @Label("Step")
    private String step;
    @Label("Complete")
    @Description("Whether the step was done; otherwise the run was stopped in it")
    private boolean isComplete;

    void ended(final long run, final String kindOfRun, final ClearingStep which, final boolean isDone)
    {
        end();
        if (shouldCommit())
        {
            runId = run;
            kind = kindOfRun;
            step = which.name();
            isComplete = isDone;
            commit();
        }
    }
}
