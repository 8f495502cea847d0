// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.verify.OpinionDay;
import io.bourse.clearing.verify.PositionOracle;
import io.bourse.clearing.verify.RunPlace;
import io.bourse.clearing.verify.SecondOpinionOptions;
import io.bourse.clearing.verify.WrittenRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class RunVerifierTest
{
    @TempDir
    private Path baseDir;

    private OpinionDay day;
    private List<long[]> rows;
    private RunPlace place;
    private Map<String, String> digests;

    @BeforeEach
    void writeRun() throws IOException
    {
        day = OpinionDay.random(11, 12, 200);
        rows = PositionOracle.positions(day);
        write();
    }

    private void write() throws IOException
    {
        place = WrittenRun.write(baseDir, day, rows);
        digests = WrittenRun.digests(place);
    }

    @Test
    void shouldFindEveryPartInOrder() throws IOException
    {
        final List<RunFinding> findings = verify();
        assertEquals(List.of("calculation.json", "checks.json", "ledger/table.json", "money/table.json",
            "positions/table.json", "positions", "ledger", "money", "movements", "obligations", "checks",
            "SECOND_OPINION"), findings.stream().map(RunFinding::part).toList());
        assertEquals(List.of(), failed(findings));
        assertEquals("rows=" + rows.size(), findings.getLast().detail());
    }

    @Test
    void shouldNameTheColumnWhenABitHasFlipped() throws IOException
    {
        final Path column = place.directory().resolve("money/amount_end.bin");
        try (RandomAccessFile file = new RandomAccessFile(column.toFile(), "rw"))
        {
            file.seek(17);
            final int value = file.read();
            file.seek(17);
            file.write(value ^ 4);
        }
        final List<RunFinding> failed = failed(verify());
        assertEquals(List.of("money"), failed.stream().map(RunFinding::part).toList());
        assertTrue(failed.getFirst().detail().contains("file=" + column), failed.toString());
    }

    @Test
    void shouldNameTheRowWhenPositionsWereWrittenWrongly() throws IOException
    {
        rows.get(5)[RunTables.POSITION_VM_DAY] += 100;
        write();
        final List<RunFinding> failed = failed(verify());
        assertEquals(List.of("SECOND_OPINION"), failed.stream().map(RunFinding::part).toList());
        assertTrue(failed.getFirst().detail().contains(
            "account=" + OpinionDay.code((int)rows.get(5)[RunTables.POSITION_ACCOUNT])), failed.toString());
    }

    @Test
    void shouldNameTheRowWhenATradeOfTheDayHasChanged() throws IOException
    {
        day.trades.get(3)[2]++;
        day.write(baseDir);
        final List<RunFinding> failed = failed(verify());
        assertEquals(List.of("SECOND_OPINION"), failed.stream().map(RunFinding::part).toList());
    }

    @Test
    void shouldNameTheFileWhenItHasChangedOrGone() throws IOException
    {
        Files.writeString(place.directory().resolve("checks.json"), "[]", StandardCharsets.US_ASCII);
        Files.delete(place.directory().resolve("ledger/table.json"));
        assertEquals(List.of("checks.json", "ledger/table.json", "ledger", "checks"),
            failed(verify()).stream().map(RunFinding::part).toList());
    }

    private List<RunFinding> verify() throws IOException
    {
        return RunVerifier.verify(place, digests, -1, SecondOpinionOptions.full(baseDir.resolve("scratch")));
    }

    private static List<RunFinding> failed(final List<RunFinding> findings)
    {
        return findings.stream().filter(finding -> !finding.ok()).toList();
    }
}
