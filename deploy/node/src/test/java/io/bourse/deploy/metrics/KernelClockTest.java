// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import io.prometheus.metrics.model.snapshots.Labels;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The kernel is asked by another program too.
 */
class KernelClockTest
{
    private static final String PROGRAM = """
        import ctypes
        class Timex(ctypes.Structure):
            _fields_ = [(name, ctypes.c_long) for name in ('modes', 'offset', 'freq', 'maxerror', 'esterror')] + [
                ('status', ctypes.c_int), ('rest', ctypes.c_byte * 200)]
        timex = Timex()
        state = ctypes.CDLL(None).adjtimex(ctypes.byref(timex))
        print(0 if state == 5 or timex.status & 64 else 1, timex.maxerror / 1e6)
        """;

    @Test
    void shouldSayWhatTheKernelSays() throws Exception
    {
        assumeTrue(Stream.of(System.getenv("PATH").split(":")).anyMatch((place) ->
            Files.isExecutable(Path.of(place, "python3"))), "python3 is not installed");
        final double[] before = ask();
        final Samples samples = new Samples();
        new KernelClock().add(samples);
        final double[] after = ask();
        assertEquals(Map.of(Labels.EMPTY, before[0]), samples.of("bourse_host_clock_synchronised"));
        // It grows while nothing is heard of other clocks, up to 16 s.
        final double maxError = samples.of("bourse_host_clock_max_error_seconds").get(Labels.EMPTY);
        assertTrue(after[1] < before[1] || before[1] <= maxError && maxError <= after[1],
            before[1] + " " + maxError + " " + after[1]);
        assertEquals(1, samples.of("bourse_host_clock_adjustment_seconds").size());
    }

    private static double[] ask() throws Exception
    {
        final Process python = new ProcessBuilder("python3", "-c", PROGRAM).redirectErrorStream(true).start();
        final String answer = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, python.waitFor(), answer);
        return Stream.of(answer.strip().split(" ")).mapToDouble(Double::parseDouble).toArray();
    }
}
