// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.store;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.bourse.clearing.ingest.RunRecord;

import java.util.List;

/**
 * Contents of {@code state.json}: how far a run is, and the digests of its files. No clocks: the same run has the same
 * state.
 *
 * @param format {@link #FORMAT}.
 * @param kind I or E.
 * @param phase how far it is.
 * @param resumeFrom phase that a run which stops here is taken up from.
 * @param cut of the stream; null before trading is suspended.
 * @param reason why the run is where it is, for {@link RunPhase#CHECK_FAILED} and {@link RunPhase#ABORTED}; else empty.
 * @param files of the run directory that are finished, by name, without reports; of a table its {@code table.json},
 *     which names the digests of its columns.
 */
@JsonPropertyOrder({"format", "runId", "kind", "phase", "resumeFrom", "cut", "reason", "files"})
public record RunState(
    String format,
    long runId,
    String kind,
    RunPhase phase,
    RunPhase resumeFrom,
    RunRecord.Cut cut,
    String reason,
    List<FileDigest> files)
{
    /** Format of this version. */
    public static final String FORMAT = "bourse-clearing-state/2";

    /**
     * Digest of a file.
     *
     * @param name in the run directory.
     * @return null when the file is not finished.
     */
    public String sha256Of(final String name)
    {
        for (final FileDigest file : files)
        {
            if (name.equals(file.name()))
            {
                return file.sha256();
            }
        }
        return null;
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
