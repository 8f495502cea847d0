// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.deploy.cli.support.BadLine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.nio.file.Path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What is typed is checked before a run is begun with it. */
class ClearingOptionsTest
{
    private static final int SI = 1001;

    private ClearingContext context = ClearingContext.builder().baseDir(Path.of("runs")).build();

    private void apply(final String... line) throws IOException
    {
        final Options options = new Options();
        new CommandLine(options).parseArgs(line);
        context = options.options.applyTo(context);
    }

    @Test
    void shouldTakeWhatIsGiven() throws IOException
    {
        apply("--settlement", "1001=92500.5", "--slice", "PT1S");
        assertEquals(9_250_050_000L, context.prices().of(SI).overrideE5());
        assertEquals(1_000_000_000L, context.sliceIntervalNs());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--settlement", "--tick-value"})
    void shouldNameAnAmountThatDoesNotFit(final String option)
    {
        final IllegalArgumentException refused =
            assertThrows(IllegalArgumentException.class, () -> apply(option, "1001=92500.1234567"));
        assertTrue(refused.getMessage().contains("instrumentId=1001 value=92500.1234567"), refused::getMessage);
        assertThrows(IllegalArgumentException.class, () -> apply(option, "1001=1e30"));
    }

    @Test
    void shouldExplainThatAScheduleNamesNoRun()
    {
        BadLine.assertExplained(new ClearingIntradayCommand(), "--scheduled --run 2");
        BadLine.assertExplained(new ClearingEveningCommand(), "--run 0");
        BadLine.assertExplained(new ClearingStartCommand(), "--kind E --run second");
    }

    @Command(name = "options")
    private static final class Options
    {
        @Mixin
        private ClearingOptions options;
    }
}
