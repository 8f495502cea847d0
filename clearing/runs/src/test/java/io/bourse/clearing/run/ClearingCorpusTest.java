// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.funds.FundsParameters;
import io.bourse.clearing.funds.InstructionKind;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.price.PriceParameters;
import io.bourse.clearing.run.audit.TestOperators;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.table.TableManifest;
import org.agrona.IoUtil;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Days of clearing that versions of the program have written, a file for each kind of day and layout of its tables:
 * what this program reads of them gives the reports that they gave. A version with other tables or columns adds files,
 * by {@code -Dbourse.corpus.write=true}; those that are there never change (docs/upgrade.md).
 */
@Tag("venue")
class ClearingCorpusTest
{
    private static final Path CORPUS = Path.of(System.getProperty("bourse.root"))
        .resolve("clearing/runs/src/test/resources/io/bourse/clearing/run/corpus");
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String A = "AA01001";
    private static final String B = "BB01001";
    private static final int SPOT = 3;
    private static final int DOLLARS = 4;
    private static final int YUAN = 5;
    private static final int BOND = 6;
    private static final Map<String, Long> RUNS = Map.of("1-I", 2_026_112_301L, "2-E", 2_026_112_302L);
    private static final int LAYOUT_LENGTH = 12;

    @TempDir
    private Path dir;

    @BeforeAll
    static void writeIfAsked(@TempDir final Path written) throws IOException
    {
        if (Boolean.getBoolean("bourse.corpus.write"))
        {
            boolean isNew = false;
            for (final Day day : Day.values())
            {
                final Path baseDir = day.clear(written.resolve(day.name()));
                final Path file = day.entry(baseDir);
                if (!Files.exists(file))
                {
                    Files.createDirectories(CORPUS);
                    pack(baseDir, file);
                    isNew = true;
                }
            }
            assertTrue(isNew, "a file of the corpus never changes, and those of the present tables are there");
        }
    }

