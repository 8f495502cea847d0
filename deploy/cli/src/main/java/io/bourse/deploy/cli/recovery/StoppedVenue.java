// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.recovery;

import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.support.VenueDirectory;
import io.bourse.deploy.recovery.Diagnosis;
import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.host.offline.Verdict;
import picocli.CommandLine.Option;

/**
 * The options of every command that works on the files of a venue that does not run.
 */
final class StoppedVenue extends VenueDirectory
{
    @Option(names = "--json", description = "Prints JSON instead of text.")
    private boolean isJson;

    OfflineVenue open()
    {
        return OfflineVenue.open(dataDir(), null == partition() ? -1 : partition());
    }

    /** A directory of another partition is refused. */
    @Override
    protected boolean isPartitionChecked()
    {
        return true;
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
