// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.bench.BenchProcess;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.packages.PackageWriter;
import io.bourse.deploy.cli.support.ExitCode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The runs of a small synthetic day, proved and asked from the command line; no venue runs. */
@Tag("venue")
class ClearingProofCommandsTest
{
    private static final String INTRADAY = "20261123/1-I";
    private static final String EVENING = "20261123/2-E";
    private static final String EVENING_BEFORE = "20261120/1-E";

    @TempDir
    private static Path dataDir;

    private final StringWriter out = new StringWriter();

    @BeforeAll
    static void runTheDay() throws IOException
    {
        final String base = dataDir.resolve("clearing").toString();
        BenchProcess.main(new String[]{"make", base, "100", "7", "1"});
        BenchProcess.main(new String[]{"run", base, "100", "7", "1", "INTRADAY"});
        BenchProcess.main(new String[]{"run", base, "100", "7", "1", "EVENING"});
    }

    @Test
    void shouldProveARun()
    {
        for (final String run : List.of(INTRADAY, "2026112302"))
        {
            assertEquals(ExitCode.OK, execute(new ClearingVerifyCommand(), run), out::toString);
        }
        assertFalse(out.toString().contains("BREAK"), out.toString());
        for (final String part : List.of("positions", "day", "checks", "SECOND_OPINION", "margin", "audit", "files",
            "journal", "reports", "packages"))
        {
            assertTrue(out.toString().contains("OK     " + part + " "), part + "\n" + out);
        }
        assertTrue(out.toString().contains("the journal was not checked: no venue has recorded events"), out::toString);
    }

    @Test
    void shouldWriteWhatWasLostOfTheReportsOfARunWithoutAVenue() throws IOException
    {
        final Path run = dataDir.resolve("clearing").resolve(EVENING);
        final Path lost;
        try (Stream<Path> files = Files.list(run.resolve("packages/w1")))
        {
            lost = files.filter(file -> file.toString().endsWith(PackageWriter.SUFFIX)).sorted().toList().getFirst();
        }
        // That is where a venue has them.
        Files.createSymbolicLink(dataDir.resolve("keys"), dataDir.resolve("clearing/keys"));
        Files.delete(lost);
        Files.delete(run.resolve("reports/reg/manifest.json.p7s"));
        assertEquals(
            ExitCode.OK, execute(new ClearingReportCommand(), "--run", "2026112302", "--wave", "w1"), out::toString);
        assertTrue(Files.exists(lost));
        // Only what was asked for.
        assertTrue(Files.notExists(run.resolve("reports/reg/manifest.json.p7s")));
        assertTrue(out.toString().contains("REPORTS "), out.toString());
        assertFalse(out.toString().contains("REGULATOR_REPORTS "), out.toString());
        assertEquals(ExitCode.OK, execute(new ClearingReportCommand(), "--run", "2026112302"), out::toString);
        assertTrue(Files.exists(run.resolve("reports/reg/manifest.json.p7s")));
        assertEquals(ExitCode.OK, new CommandLine(new ReportsCommand()).setOut(new PrintWriter(out, true))
            .execute("verify", run.toString()), out::toString);
        assertEquals(ExitCode.PRECONDITION, execute(new ClearingReportCommand(), "--run", "2026112309"));
        assertEquals(ExitCode.USAGE, execute(new ClearingReportCommand(), "--run", "2026112302", "--wave", "w3"));
    }

    @Test
    void shouldNameWhatIsNotAsItWasSignedWithTheRun() throws IOException
    {
        final Path run = dataDir.resolve("clearing").resolve(INTRADAY);
        final Path calls = run.resolve("calls.json");
        final Path state = run.resolve("state.json");
        final byte[] callsBefore = Files.readAllBytes(calls);
        final String stateBefore = Files.readString(state);
        final String sha256 = Digests.sha256Of(calls);
        Files.writeString(calls, Files.readString(calls) + " ");
        Files.writeString(state, stateBefore.replace(sha256, Digests.sha256Of(calls)));
        final int exitCode = execute(new ClearingVerifyCommand(), INTRADAY);
        Files.write(calls, callsBefore);
        Files.writeString(state, stateBefore);
        assertEquals(ExitCode.CHECK_FAILED, exitCode, out::toString);
        assertTrue(out.toString().lines().anyMatch(line -> line.matches("BREAK +calls.json +CHANGED_FILE .*")),
            out::toString);
        out.getBuffer().setLength(0);
        Files.writeString(state, stateBefore.replace("\"REPORTED\"", "\"OPEN\""));
        final int open = execute(new ClearingVerifyCommand(), "--all");
        Files.writeString(state, stateBefore);
        assertEquals(ExitCode.CHECK_FAILED, open, out::toString);
        assertTrue(out.toString().lines().anyMatch(line -> line.matches("BREAK +" + INTRADAY + " .*state.json: .*")),
            out::toString);
    }

