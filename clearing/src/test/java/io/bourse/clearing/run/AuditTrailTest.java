// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.InputCorruptException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The chain of the audit trail, and whatever may be done to it. */
class AuditTrailTest
{
    @TempDir
    private Path base;

    @Test
    void shouldChainLinesOfSeveralWriters() throws IOException
    {
        final AuditTrail run = new AuditTrail(base, () -> 1_000);
        final AuditTrail approver = new AuditTrail(base, () -> 2_000);
        assertNull(run.head());
        run.append("ann", "start", 2026112201, Map.of("kind", "E", "cut", "last"), "begun");
        approver.append("bob", "approve", 2026112201, Map.of(), "approved");
        final AuditRecord last = run.append("ann", "publish", 2026112201, Map.of(), "done");
        final List<AuditRecord> records = approver.read();
        assertEquals(List.of("ann", "bob", "ann"), records.stream().map(AuditRecord::actor).toList());
        assertEquals(List.of(1L, 2L, 3L), records.stream().map(AuditRecord::seq).toList());
        assertEquals("1970-01-01T00:00:02Z", records.get(1).time());
        assertEquals(AuditTrail.GENESIS, records.getFirst().previous());
        assertEquals(records.get(1).sha256(), last.previous());
        assertEquals(last, approver.head());
    }

    @Test
    void shouldNameTheLineWhenItWasChangedTakenOutOrPutIn() throws IOException
    {
        fill();
        final List<String> lines = Files.readAllLines(file());
        final List<String> changed = new ArrayList<>(lines);
        changed.set(2, lines.get(2).replace("result-2", "result-9"));
        refuse(changed, "line=3");
        final List<String> without = new ArrayList<>(lines);
        without.remove(1);
        refuse(without, "line=2");
        final List<String> twice = new ArrayList<>(lines);
        twice.add(3, lines.get(2));
        refuse(twice, "line=4");
        final List<String> other = new ArrayList<>(lines);
        other.set(4, "{}");
        refuse(other, "line=5");
        Files.write(file(), lines);
        assertEquals(5, trail().read().size());
    }

    @Test
    void shouldGoOnBehindTheLastWholeLineWhenACrashTorePart() throws IOException
    {
        fill();
        Files.writeString(file(), "{\"seq\":6,\"ti", StandardOpenOption.APPEND);
        assertEquals(5, trail().read().size());
        assertEquals(6, trail().append("ann", "resume", 1, Map.of(), "begun").seq());
        assertEquals(6, trail().read().size());
    }

    private void fill() throws IOException
    {
        for (int i = 0; i < 5; i++)
        {
            trail().append("ann", "command-" + i, 1, Map.of("step", "CHECK"), "result-" + i);
        }
    }

    private void refuse(final List<String> lines, final String name) throws IOException
    {
        Files.write(file(), lines);
        final InputCorruptException failure = assertThrows(InputCorruptException.class, () -> trail().read());
        assertEquals(6, failure.exitCode());
        assertTrue(failure.getMessage().contains(name), failure.getMessage());
    }

    private AuditTrail trail()
    {
        return new AuditTrail(base, () -> 1_000);
    }

    private Path file()
    {
        return base.resolve(AuditTrail.FILE_NAME);
    }
}
