// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.deploy.recovery.Diagnosis;
import io.bourse.engine.host.OfflineVenue;
import io.bourse.engine.host.Verdict;
import picocli.CommandLine.Option;

import java.nio.file.Path;

/**
 * The options of every command that works on the files of a venue that does not run.
 */
final class StoppedVenue
{
    @Option(names = "--data", paramLabel = "DIR", defaultValue = "data",
        description = "Data directory of the venue (default: ${DEFAULT-VALUE}).")
    private Path dataDir;

    @Option(names = "--partition", paramLabel = "N", defaultValue = "-1",
        description = "Partition that the directory must be of (default: any).")
    private int partition;

    @Option(names = "--json", description = "Prints JSON instead of text.")
    private boolean isJson;

    OfflineVenue open()
    {
        return OfflineVenue.open(dataDir, partition);
    }

    Path dataDir()
    {
        return dataDir;
    }

    boolean isJson()
    {
        return isJson;
    }

    static int exitCode(final Diagnosis diagnosis)
    {
        final Verdict verdict = diagnosis.verdict();
        return switch (verdict)
        {
            case WHOLE -> ExitCode.OK;
            case REPAIRABLE -> ExitCode.REPAIRABLE;
            case DAMAGED -> ExitCode.DAMAGED;
        };
    }
}
