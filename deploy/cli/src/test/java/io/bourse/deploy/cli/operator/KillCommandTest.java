// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.BadLine;
import io.bourse.deploy.cli.support.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class KillCommandTest
{
    @ParameterizedTest
    @ValueSource(strings = {
        "",
        "--lift",
        "--login 1 --firm AA01",
        "--login 0",
        "--login TWAA01",
        "--firm A",
        "--firm AA0",
        "--firm AA01000"})
    void shouldExplainWhatIsWrongWhenTheCommandLineIs(final String line)
    {
        BadLine.assertExplained(new KillCommand(), line);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--firm AA", "--firm AA01 --account AA01", "--firm AA01 --account BB01000",
        "--firm AA01 --login 0", "--firm AA01 --instrument x"})
    void shouldExplainWhatIsWrongWithACancelWhenItIs(final String line)
    {
        BadLine.assertExplained(new CancelCommand(), line);
    }

    @Test
    void shouldSayThatNoVenueRuns(@TempDir final Path nowhere)
    {
        final StringWriter err = new StringWriter();
        final int exitCode = new CommandLine(new KillCommand())
            .setExecutionExceptionHandler(ExitCode::explain)
            .setErr(new PrintWriter(err))
            .execute("--firm", "AA", "--data", nowhere.toString());
        assertEquals(ExitCode.PRECONDITION, exitCode, err::toString);
        assertTrue(err.toString().contains("no venue runs on this data directory: dataDir=" + nowhere), err::toString);
    }
}
