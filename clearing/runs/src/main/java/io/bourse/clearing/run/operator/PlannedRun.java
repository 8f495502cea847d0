// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.operator;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * A run that is planned for a date.
 *
 * @param number within the date, from 1.
 * @param kind I or E.
 * @param time of day in Moscow, ISO-8601.
 * @param state {@code DONE}, {@code BEGUN}, {@code ABORTED}, {@code GIVEN_UP}, {@code DUE}, {@code LATER} or
 *     {@code SKIPPED}.
 * @param runId of the run that was done for it; 0 when none was.
 * @param correctedBy run id of its last published correction; 0 when it was not corrected.
 */
@JsonPropertyOrder({"number", "kind", "time", "state", "runId", "correctedBy"})
public record PlannedRun(int number, String kind, String time, State state, long runId, long correctedBy)
{
    /** What has become of it. */
    public enum State
    {
        /** Published. */
        DONE,
        /** Begun, not published. */
        BEGUN,
        /** Aborted by an operator: to be taken up or given up by hand. */
        ABORTED,
        /** Trading was reopened without it. */
        GIVEN_UP,
        /** Its time has come. */
        DUE,
        /** Its time will come. */
        LATER,
        /** A later one was done instead, or the evening run. */
        SKIPPED
    }
}