    static List<Path> entries() throws IOException
    {
        try (Stream<Path> entries = Files.list(CORPUS))
        {
            return entries.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("entries")
    void shouldReportTheSameBytes(final Path entry) throws IOException
    {
        final Path baseDir = unpack(entry);
        for (final Map.Entry<String, Long> run : RUNS.entrySet())
        {
            final Path directory = run(baseDir, run.getKey());
            final Map<String, byte[]> expected = reports(directory);
            assertTrue(expected.size() > 10, expected.keySet()::toString);
            IoUtil.delete(directory.resolve("reports").toFile(), false);
            IoUtil.delete(directory.resolve("packages").toFile(), false);
            report(baseDir, run.getValue());
            final Map<String, byte[]> found = reports(directory);
            assertEquals(expected.keySet(), found.keySet());
            expected.forEach((name, bytes) -> assertArrayEquals(bytes, found.get(name), run.getKey() + ' ' + name));
        }
    }

    @ParameterizedTest
    @MethodSource("entries")
    void shouldNameTablesOfANewerVersion(final Path entry) throws IOException
    {
        final Path baseDir = unpack(entry);
        final Path directory = run(baseDir, "2-E");
        forge(directory, "positions/" + TableManifest.FILE_NAME, TableManifest.FORMAT, "bourse-clearing-table/99");
        IoUtil.delete(directory.resolve("reports").toFile(), false);
        final String message = assertThrows(
            InputCorruptException.class, () -> report(baseDir, RUNS.get("2-E"))).getMessage();
        assertTrue(message.contains("foundFormat=bourse-clearing-table/99"), message);
        assertTrue(message.contains(directory.resolve("positions").toString()), message);
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveAnEntryWithThePresentTables(final Day day) throws IOException
    {
        final Path entry = day.entry(day.clear(dir));
        assertTrue(Files.exists(entry), () -> "The corpus lacks the present tables, write it as docs/upgrade.md says:" +
            " entry=" + entry);
    }

    /** What a file has: its name begins with that of the constant. */
    private enum Day
    {
        TABLES, CURRENCIES;

        Path clear(final Path directory) throws IOException
        {
            try (ClearingFixture venue = new ClearingFixture(directory, List.of(A, B)))
            {
                switch (this)
                {
                    case TABLES -> clearADay(venue);
                    case CURRENCIES -> clearCurrencies(venue);
                }
                return venue.baseDir;
            }
        }

        Path entry(final Path baseDir) throws IOException
        {
            return CORPUS.resolve(name().toLowerCase(Locale.ROOT) + '-' + layout(baseDir) + ".gz");
        }
    }

    /**
     * A market of currencies: dollars for yuan are paid in part, yuan are due on the next day, and a bond of dollars is
     * paid in yuan with its interest.
     */
    private static void clearCurrencies(final ClearingFixture venue) throws IOException
    {
        venue.spot(DOLLARS, "USDCNY_TOD", "USD", "CNY", 1_000, 0, 500);
        venue.spot(YUAN, "CNYRUB_TOM", "CNY", 1_000, 1);
        venue.spot(BOND, "EURO28", "EURO28", "CNY", 1, 0, 0);
        venue.instruct(new InstructionRequest(InstructionKind.DEPOSIT, A, "CNY", 10_000_00, "yuan", "cashier"));
        venue.instruct(new InstructionRequest(InstructionKind.DEPOSIT, B, "USD", 1_000_00, "dollars", "cashier"));
        venue.instruct(new InstructionRequest(InstructionKind.DEPOSIT, B, "EURO28", 5, "bonds", "cashier"));
        final ClearingContext ctx = venue.context().withMarket("currencies")
            .withFunds(FundsParameters.read("""
                {"vatPctE6": 20000000, "assets": {
                 "CNY": {"kind": "CURRENCY", "rateE6": 12765400}, "USD": {"kind": "CURRENCY", "rateE6": 92345600},
                 "EURO28": {"kind": "SECURITY", "rateE6": 90000000000}},
                 "delivery": {"penaltyE6": 1000, "closeOutDays": 2, "closeOutPremiumE6": 50000,
                 "accruedE5": {"EURO28": 1234567}, "accruedCurrencies": {"EURO28": "USD"},
                 "currencyHolidays": {"CNY": [20261124]}}}""".getBytes(StandardCharsets.UTF_8)))
            .withPrices(PriceParameters.read("""
                {"ratesE6": {"USD": 92345600, "CNY": 12765400}}""".getBytes(StandardCharsets.UTF_8)))
            .settlementOverrideE5(DOLLARS, 8 * ClearingFixture.E5).settlementOverrideE5(YUAN, 13 * ClearingFixture.E5);
        venue.trade(DOLLARS, 7, 2, A, B, true);
        venue.trade(YUAN, 13, 3, B, A, false);
        ClearingFixture.intraday(ctx);
        venue.trade(BOND, 700, 2, A, B, true);
        ClearingFixture.evening(ctx);
    }

    /** Trades, funds, and deliveries: a row in most tables. */
    private static void clearADay(final ClearingFixture venue) throws IOException
    {
        venue.spot(SPOT, "GLD-TOM", "GLD", 10, 0);
        for (final String client : List.of(A, B))
        {
            venue.instruct(new InstructionRequest(
                InstructionKind.PAY_IN, client, "", 1_000_000_00, "first", "cashier", false));
        }
        venue.trade(ClearingFixture.SI, 92_400, 3, A, B, true);
        ClearingFixture.intraday(venue.context().settlementOverrideE5(
            ClearingFixture.SI, 92_500 * ClearingFixture.E5));
        venue.trade(ClearingFixture.RI, 112_350, 2, B, A, false);
        venue.trade(SPOT, 101, 4, A, B, true);
        ClearingFixture.evening(venue.context());
    }

    /** Formats, tables and columns of all runs, as short as a name. */
    private static String layout(final Path baseDir) throws IOException
    {
        final TreeSet<String> columns = new TreeSet<>();
        for (final Path file : files(baseDir))
        {
            if (file.endsWith(TableManifest.FILE_NAME))
            {
                final JsonNode table = MAPPER.readTree(file.toFile());
                table.path("columns").forEach((column) -> columns.add(
                    table.path("format").asText() + ' ' + table.path("name").asText() + ' ' + column.path("spec")));
            }
        }
        return Digests.sha256Of(String.join("\n", columns).getBytes(StandardCharsets.UTF_8))
            .substring(0, LAYOUT_LENGTH);
    }

    private static Path run(final Path baseDir, final String name)
    {
        return baseDir.resolve(Integer.toString(ClearingFixture.DATE)).resolve(name);
    }

    /** As one who has the directory and nothing else: keys are other ones. */
    private void report(final Path baseDir, final long runId) throws IOException
    {
        final Path keysDir = dir.resolve("keys");
        ClearingKeys.allowDemo(keysDir);
        final ClearingContext ctx = ClearingContext.builder().baseDir(baseDir).keysDir(keysDir).build()
            .withOptions((options) -> options.withSigner(TestOperators.of("tester")));
        new RunControl(baseDir, System::currentTimeMillis).report(ctx, runId);
    }

    /** Signatures have a time in them. */
    private static Map<String, byte[]> reports(final Path run) throws IOException
    {
        final Map<String, byte[]> reports = new TreeMap<>();
        for (final Path file : files(run.resolve("reports")))
        {
            if (!file.toString().endsWith(".p7s"))
            {
                reports.put(run.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return reports;
    }

    /** Changes a file together with the digest that the state has of it. */
    private static void forge(final Path run, final String name, final String from, final String to) throws IOException
    {
        final Path file = run.resolve(name);
        final String before = Digests.sha256Of(file);
        Files.writeString(file, Files.readString(file).replace(from, to));
        final Path state = run.resolve("state.json");
        Files.writeString(state, Files.readString(state).replace(before, Digests.sha256Of(file)));
    }

    private static List<Path> files(final Path directory) throws IOException
    {
        try (Stream<Path> paths = Files.walk(directory))
        {
            return paths.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Without packages, which are of the reports, and without the page, which is large. */
    private static void pack(final Path directory, final Path file) throws IOException
    {
        final List<Path> kept = files(directory).stream()
            .filter((path) -> !path.toString().contains("/packages/") && !path.endsWith("report.html")).toList();
        try (DataOutputStream out = new DataOutputStream(new GZIPOutputStream(Files.newOutputStream(file))))
        {
            out.writeInt(kept.size());
            for (final Path path : kept)
            {
                final byte[] bytes = Files.readAllBytes(path);
                out.writeUTF(directory.relativize(path).toString());
                out.writeInt(bytes.length);
                out.write(bytes);
            }
        }
    }

    private Path unpack(final Path entry) throws IOException
    {
        final Path baseDir = dir.resolve("clearing");
        try (DataInputStream in = new DataInputStream(new GZIPInputStream(Files.newInputStream(entry))))
        {
            for (int left = in.readInt(); left > 0; left--)
            {
                final Path target = baseDir.resolve(in.readUTF());
                Files.createDirectories(target.getParent());
                Files.write(target, in.readNBytes(in.readInt()));
            }
        }
        return baseDir;
    }
}
