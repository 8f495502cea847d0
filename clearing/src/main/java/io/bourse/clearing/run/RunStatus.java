// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

import java.util.List;

/**
 * A run as an operator looks at it.
 *
 * @param runId of the run.
 * @param name of its directory below the base directory.
 * @param kind I or E.
 * @param phase how far it is.
 * @param reason of a stop; else empty.
 * @param cutCursor where it has cut the stream; 0 before it has.
 * @param waitingFor approvals that were asked for and not given yet, as {@code step requester sha256}.
 * @param progress of the step under way; null when nobody works at it.
 * @param corrects run id of the run that it is a correction of; 0 for none.
 * @param correctedBy run id of the published correction that stands in its place; 0 for none.
 */
@JsonPropertyOrder({"runId", "name", "kind", "phase", "reason", "cutCursor", "waitingFor", "progress",
    "corrects", "correctedBy"})
public record RunStatus(
    long runId,
    String name,
    String kind,
    RunPhase phase,
    String reason,
    long cutCursor,
    List<String> waitingFor,
    RunProgress progress,
    long corrects,
    long correctedBy)
{
}
