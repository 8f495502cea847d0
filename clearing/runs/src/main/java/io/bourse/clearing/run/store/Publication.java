// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.store;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

import java.util.List;
import java.util.Map;

/**
 * Contents of {@code publication.json}: what a run is about to publish, for the approver. Bound to every file of
 * the run by its digest.
 *
 * @param format {@link #FORMAT}.
 * @param kind I or E.
 * @param trades of the session before the cut.
 * @param positions rows.
 * @param postings in the ledger.
 * @param movements of exercise, assignment and expiry.
 * @param postedKopecks sum of the postings by code.
 * @param checks that held.
 * @param reconciliation lines of the reconciliation reports.
 * @param files of the run directory.
 */
@JsonPropertyOrder({"format", "runId", "kind", "trades", "positions", "postings", "movements", "postedKopecks",
    "checks", "reconciliation", "files"})
public record Publication(
    String format,
    long runId,
    String kind,
    long trades,
    long positions,
    long postings,
    long movements,
    Map<String, String> postedKopecks,
    int checks,
    List<String> reconciliation,
    List<RunState.FileDigest> files)
{
    /** Format of this version. */
    public static final String FORMAT = "bourse-clearing-publication/1";

    /** What all registers together have of a posting code. */
    public long kopecks(final String code)
    {
        return Long.parseLong(postedKopecks.getOrDefault(code, "0"));
    }
}
