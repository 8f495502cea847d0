// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ingest.IngestContext;
import io.bourse.clearing.proof.DayReplay;
import io.bourse.clearing.proof.RunFinding;
import io.bourse.clearing.proof.RunVerifier;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunState;
import io.bourse.clearing.sql.RunSql;
import io.bourse.clearing.verify.RunDiff;
import io.bourse.clearing.verify.RunPlace;
import io.bourse.clearing.verify.SecondOpinionOptions;
import io.bourse.engine.protocol.ClearingKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What real runs leave on disk proves itself: verified, replayed, asked and compared. */
@Tag("venue")
class RunProofTest
{
    private static final String A = "AA01001";
    private static final String B = "BB01001";
    private static final int SI = ClearingFixture.SI;
    private static final int RI = ClearingFixture.RI;
    private static final long E5 = ClearingFixture.E5;

    @TempDir
    private Path dir;
    private ClearingFixture venue;
    private RunPlace intraday;
    private RunPlace evening;
    /** Where no run has cut the stream: behind a trade between both. */
    private long between;

    @BeforeEach
    void runTheDay()
    {
        venue = new ClearingFixture(dir, List.of(B, A, "AA01002"));
        venue.trade(SI, 92_400, 3, A, B, true);
        venue.trade(RI, 112_350, 2, "AA01002", A, false);
        try (ClearingService clearing =
            ClearingService.launch(venue.context().settlementOverrideE5(SI, 92_500 * E5), ClearingKind.INTRADAY))
        {
            clearing.run();
        }
        venue.trade(SI, 92_450, 1, B, A, false);
        while (3 != venue.engine.collectToEnd(0).count("TRADE "))
        {
            // Orders are answered later than they are sent.
            Thread.onSpinWait();
        }
        between = venue.client.endCursor();
        venue.trade(RI, 112_400, 1, A, B, true);
        try (ClearingService clearing =
            ClearingService.launch(venue.context().tickValueE5(RI, 1_811_234), ClearingKind.EVENING))
        {
            clearing.run();
        }
        intraday = new RunPlace(venue.baseDir, ClearingFixture.DATE + "/1-I");
        evening = new RunPlace(venue.baseDir, ClearingFixture.DATE + "/2-E");
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    @Test
    void shouldProveBothRuns() throws IOException
    {
        for (final RunPlace place : List.of(intraday, evening))
        {
            final List<RunFinding> findings = verify(place);
            assertEquals(List.of(), findings.stream().filter(finding -> !finding.ok()).toList());
            assertTrue(findings.stream().anyMatch(finding -> "day".equals(finding.part())));
            assertEquals("SECOND_OPINION", findings.getLast().part());
        }
    }

    @Test
    void shouldNameTheDayWhenATradeIsFlippedOnDisk() throws IOException
    {
        final Path column =
            evening.ingest().resolve(Integer.toString(ClearingFixture.DATE)).resolve("trades").resolve("qty.bin");
        try (RandomAccessFile file = new RandomAccessFile(column.toFile(), "rw"))
        {
            file.write(7);
        }
        final List<String> broken = verify(evening).stream()
            .filter(finding -> !finding.ok())
            .map(RunFinding::part)
            .toList();
        assertEquals(List.of("day", "SECOND_OPINION"), broken);
    }

    @Test
    void shouldComeToTheSameFromTheRecordingAlone() throws IOException
    {
        final Map<RunPlace, Long> cuts = new LinkedHashMap<>();
        cuts.put(intraday, state(intraday).cut().cursor());
        cuts.put(evening, state(evening).cut().cursor());
        final List<RunFinding> findings = DayReplay.replay(
            IngestContext.builder().directory(dir.resolve("replay")).engineClient(venue.client).build(), cuts, 1);
        assertEquals(4, findings.size());
        assertEquals(List.of(), findings.stream().filter(finding -> !finding.ok()).toList());
    }

    @Test
    void shouldReplayToACutThatNoRunHad() throws IOException
    {
        final List<RunFinding> findings = CutReplay.replay(venue.context(), ClearingKind.EVENING,
            ClearingFixture.DATE, between, Files.createDirectories(dir.resolve("cut")));
        assertEquals(List.of(), findings.stream().filter(finding -> !finding.ok()).toList());
        assertEquals(List.of("day", "registers", "trades"),
            findings.stream().limit(3).map(RunFinding::part).toList());
        assertTrue(findings.getFirst().detail().contains("trades=3 registers=3 "), findings.toString());
        assertEquals("rows=3", findings.get(2).detail());
        assertEquals("SECOND_OPINION", findings.getLast().part());
        assertTrue(findings.stream().anyMatch(finding -> finding.part().startsWith("I2 ")), findings.toString());
    }

    @Test
    void shouldNameTheTradeThatTheRecordingHasOtherwise() throws IOException
    {
        final Path column =
            evening.ingest().resolve(Integer.toString(ClearingFixture.DATE)).resolve("trades").resolve("qty.bin");
        try (RandomAccessFile file = new RandomAccessFile(column.toFile(), "rw"))
        {
            file.seek(Integer.BYTES);
            file.write(7);
        }
        final List<RunFinding> findings = CutReplay.replay(venue.context(), ClearingKind.INTRADAY,
            ClearingFixture.DATE, between, Files.createDirectories(dir.resolve("cut")));
        assertEquals(List.of("row=1 column=qty value=7 again=2"),
            findings.stream().filter(finding -> !finding.ok()).map(RunFinding::detail).toList());
    }

    @Test
    void shouldRefuseACutThatIsNotInTheDay() throws IOException
    {
        final Path scratch = dir.resolve("cut");
        assertThrows(PreconditionException.class, () -> CutReplay.replay(venue.context(), ClearingKind.EVENING,
            ClearingFixture.DATE, between + 1, Files.createDirectories(scratch.resolve("1"))));
        final PreconditionException date = assertThrows(PreconditionException.class, () -> CutReplay.replay(
            venue.context(), ClearingKind.EVENING, ClearingFixture.DATE + 1, between,
            Files.createDirectories(scratch.resolve("2"))));
        assertTrue(date.getMessage().contains("found=" + ClearingFixture.DATE), date::getMessage);
        final PreconditionException late = assertThrows(PreconditionException.class, () -> CutReplay.replay(
            venue.context(), ClearingKind.EVENING, ClearingFixture.DATE, venue.client.endCursor(),
            Files.createDirectories(scratch.resolve("3"))));
        assertTrue(late.getMessage().contains("runId=2026112302"), late::getMessage);
    }

    @Test
    void shouldFindTheDifferencesOfTwoRuns() throws IOException
    {
        assertTrue(RunDiff.diff(evening, evening, 5).stream().allMatch(diff -> 0 == diff.differenceCount()));
        final RunDiff.TableDiff positions = RunDiff.diff(intraday, evening, 50).getFirst();
        assertTrue(positions.differences().stream().anyMatch(difference ->
            A.equals(difference.account()) && "fee_ex".equals(difference.column())), positions.toString());
    }

    @Test
    void shouldAnswerQuestions() throws IOException
    {
        assertEquals(
            List.of("client isin pos_end", A + " SI-12.26 2", B + " SI-12.26 -2"),
            ask("select client, isin, pos_end from positions where isin = 'SI-12.26' order by client"));
        assertEquals(
            List.of("isin method settl_price step_price", "RI-12.26 PREVIOUS 112340.00000 18.11234"),
            ask("select isin, method, settl_price, step_price from prices where isin_id = " + RI));
        assertEquals(
            List.of("client lots", A + " 7", "AA01002 2", B + " 5"),
            ask("select client, sum(qty) as lots from orders where kind = 'FILLED' group by client order by client"));
        assertEquals(List.of("broken", "0"), ask("select count(*) as broken from checks where not ok"));
    }

    private List<String> ask(final String query) throws IOException
    {
        final List<String> answer = new ArrayList<>();
        RunSql.query(evening, query, new RunSql.RowConsumer()
        {
            @Override
            public void onColumns(final String[] names, final boolean[] isNumber)
            {
                answer.add(String.join(" ", names));
            }

            @Override
            public void onRow(final String[] values)
            {
                answer.add(String.join(" ", values));
            }
        });
        return answer;
    }

    private List<RunFinding> verify(final RunPlace place) throws IOException
    {
        final RunState state = state(place);
        final Map<String, String> digests = new TreeMap<>();
        state.files().forEach(file -> digests.put(file.name(), file.sha256()));
        return RunVerifier.verify(
            place, digests, state.cut().cursor(), SecondOpinionOptions.full(dir.resolve("scratch")));
    }

    private RunState state(final RunPlace place)
    {
        return place == intraday ? new RunDirectory(venue.baseDir, ClearingFixture.DATE, 1, "I").state() :
            new RunDirectory(venue.baseDir, ClearingFixture.DATE, 2, "E").state();
    }
}
