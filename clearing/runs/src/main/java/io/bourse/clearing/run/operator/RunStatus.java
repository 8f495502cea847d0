// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.operator;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.bourse.clearing.run.context.RunProgress;
import io.bourse.clearing.run.store.RunPhase;

import java.util.List;

/**
 * A run as an operator looks at it.
 *
 * @param name of its directory below the base directory.
 * @param kind I or E.
 * @param phase how far it is.
 * @param reason of a stop; else empty.
 * @param givenUp whether it will not be taken up any more: trading was reopened without it, or it is a correction that
 *     was aborted.
 * @param suspendedSince since when it holds trading suspended, ISO-8601 in Moscow; {@link #UNKNOWN} when it may hold
 *     it, empty when it does not.
 * @param cutCursor where it has cut the stream; 0 before it has.
 * @param waitingFor approvals that were asked for and not given yet, as {@code step requester sha256}.
 * @param progress of the step under way; null when no process works at it.
 * @param corrects run id of the run that it is a correction of; 0 for none.
 * @param correctedBy run id of the published correction that replaces it; 0 for none.
 */
@JsonPropertyOrder({"runId", "name", "kind", "phase", "reason", "givenUp", "suspendedSince", "cutCursor",
    "waitingFor", "progress", "corrects", "correctedBy"})
public record RunStatus(
    long runId,
    String name,
    String kind,
    RunPhase phase,
    String reason,
    boolean givenUp,
    String suspendedSince,
    long cutCursor,
    List<String> waitingFor,
    RunProgress progress,
    long corrects,
    long correctedBy)
{
    /** Instead of a time: the suspension was asked for, the stream has it when it came. */
    public static final String UNKNOWN = "?";

    /**
     * Where the run is, in a word: its phase, but for one that is over without results.
     *
     * @return {@code GIVEN_UP} or the name of the phase.
     */
    public String text()
    {
        return givenUp ? PlannedRun.State.GIVEN_UP.name() : phase.name();
    }
}
