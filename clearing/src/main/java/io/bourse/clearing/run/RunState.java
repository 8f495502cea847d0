// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import java.util.List;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * Contents of {@code state.json}: how far a run is, and the digests of its files.
 *
 * @param format {@link #FORMAT}.
 * @param runId of the run.
 * @param kind I or E.
 * @param phase how far it is.
 * @param files of the run directory, without reports.
 */
@JsonPropertyOrder({"format", "runId", "kind", "phase", "files"})
public record RunState(String format, long runId, String kind, Phase phase, List<FileDigest> files)
{
    /** Format of this version. */
    public static final String FORMAT = "bourse-clearing-state/1";

    /**
     * Phases of a run directory.
     */
    public enum Phase
    {
        /** There is no such run. */
        NONE,
        /** A check failed; nothing was published. The run may be done again. */
        CHECK_FAILED,
        /** Calculated, checked and written; publication may have begun. */
        READY,
        /** Published; the directory never changes again, only reports are added. */
        PUBLISHED,
        /** Reports are written and signed. */
        REPORTED
    }

    /**
     * Digest of one file.
     *
     * @param name in the run directory.
     * @param sha256 lower-case hexadecimal.
     */
    @JsonPropertyOrder({"name", "sha256"})
    public record FileDigest(String name, String sha256)
    {
    }
}
