// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * A snapshot of the core for Flight Recorder: it is complete, or was due and was not written.
 */
@Name("bourse.Snapshot")
@Label("Snapshot")
@Description("A snapshot is complete, or was due and was not written")
@Category("Bourse")
@StackTrace(false)
public final class SnapshotEvent extends Event
{
    @Label("Journal Position")
    @Description("Position of the journal, in a cluster of the log, that the snapshot was taken at")
    private long journalPosition;
    @Label("Complete")
    private boolean isComplete;
    @Label("Records")
    @Description("Records written; 0 in a cluster")
    private long records;
    @Label("Length")
    @Description("Length of the file; 0 in a cluster")
    @DataAmount
    private long bytes;
    @Label("Pause")
    @Description("How long the matcher stood")
    @Timespan(Timespan.NANOSECONDS)
    private long pause;
    @Label("Cause")
    @Description("Why it was not written")
    private String cause;

    /**
     * A snapshot is complete.
     *
     * @param journalPosition that it was taken at, in bytes.
     * @param records in it, 0 if unknown.
     * @param bytes of its file, 0 if unknown.
     * @param pauseNs how long the matcher stood, in nanoseconds.
     */
    public static void taken(final long journalPosition, final long records, final long bytes, final long pauseNs)
    {
        final SnapshotEvent event = new SnapshotEvent();
        if (event.shouldCommit())
        {
            event.journalPosition = journalPosition;
            event.isComplete = true;
            event.records = records;
            event.bytes = bytes;
            event.pause = pauseNs;
            event.commit();
        }
    }

    /**
     * A snapshot was due and was not written.
     *
     * @param journalPosition that it should have been taken at, in bytes.
     * @param cause why.
     */
    public static void failed(final long journalPosition, final String cause)
    {
        final SnapshotEvent event = new SnapshotEvent();
        if (event.shouldCommit())
        {
            event.journalPosition = journalPosition;
            event.cause = cause;
            event.commit();
        }
    }
}