    @Test
    void shouldSayWhatIsBrokenAndEndWithAFailedCheck() throws IOException
    {
        final Path column = dataDir.resolve("clearing").resolve(INTRADAY).resolve("positions/vm_day.bin");
        flip(column);
        assertEquals(ExitCode.CHECK_FAILED, execute(new ClearingVerifyCommand(), INTRADAY));
        flip(column);
        assertTrue(out.toString().contains("BREAK  positions "), out.toString());
        assertTrue(out.toString().contains("BREAK  SECOND_OPINION "), out.toString());
        assertTrue(out.toString().contains("column=vm_day"), out.toString());
    }

    @Test
    void shouldProveEveryRunWithALineEach() throws IOException
    {
        // The evening that the day begins with was written, not run: it has no checks.
        assertEquals(ExitCode.CHECK_FAILED, execute(new ClearingVerifyCommand(), "--all"), out::toString);
        final List<String> lines = out.toString().lines().toList();
        assertEquals(4, lines.size(), out::toString);
        assertTrue(lines.get(0).matches("BREAK +" + EVENING_BEFORE + " +broken=\\d+ checks\\.json: .*"), out::toString);
        assertTrue(lines.get(1).matches("OK +" + INTRADAY + " +parts=\\d+"), out::toString);
        assertTrue(lines.get(2).matches("OK +" + EVENING + " +parts=\\d+"), out::toString);
        assertEquals("BREAK", lines.get(3));
        out.getBuffer().setLength(0);
        final Path column = dataDir.resolve("clearing").resolve(INTRADAY).resolve("positions/vm_day.bin");
        final Path state = dataDir.resolve("clearing").resolve("20261124/1-I/state.json");
        Files.createDirectories(state.getParent());
        Files.writeString(state, "{ no state");
        flip(column);
        final int worst = execute(new ClearingVerifyCommand(), "--all");
        flip(column);
        Files.delete(state);
        Files.delete(state.getParent());
        Files.delete(state.getParent().getParent());
        assertEquals(6, worst, "a state that cannot be understood is worse than a break");
        assertTrue(out.toString().lines().anyMatch(line -> line.matches("BREAK +" + INTRADAY + " .*positions.*")),
            out::toString);
        assertTrue(out.toString().lines().anyMatch(line -> line.matches("OK +" + EVENING + " .*")), out::toString);
        assertTrue(out.toString().endsWith("BREAK\n"), out::toString);
        assertEquals(ExitCode.USAGE, execute(new ClearingVerifyCommand(), "--all", INTRADAY));
        assertEquals(ExitCode.USAGE, execute(new ClearingVerifyCommand()));
    }

    /** One that was killed at once is no break; one whose state somebody has removed is. And ten comes behind two. */
    @Test
    void shouldPassOverARunThatWasEndedBeforeItBegan() throws IOException
    {
        final Path base = dataDir.resolve("clearing");
        final List<Path> unbegun = List.of(base.resolve("20261124/10-E"), base.resolve("20261124/2-I"));
        for (final Path run : unbegun)
        {
            Files.createDirectories(run);
        }
        final Path state = base.resolve(INTRADAY).resolve("state.json");
        final Path away = base.resolve("state.away");
        Files.move(state, away);
        final int exitCode = execute(new ClearingVerifyCommand(), "--all");
        Files.move(away, state);
        for (final Path run : unbegun)
        {
            Files.delete(run);
        }
        Files.delete(unbegun.getFirst().getParent());
        assertEquals(6, exitCode, out::toString);
        final List<String> lines = out.toString().lines().toList();
        assertEquals(6, lines.size(), out::toString);
        assertTrue(lines.get(1).matches("BREAK +" + INTRADAY + " +state of the run .*"), out::toString);
        assertTrue(lines.get(3).matches("- +20261124/2-I +has no results: .*"), out::toString);
        assertTrue(lines.get(4).matches("- +20261124/10-E +has no results: .*"), out::toString);
    }

    @Test
    void shouldProveTheOtherRunsOfADateWhenTheStateOfOneCannotBeRead() throws IOException
    {
        for (final String state : List.of("{ no state", "{}"))
        {
            final List<String> lines = allBesideState(INTRADAY, state);
            assertTrue(lines.get(1).matches("BREAK +" + INTRADAY + " +state of the run .*/1-I/state.json.*"),
                out::toString);
            assertTrue(lines.get(2).matches("OK +" + EVENING + " +parts=\\d+"), out::toString);
        }
    }

