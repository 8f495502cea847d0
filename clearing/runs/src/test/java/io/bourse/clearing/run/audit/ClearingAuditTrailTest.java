// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import io.bourse.clearing.InputCorruptException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("venue")
class ClearingAuditTrailTest
{
    @TempDir
    private Path dir;
    private Path file;

    @BeforeEach
    void write() throws IOException
    {
        file = dir.resolve(ClearingAuditTrail.FILE_NAME);
        for (int i = 1; i <= 4; i++)
        {
            // Two writers after one another, as two processes are.
            trail().append("first", "command " + i, i, Map.of("b", "2", "a", "1"), "OK");
        }
    }

    private ClearingAuditTrail trail()
    {
        return new ClearingAuditTrail(dir, () -> 1_795_000_000_000L);
    }

    @Test
    void shouldChainItsLines() throws IOException
    {
        final List<AuditRecord> records = trail().read();
        assertEquals(ClearingAuditTrail.GENESIS, records.getFirst().previous());
        for (int i = 0; i < records.size(); i++)
        {
            assertEquals(i + 1, records.get(i).seq());
            assertEquals("command " + (i + 1), records.get(i).command());
        }
        assertEquals(records.getLast(), trail().head());
    }

    @Test
    void shouldNameALineThatWasChangedTakenOutOrMoved() throws IOException
    {
        final List<String> lines = Files.readAllLines(file);
        final List<String> changed = new ArrayList<>(lines);
        changed.set(1, lines.get(1).replace("command 2", "command 9"));
        assertBroken(changed, "line=2");
        final List<String> missing = new ArrayList<>(lines);
        missing.remove(2);
        assertBroken(missing, "line=3");
        final List<String> moved = new ArrayList<>(lines);
        Collections.swap(moved, 0, 1);
        assertBroken(moved, "line=1");
        final List<String> doubled = new ArrayList<>(lines);
        doubled.add(lines.get(3));
        assertBroken(doubled, "line=5");
    }

    private void assertBroken(final List<String> lines, final String where) throws IOException
    {
        Files.write(file, lines);
        final String message = assertThrows(InputCorruptException.class, () -> trail().read()).getMessage();
        assertTrue(message.contains(where), message);
    }

    @Test
    void shouldGoOnBehindTheLastWholeLineAfterACrash() throws IOException
    {
        Files.writeString(file, "{\"seq\":5,\"time\":", StandardOpenOption.APPEND);
        assertEquals(4, trail().read().size());
        trail().append("second", "command 5", 0, Map.of(), "OK");
        assertEquals(5, trail().read().size());
        assertEquals("second", trail().head().actor());
    }

    @Test
    void shouldKeepTheBeginningOfALongTextAndGoOn() throws IOException
    {
        final String text = "x".repeat(200_000);
        trail().append("first", "stop E", 0, Map.of("reason", text), text);
        trail().append("first", "start E", 0, Map.of(), "OK");
        final List<AuditRecord> records = trail().read();
        assertEquals(6, records.size());
        final String kept = "x".repeat(8_192) + " ... length=200000";
        assertEquals(kept, records.get(4).result());
        assertEquals(Map.of("reason", kept), records.get(4).arguments());
    }

    @Test
    void shouldGoOnBehindALongLineThatACrashLeft() throws IOException
    {
        Files.writeString(file, "{\"seq\":5,\"result\":\"" + "x".repeat(200_000), StandardOpenOption.APPEND);
        trail().append("second", "command 5", 0, Map.of(), "OK");
        final List<AuditRecord> records = trail().read();
        assertEquals(5, records.size());
        assertEquals("second", records.getLast().actor());
    }

    @Test
    @Timeout(60)
    void shouldKeepItsChainWhenTwoProcessesAppendWhileOneReads() throws Exception
    {
        final Process other = new ProcessBuilder(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
            System.getProperty("java.class.path"), Other.class.getName(), dir.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        final AtomicBoolean isReading = new AtomicBoolean(true);
        final Thread reader = Thread.ofPlatform().start(() -> read(isReading));
        try
        {
            assertEquals(Other.READY, other.getInputStream().read());
            other.getOutputStream().write('\n');
            other.getOutputStream().flush();
            for (int i = 0; i < Other.LINES; i++)
            {
                trail().append("first", "here", i, Map.of(), "OK");
            }
            assertEquals(0, other.waitFor());
            assertEquals(4 + 2 * Other.LINES, trail().read().size());
        }
        finally
        {
            isReading.set(false);
            reader.join();
            other.destroyForcibly();
        }
    }

    /** A reader of the trail opens and closes its file. */
    private void read(final AtomicBoolean isReading)
    {
        while (isReading.get())
        {
            try (InputStream in = Files.newInputStream(file))
            {
                in.read();
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException(ex);
            }
        }
    }

    /** Appends lines as soon as it is asked to. */
    public static final class Other
    {
        private static final int LINES = 150;
        private static final int READY = 'r';

        private Other()
        {
        }

        /** Appends. */
        public static void main(final String[] args) throws IOException
        {
            final ClearingAuditTrail trail = new ClearingAuditTrail(Path.of(args[0]), () -> 1_795_000_000_000L);
            System.out.write(READY);
            System.out.flush();
            System.in.read();
            for (int i = 0; i < LINES; i++)
            {
                trail.append("second", "there", i, Map.of(), "OK");
            }
        }
    }
}
