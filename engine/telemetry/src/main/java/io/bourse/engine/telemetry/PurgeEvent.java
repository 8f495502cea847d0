// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * A purge of what is no longer needed, from {@link #begin()} to its end, for Flight Recorder.
 */
@Name("bourse.Purge")
@Label("Purge")
@Description("What is no longer needed was removed, or could not be")
@Category("Bourse")
@StackTrace(false)
public final class PurgeEvent extends Event
{
    @Label("Complete")
    private boolean isComplete;
    @Label("Failures in a Row")
    private int failuresInARow;
    @Label("Cause")
    @Description("Why it has failed")
    private String cause;

    /** The purge came to its end. */
    public void done()
    {
        isComplete = true;
        commit();
    }

    /**
     * The purge has failed.
     *
     * @param failures since the last one that did not.
     * @param reason why.
     */
    public void failed(final int failures, final Throwable reason)
    {
        end();
        if (shouldCommit())
        {
            failuresInARow = failures;
            cause = reason.toString();
            commit();
        }
    }
}