    @Test
    void shouldSayThatARunCannotBeProvedWithoutTheOneItBeginsWith() throws IOException
    {
        final List<String> lines = allBesideState(EVENING_BEFORE, "{ no state");
        assertTrue(lines.getFirst().matches("BREAK +" + EVENING_BEFORE + " +state of the run .*"), out::toString);
        for (final String line : lines.subList(1, 3))
        {
            assertTrue(line.matches("BREAK +\\S+ +broken=1 margin: the run begins with what an earlier run has left" +
                ".*/" + EVENING_BEFORE + "/state.json.*"), out::toString);
        }
    }

    /** Lines of the proof of all runs, when the state of one holds a text instead. */
    private List<String> allBesideState(final String run, final String text) throws IOException
    {
        out.getBuffer().setLength(0);
        final Path state = dataDir.resolve("clearing").resolve(run).resolve("state.json");
        final byte[] before = Files.readAllBytes(state);
        Files.writeString(state, text);
        final int exitCode = execute(new ClearingVerifyCommand(), "--all");
        Files.write(state, before);
        assertEquals(6, exitCode, out::toString);
        final List<String> lines = out.toString().lines().toList();
        assertEquals(4, lines.size(), out::toString);
        assertEquals("BREAK", lines.getLast());
        return lines;
    }

    @Test
    void shouldAnswerAQuestionAsATableOrAsCsv()
    {
        final String query = "select style, count(*) as n from instruments group by style order by style";
        assertEquals(ExitCode.OK, execute(new SqlCommand(), EVENING, query));
        assertTrue(out.toString().contains("PERPETUAL"), out.toString());
        assertTrue(out.toString().endsWith(" rows\n"), out.toString());
        out.getBuffer().setLength(0);
        assertEquals(ExitCode.OK, execute(new SqlCommand(), EVENING, "--csv", query));
        assertEquals("style,n", out.toString().lines().findFirst().orElse(""));
        assertTrue(out.toString().lines().anyMatch(line -> line.matches("FUTURE,\\d+")), out.toString());
    }

    @Test
    void shouldListTheTablesOfARun()
    {
        assertEquals(ExitCode.OK, execute(new SqlCommand(), EVENING));
        assertTrue(out.toString().contains("positions"), out.toString());
        assertTrue(out.toString().contains("DECIMAL(18,2)"), out.toString());
    }

    @Test
    void shouldSayWhatACorrectionNeeds()
    {
        assertEquals(ExitCode.USAGE, execute(new ClearingCorrectCommand(), EVENING));
        assertTrue(out.toString().contains("--reason"), out.toString());
        // Trading is not suspended: there is nothing to rehearse.
        assertEquals(ExitCode.USAGE,
            execute(new ClearingCorrectCommand(), EVENING, "--reason", "wrong price", "--no-rehearsal"));
        assertEquals(
            ExitCode.PRECONDITION, execute(new ClearingCorrectCommand(), "20261123/9-E", "--reason", "wrong price"));
    }

    @Test
    void shouldExplainAQuestionThatIsNone()
    {
        assertEquals(ExitCode.USAGE, execute(new SqlCommand(), EVENING, "drop view positions"));
        assertEquals(ExitCode.PRECONDITION, execute(new SqlCommand(), "20261123/9-E", "select 1"));
    }

    @Test
    void shouldFindTheDifferencesOfTwoRuns()
    {
        assertEquals(ExitCode.OK, execute(new ClearingDiffCommand(), EVENING, EVENING));
        assertTrue(out.toString().endsWith("EQUAL\n"), out.toString());
        assertEquals(ExitCode.CHECK_FAILED, execute(new ClearingDiffCommand(), "--rows", "3", INTRADAY, EVENING));
        assertTrue(out.toString().contains("fee_ex"), out.toString());
    }

    private int execute(final Object command, final String... args)
    {
        final CommandLine commandLine = new CommandLine(command)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(out, true))
            .setExecutionExceptionHandler(ExitCode::explain);
        final String[] all = new String[args.length + 2];
        all[0] = "--data";
        all[1] = dataDir.toString();
        System.arraycopy(args, 0, all, 2, args.length);
        return commandLine.execute(all);
    }

    private static void flip(final Path file) throws IOException
    {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw"))
        {
            final int value = bytes.read();
            bytes.seek(0);
            bytes.write(value ^ 1);
        }
    }
}
