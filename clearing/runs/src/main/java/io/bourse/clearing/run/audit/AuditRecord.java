// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

import java.util.Map;

/**
 * One line of the audit trail.
 *
 * @param seq from 1, without gaps.
 * @param time by the clock of its writer, ISO-8601 in UTC.
 * @param actor who did it; {@code clearing} for what a run did by itself.
 * @param command what was done, or the phase that was entered.
 * @param runId of the run; 0 when it is about none.
 * @param arguments by name, sorted.
 * @param argumentsSha256 of the arguments as they stand in the line.
 * @param result what became of it.
 * @param previous sha256 of the line before; 64 zeros in the first.
 * @param sha256 of this line as it would be with an empty sha256.
 */
@JsonPropertyOrder({"seq", "time", "actor", "command", "runId", "arguments", "argumentsSha256", "result", "previous",
    "sha256"})
public record AuditRecord(
    long seq,
    String time,
    String actor,
    String command,
    long runId,
    Map<String, String> arguments,
    String argumentsSha256,
    String result,
    String previous,
    String sha256)
{
    AuditRecord withSha256(final String newSha256)
    {
        return new AuditRecord(
            seq, time, actor, command, runId, arguments, argumentsSha256, result, previous, newSha256);
    }
}
