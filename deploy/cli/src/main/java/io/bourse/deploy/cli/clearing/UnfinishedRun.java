// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.run.operator.RunControl;
import picocli.CommandLine.Option;

import java.io.IOException;

/**
 * The option of commands about a run that was begun: which one.
 */
final class UnfinishedRun
{
    @Option(names = "--run", paramLabel = "ID", defaultValue = "0",
        description = "Run id; default: the last one that is not finished.")
    private long runId;

    long id(final RunControl control) throws IOException
    {
        return 0 == runId ? control.unfinished() : runId;
    }
}
