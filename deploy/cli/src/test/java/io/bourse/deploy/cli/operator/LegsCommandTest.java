// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.BadLine;
import io.bourse.engine.client.operator.LegSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;

class LegsCommandTest
{
    @Test
    void shouldTakeLegsInTheirOrder()
    {
        final LegsCommand command = new LegsCommand();
        new CommandLine(command).parseArgs("--leg 1003:-100 --strategy 2001 --leg 1001:+2 --leg 1002:1".split(" "));
        assertEquals(List.of(new LegSpec(1003, -100), new LegSpec(1001, 2), new LegSpec(1002, 1)), command.legs());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "",
        "--strategy 2001",
        "--leg 1001:-1 --leg 1002:1",
        "--strategy 0 --leg 1001:-1 --leg 1002:1",
        "--strategy 2001 --leg 1001:1",
        "--strategy 2001 --leg 1:1 --leg 2:1 --leg 3:1 --leg 4:1 --leg 5:1",
        "--strategy 2001 --leg 1001:-1 --leg 1001:1",
        "--strategy 2001 --leg 1001:-1 --leg 1002:2",
        "--strategy 2001 --leg 1001:0 --leg 1002:1",
        "--strategy 2001 --leg 1001:101 --leg 1002:1",
        "--strategy 2001 --leg 1001:-101 --leg 1002:1",
        "--strategy 2001 --leg 0:1 --leg 1002:1",
        "--strategy 2001 --leg 4294968297:1 --leg 1002:1",
        "--strategy 2001 --leg 1001 --leg 1002:1",
        "--strategy 2001 --leg 1001:x --leg 1002:1"})
    void shouldExplainWhatIsWrongWhenTheCommandLineIs(final String line)
    {
        BadLine.assertExplained(new LegsCommand(), line);
    }
}
