// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.file.DurableFile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What binds a correcting run to the run that it stands in the place of: {@code correction.json} in its directory. Runs
 * that correct nothing have none.
 *
 * @param format {@link #FORMAT}.
 * @param runId of the correcting run.
 * @param correctedRunId of the run whose postings it takes back; may be a correction itself.
 * @param correctedRun directory of that run below the base directory, for instance {@code 20261123/1-I}.
 * @param originalRunId of the run that has cut the stream, whose number the members know.
 * @param reason in words.
 * @param requester who asked for it.
 * @param revision of the reports, above 1.
 * @param calledNs nanoseconds since 1970: from when the deadlines count of calls that the corrected run has not made; 0
 *     in files of an earlier version, which count them from the cut.
 */
public record CorrectionFile(
    String format,
    long runId,
    long correctedRunId,
    String correctedRun,
    long originalRunId,
    String reason,
    String requester,
    int revision,
    long calledNs)
{
    /** Format of this version. */
    public static final String FORMAT = "bourse-clearing-correction/1";
    /** Name of the file in a run directory. */
    public static final String FILE_NAME = "correction.json";

    /**
     * Writes the file.
     *
     * @param runDirectory of the correcting run.
     * @throws IOException when it cannot be written.
     */
    public void write(final Path runDirectory) throws IOException
    {
        final String text = RunJson.MAPPER.writeValueAsString(this).replace("\r\n", "\n") + "\n";
        DurableFile.write(runDirectory.resolve(FILE_NAME), text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Reads the file of a run.
     *
     * @param runDirectory of the run.
     * @return null when the run corrects none.
     * @throws io.bourse.clearing.InputCorruptException when it cannot be read or is of another format.
     */
    public static CorrectionFile read(final Path runDirectory)
    {
        final Path file = runDirectory.resolve(FILE_NAME);
        if (!Files.exists(file))
        {
            return null;
        }
        return RunJson.read(file, CorrectionFile.class, CorrectionFile::format, FORMAT);
    }
}
