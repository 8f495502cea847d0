// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The kernel is asked by another program too; answers of clocks that are disciplined are made up.
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
        print(state, int(state != 5 and not timex.status & 64), timex.maxerror * 1000)
        """;

    @Test
    void shouldSayWhatTheKernelSays() throws Exception
    {
        assumeTrue(Stream.of(System.getenv("PATH").split(":")).anyMatch((place) ->
            Files.isExecutable(Path.of(place, "python3"))), "python3 is not installed");
        final long[] before = ask();
        assumeTrue(before[0] >= 0, "this machine does not let a program ask the kernel");
        final ClockReading reading = KernelClock.read();
        final long[] after = ask();
        assertTrue(ClockReading.State.UNKNOWN != reading.state());
        assertEquals(1 == before[1], reading.isSynchronised());
        // It grows while nothing is heard of other clocks, up to 16 s.
        assertTrue(after[2] < before[2] || before[2] <= reading.maxErrorNs() && reading.maxErrorNs() <= after[2],
            before[2] + " " + reading + " " + after[2]);
    }

    @Test
    void shouldReadWhatAKernelSaysThatIsSynchronised()
    {
        assertEquals(
            new ClockReading(ClockReading.State.SYNCHRONISED, -1_500, 35_000, 20_000_000, -12_500),
            read(0, -1_500, 0x2001));
        assertEquals(
            new ClockReading(ClockReading.State.SYNCHRONISED, -1_500_000, 35_000, 20_000_000, -12_500),
            read(0, -1_500, 0x0001), "the offset is in microseconds");
        assertEquals(ClockReading.State.UNSYNCHRONISED, read(0, 0, 0x2041).state());
        assertEquals(ClockReading.State.UNSYNCHRONISED, read(5, 0, 0x2001).state());
        assertEquals(35_000, read(0, -1_500, 0x2001).deviationNs());
        assertEquals(90_000, read(0, -90_000, 0x2001).deviationNs());
    }

    private static ClockReading read(final int state, final long offset, final int status)
    {
        try (Arena arena = Arena.ofConfined())
        {
            final MemorySegment timex = arena.allocate(208, Long.BYTES);
            timex.set(ValueLayout.JAVA_LONG, 8, offset);
            // -12.5 ppm, 20 ms, 35 us.
            timex.set(ValueLayout.JAVA_LONG, 16, -12_500L * 65_536 / 1_000);
            timex.set(ValueLayout.JAVA_LONG, 24, 20_000);
            timex.set(ValueLayout.JAVA_LONG, 32, 35);
            timex.set(ValueLayout.JAVA_INT, 40, status);
            return KernelClock.reading(state, timex);
        }
    }

    private static long[] ask() throws Exception
    {
        final Process python = new ProcessBuilder("python3", "-c", PROGRAM).redirectErrorStream(true).start();
        final String answer = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, python.waitFor(), answer);
        return Stream.of(answer.strip().split(" ")).mapToLong(Long::parseLong).toArray();
    }
}
