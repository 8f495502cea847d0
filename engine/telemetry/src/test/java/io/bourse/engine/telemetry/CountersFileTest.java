// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class CountersFileTest
{
    private static final long START_MS = 1_000_000;

    @TempDir
    private Path dir;

    @Test
    void shouldShowWhatIsCountedWhileItIsCounted() throws IOException
    {
        try (CountersFile file = create("twime");
            CountersFileReader reader = CountersFileReader.open(path("twime")))
        {
            final CounterSet<ComponentCounter> own = file.hold(() -> new CounterSet<>(ComponentCounter.class));
            final CounterSet<ComponentCounter> labelled = file.hold(() -> CountersFile.labelled("thread=feeds", () ->
                CountersFile.labelled("side=a", () -> new CounterSet<>(ComponentCounter.class))));
            final CounterSet<ComponentCounter> elsewhere = new CounterSet<>(ComponentCounter.class);
            own.increment(ComponentCounter.DUTY_CYCLES);
            labelled.add(ComponentCounter.DUTY_CYCLES, 41);
            elsewhere.add(ComponentCounter.DUTY_CYCLES, 7);

            assertEquals(List.of("1500 {} 1", "1500 {thread=feeds,side=a} 41"), counters(reader));
            assertEquals("twime 3 " + ProcessHandle.current().pid() + " " + START_MS + " " + START_MS,
                reader.component() + ' ' + reader.partition() + ' ' + reader.pid() + ' ' + reader.startMs() + ' ' +
                reader.heartbeatMs());
            assertFalse(reader.isServing());

            labelled.increment(ComponentCounter.DUTY_CYCLES);
            file.heartbeat(START_MS + 5);
            file.serving();
            assertEquals(List.of("1500 {} 1", "1500 {thread=feeds,side=a} 42"), counters(reader));
            assertEquals(START_MS + 5, reader.heartbeatMs());
            assertTrue(reader.isServing());
        }
    }

    /** A feed is made, and made again when the checkpoint that it was to go on from is refused. */
    @Test
    void shouldCountFromZeroAtTheSamePlaceWhenSomethingIsMadeAgain() throws IOException
    {
        try (CountersFile file = create("twime");
            CountersFileReader reader = CountersFileReader.open(path("twime")))
        {
            final CounterSet<ComponentCounter> former = file.hold(() -> new CounterSet<>(ComponentCounter.class));
            former.add(ComponentCounter.DUTY_CYCLES, 7);
            final CounterSet<ComponentCounter> again = file.hold(() -> new CounterSet<>(ComponentCounter.class));
            assertEquals(List.of("1500 {} 0"), counters(reader));
            again.increment(ComponentCounter.DUTY_CYCLES);
            assertEquals(List.of("1500 {} 1"), counters(reader));
        }
    }

    @Test
    void shouldHaveACounterForEachClassOfSessionsWhereTheTableSaysSo() throws IOException
    {
        try (CountersFile file = create("twime");
            CountersFileReader reader = CountersFileReader.open(path("twime")))
        {
            final CounterSet<SessionCounter> byClass = file.hold(() -> new CounterSet<>(
                SessionCounter.class, EnumSet.of(SessionClass.ORDER_ENTRY, SessionClass.RECOVERY)));
            final CounterSet<ComponentCounter> of = file.hold(() -> new CounterSet<>(
                ComponentCounter.class, EnumSet.of(SessionClass.ORDER_ENTRY, SessionClass.RECOVERY)));
            byClass.increment(SessionCounter.BEGUN, SessionClass.RECOVERY);
            byClass.increment(SessionCounter.BEGUN, SessionClass.RECOVERY);
            byClass.increment(SessionCounter.ENDED, SessionClass.ORDER_ENTRY);
            of.increment(ComponentCounter.DUTY_CYCLES, SessionClass.RECOVERY);
            of.increment(ComponentCounter.DUTY_CYCLES, SessionClass.ORDER_ENTRY);

            assertEquals(List.of("1540 {class=order_entry} 0", "1541 {class=order_entry} 1",
                "1540 {class=recovery} 2", "1541 {class=recovery} 0", "1500 {} 2"), counters(reader));
            assertEquals(2, byClass.get(SessionCounter.BEGUN));
            assertEquals(2, byClass.get(SessionCounter.BEGUN, SessionClass.RECOVERY));
            assertEquals(0, byClass.get(SessionCounter.BEGUN, SessionClass.ORDER_ENTRY));
            assertEquals(2, of.get(ComponentCounter.DUTY_CYCLES));
        }
    }

    @Test
    void shouldBeOfItsOwnerAloneAndGoneWhenItsComponentIsClosed() throws IOException
    {
        final Path directory = dir.resolve("counters");
        try (CountersFile other = CountersFile.create(directory, "fix", 0, START_MS))
        {
            try (CountersFile file = CountersFile.create(directory, "engine", 0, START_MS))
            {
                file.heartbeat(START_MS);
                assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)));
                assertEquals(List.of(directory.resolve("engine.counters"), directory.resolve("fix.counters")),
                    CountersFileReader.list(directory));
                assertEquals("rw-------", PosixFilePermissions.toString(
                    Files.getPosixFilePermissions(directory.resolve("engine.counters"))));
            }
            other.heartbeat(START_MS);
            assertEquals(List.of(directory.resolve("fix.counters")), CountersFileReader.list(directory));
        }
        assertFalse(Files.exists(directory));
        assertEquals(List.of(), CountersFileReader.list(directory));
    }

    @Test
    void shouldBeginAnewInTheNextLifeAndHarmNoneWhoStillCountsOrReads() throws IOException
    {
        // A component that is killed closes nothing.
        final CountersFile killed = create("fix");
        final CounterSet<ComponentCounter> former = killed.hold(() -> new CounterSet<>(ComponentCounter.class));
        former.increment(ComponentCounter.DUTY_CYCLES);
        try (CountersFileReader reader = CountersFileReader.open(path("fix")); CountersFile next = create("fix"))
        {
            final CounterSet<ComponentCounter> latter = next.hold(() -> new CounterSet<>(ComponentCounter.class));
            former.increment(ComponentCounter.DUTY_CYCLES);
            assertEquals(List.of("1500 {} 2"), counters(reader));
            try (CountersFileReader successor = CountersFileReader.open(path("fix")))
            {
                assertEquals(List.of("1500 {} 0"), counters(successor));
                next.close();
                latter.increment(ComponentCounter.DUTY_CYCLES);
                assertEquals(List.of("1500 {} 1"), counters(successor));
            }
        }
    }

    /** What others have written, and what was cut off. */
    @ParameterizedTest
    @CsvSource({"0, 0, 2", "36, 2147483647, 0", "32, -1, 0", "32, 640, 0", "64, 65, 0", "64, -5, 0", "0, 1, 100"})
    void shouldRefuseWhatIsNoCountersFile(final int offset, final int value, final int length) throws IOException
    {
        try (CountersFile file = create("engine"))
        {
            file.heartbeat(START_MS);
            try (FileChannel channel = FileChannel.open(path("engine"), StandardOpenOption.WRITE))
            {
                final ByteBuffer number = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder());
                channel.write(number.putInt(value).flip(), offset);
                if (0 != length)
                {
                    channel.truncate(length);
                }
            }
            final String message =
                assertThrows(IOException.class, () -> CountersFileReader.open(path("engine"))).getMessage();
            assertTrue(message.contains("counters file") && message.contains("path=" + path("engine")), message);
        }
    }

    private CountersFile create(final String component)
    {
        return CountersFile.create(dir.resolve("counters"), component, 3, START_MS);
    }

    private Path path(final String component)
    {
        return dir.resolve("counters").resolve(component + ".counters");
    }

    private static List<String> counters(final CountersFileReader reader)
    {
        final List<String> all = new ArrayList<>();
        reader.counters().forEach((counterId, typeId, key, label) -> all.add(
            typeId + " {" + key.getStringAscii(0) + "} " + reader.counters().getCounterValue(counterId)));
        return all;
    }
}
