// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.InstrumentOrder;
import io.bourse.clearing.ingest.DayRecorder;
import io.bourse.clearing.ingest.IngestContext;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.IngestedDays;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.margin.PortfolioMargin;
import io.bourse.clearing.margin.method.MarginMethods;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import io.bourse.clearing.price.PriceParameters;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableWriter;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.AccountDefinedEncoder;
import io.bourse.engine.protocol.CollateralSetEncoder;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.SettlementAccountAssignedEncoder;
import io.bourse.engine.protocol.SettlementAccountDefinedEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.testing.EventScript;
import org.agrona.collections.Long2LongHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Random registers, positions, orders and obligations; every sum is made once more in maps by name. */
@Tag("venue")
class RequirementsTest
{
    /** Ordinals are not in the order of the ids; the last but one is in no group. */
    private static final int[] INSTRUMENT_IDS = {30, 10, 20, 40, 15};
    /** Was delivered: a hundred of what the spot instrument has ten of in a lot. */
    private static final int ENDED = 2;
    private static final int SPOT = 4;
    private static final int SPOT_UNITS = 10;
    private static final int ENDED_UNITS = 100;
    private static final int REGISTERS = 120;
    private static final long E5 = 100_000L;

    @TempDir
    Path dir;
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final List<String> codes = new ArrayList<>();
    /** By code, by ordinal: held, to buy, to sell, still to be received; held before the stream of the matcher. */
    private final SortedMap<String, long[][]> portfolios = new TreeMap<>();
    private IngestedDay day;

    @BeforeEach
    void recordDay()
    {
        for (int i = 0; i < REGISTERS; i++)
        {
            codes.add(List.of("AA01", "AA02", "BB01", "CC09").get(i % 4) + String.format("%03d", i));
        }
        Collections.shuffle(codes, random);
        codes.forEach(code -> portfolios.put(code, new long[INSTRUMENT_IDS.length][5]));
        try (DayRecorder recorder = new DayRecorder(IngestContext.builder().directory(dir.resolve("ingest")).build()))
        {
            final EventScript events = new EventScript(recorder).begin();
            for (int i = 0; i < codes.size(); i++)
            {
                final int account = i;
                events.event(new AccountDefinedEncoder(), (e) ->
                    e.accountId(account).accountCode(AccountCode.pack(codes.get(account))));
            }
            for (final int id : INSTRUMENT_IDS)
            {
                events.event(new InstrumentDefinedEncoder(), (e) ->
                    e.instrumentId(id).kind(InstrumentKind.FUTURE).priceTickE5(1).symbol("I" + id).currency("RUB"));
            }
            events
                .event(new SettlementAccountDefinedEncoder(), (e) -> e.code("HOUSE"))
                .event(new SettlementAccountDefinedEncoder(), (e) -> e.code("EMPTY"))
                .event(new SettlementAccountAssignedEncoder(), (e) -> e.brokerageFirm("AA02").code("HOUSE"))
                .event(new SettlementAccountAssignedEncoder(), (e) -> e.brokerageFirm("BB01").code("HOUSE"));
            for (final String code : codes.subList(0, 10))
            {
                events.event(new CollateralSetEncoder(), (e) ->
                    e.level(LimitLevel.CLIENT).registerCode(code).collateralKopecks(1));
            }
            events.event(new SessionOpenedEncoder(), (e) -> e.sessionId(5));
            order(events);
            events.end();
            recorder.checkpoint();
        }
        day = IngestedDays.latest(dir.resolve("ingest"));
    }

    private void order(final EventScript events)
    {
        for (int i = 0; i < 80; i++)
        {
            final int account = random.nextInt(codes.size());
            final int instrument = random.nextInt(INSTRUMENT_IDS.length);
            final boolean isBuy = random.nextBoolean();
            final int lots = 1 + random.nextInt(50);
            final long orderId = 100 + i;
            events.event(new OrderAcceptedEncoder(), (e) -> e.orderId(orderId).accountId(account).qtyLots(lots)
                .instrumentId(INSTRUMENT_IDS[instrument]).side(isBuy ? Side.BUY : Side.SELL).priceE5(100));
            portfolios.get(codes.get(account))[instrument][isBuy ? 1 : 2] += ENDED == instrument ? 0 : lots;
        }
    }

    @AfterEach
    void close()
    {
        day.close();
    }

    private Path positions() throws IOException
    {
        final Path directory = dir.resolve("positions-of-run");
        Files.createDirectories(directory);
        final InstrumentOrder order = new InstrumentOrder(INSTRUMENT_IDS);
        try (TableWriter table = TableWriter.create(directory, RunTables.POSITIONS))
        {
            for (final String code : portfolios.keySet())
            {
                for (int place = 0; place < order.size(); place++)
                {
                    final int instrument = order.ordinalAt(place);
                    if (0 == random.nextInt(3))
                    {
                        final boolean isClosed = ENDED == instrument || 0 == random.nextInt(4);
                        final int lots = isClosed ? 0 : random.nextInt(201) - 100;
                        portfolios.get(code)[instrument][0] = lots;
                        portfolios.get(code)[instrument][4] = 0 == random.nextInt(3) ? random.nextInt(41) - 20 : 0;
                        row(table, codes.indexOf(code), instrument, lots);
                    }
                }
            }
            table.seal();
        }
        return directory;
    }

    private static void row(final TableWriter table, final int account, final int instrument, final int lots)
    {
        for (int column = 0; column < RunTables.POSITIONS.columns().size(); column++)
        {
            table.column(column).put(switch (column)
            {
                case RunTables.POSITION_ACCOUNT -> account;
                case RunTables.POSITION_INSTRUMENT -> instrument;
                case RunTables.POSITION_END -> lots;
                default -> 0;
            });
        }
    }

    private static MarginParameters parameters()
    {
        final String risk = "\"risk\": {\"rate1E6\": 100000, \"rate2E6\": 150000, \"rate3E6\": 200000, " +
            "\"limit1Units\": 300, \"limit2Units\": 900}";
        return MarginParameters.read(("{\"groups\": {\"X\": {\"instruments\": [10, 15, 20], " + risk + "}, " +
            "\"Y\": {\"instruments\": [30], " + risk + "}}, " +
            "\"registers\": {\"AA01000\": {\"calendar\": \"NONE\"}, \"CC09\": {\"calendar\": \"HALF\"}}}")
            .getBytes(StandardCharsets.UTF_8));
    }

    /** Rows of the spot instrument on two dates and of the future, some of which are not settled here. */
    private void writeObligations(final Path directory) throws IOException
    {
        try (TableWriter table = TableWriter.create(directory, RunTables.OBLIGATIONS))
        {
            for (final String code : portfolios.keySet())
            {
                long units = 0;
                for (final int date : new int[]{0, 20_261_124, 20_261_125})
                {
                    units += 0 == random.nextInt(3) ? obligation(table, code, SPOT, date, SPOT_UNITS) : 0;
                }
                units += 0 == random.nextInt(4) ? obligation(table, code, ENDED, 20_261_124, ENDED_UNITS) : 0;
                portfolios.get(code)[SPOT][3] = units / SPOT_UNITS;
            }
            table.seal();
        }
    }

    private long obligation(
        final TableWriter table, final String code, final int instrument, final int date, final int lotUnits)
    {
        final long units = (random.nextInt(61) - 30L) * lotUnits;
        table.column(RunTables.OBLIGATION_ACCOUNT).put(codes.indexOf(code));
        table.column(RunTables.OBLIGATION_INSTRUMENT).put(instrument);
        table.column(RunTables.OBLIGATION_DATE).put(date);
        table.column(RunTables.OBLIGATION_UNITS).put(units);
        table.column(RunTables.OBLIGATION_MONEY).put(-units);
        return 0 == date ? 0 : units;
    }

    private static Contract[] contracts()
    {
        return Arrays.stream(INSTRUMENT_IDS).mapToObj(id -> new Contract(
            id,
            "I" + id,
            terms(id),
            E5,
            E5,
            (1_000 + id) * E5,
            1_000 * E5,
            0,
            null,
            0,
            0)).toArray(Contract[]::new);
    }

    private static ClearingTerms terms(final int id)
    {
        if (INSTRUMENT_IDS[SPOT] == id)
        {
            return new ClearingTerms(ContractStyle.SPOT, OptionRight.NONE, SettlementType.PHYSICAL, 0, SPOT_UNITS, 0,
                0, false, 1, "SBER");
        }
        final boolean hasEnded = INSTRUMENT_IDS[ENDED] == id;
        return new ClearingTerms(ContractStyle.FUTURE, OptionRight.NONE, SettlementType.CASH, 0,
            hasEnded ? ENDED_UNITS : 1, 0, 20_261_217, false, 1, hasEnded ? "SBER" : "");
    }

    private static MarginArrays arrays()
    {
        return MarginMethods.arrays(parameters(), contracts(), PriceParameters.DEFAULT, 20_261_123, true);
    }

    private RequirementInput input(final Table positions, final Table obligations, final int threads)
    {
        final boolean[] ended = new boolean[INSTRUMENT_IDS.length];
        ended[ENDED] = true;
        return new RequirementInput(
            day,
            positions,
            day.openOrders(ended),
            OpenObligations.of(obligations, contracts(), arrays()),
            ended,
            new InstrumentOrder(INSTRUMENT_IDS),
            parameters(),
            arrays(),
            unseenLots(),
            threads);
    }

    private Long2LongHashMap unseenLots()
    {
        final Long2LongHashMap unseen = new Long2LongHashMap(0);
        portfolios.forEach((code, portfolio) ->
        {
            for (int i = 0; i < portfolio.length; i++)
            {
                if (0 != portfolio[i][4])
                {
                    unseen.put(RequirementInput.key(codes.indexOf(code), i), portfolio[i][4]);
                }
            }
        });
        return unseen;
    }

    @Test
    void shouldComeToWhatEveryRegisterAndLevelNeedsWhateverThePartsAndThreads() throws IOException
    {
        final Path written = positions();
        writeObligations(written);
        try (Table positions = Table.open(written, RunTables.POSITIONS);
            Table obligations = Table.open(written, RunTables.OBLIGATIONS))
        {
            final Path one = Files.createDirectories(dir.resolve("one"));
            final MarginFigures figures = Requirements.write(input(positions, obligations, 1), one, 1_000);
            assertRegisters(one, figures);
            assertEquals(levels(), figures.levels(), "seed=" + seed);
            assertEquals(clients(), figures.clients(), "seed=" + seed);
            assertTrue(figures.sampled() >= figures.registers(), "seed=" + seed);
            for (final int rowsOfAPart : new int[]{1, 7, 64})
            {
                final Path other = Files.createDirectories(dir.resolve("other" + rowsOfAPart));
                assertEquals(
                    figures, Requirements.write(input(positions, obligations, 2), other, rowsOfAPart), "seed=" + seed);
                assertSameFiles(one.resolve("margin"), other.resolve("margin"));
            }
        }
    }

    private void assertRegisters(final Path directory, final MarginFigures figures) throws IOException
    {
        final List<String> expected = new ArrayList<>();
        portfolios.forEach((code, portfolio) ->
        {
            final PortfolioMargin margin = margin(LimitLevel.CLIENT, code, portfolio);
            if (0 != margin.requiredKopecks())
            {
                expected.add(code + " " + margin.positionsKopecks() + " " + margin.requiredKopecks());
            }
        });
        final List<String> found = new ArrayList<>();
        try (Table table = Table.open(directory, RunTables.MARGIN))
        {
            for (long row = 0; row < table.rows(); row++)
            {
                found.add(codes.get(table.ints(RunTables.MARGIN_ACCOUNT).get(row)) + " " +
                    table.longs(RunTables.MARGIN_POSITIONS).get(row) + " " +
                    table.longs(RunTables.MARGIN_REQUIRED).get(row));
            }
        }
        assertEquals(expected, found, "seed=" + seed);
        assertEquals(expected.size(), figures.registers());
        assertEquals(
            Long.toString(expected.stream().mapToLong(line -> Long.parseLong(line.split(" ")[2])).sum()),
            figures.requiredKopecks());
    }

    private static PortfolioMargin margin(final LimitLevel level, final String code, final long[][] portfolio)
    {
        final PortfolioMargin margin = arrays().portfolio();
        margin.begin(parameters().switchesOf(level, code));
        for (int i = 0; i < portfolio.length; i++)
        {
            if (arrays().isMargined(i) && ENDED != i)
            {
                margin.add(i, portfolio[i][0] + portfolio[i][3], portfolio[i][1], portfolio[i][2]);
            }
        }
        return margin;
    }

    private long[][] sum(final String... firms)
    {
        final long[][] sum = new long[INSTRUMENT_IDS.length][5];
        portfolios.forEach((code, portfolio) ->
        {
            if (List.of(firms).contains(code.substring(0, 4)))
            {
                for (int i = 0; i < sum.length; i++)
                {
                    for (int of = 0; of < 5; of++)
                    {
                        sum[i][of] += portfolio[i][of];
                    }
                }
            }
        });
        return sum;
    }

    private List<LevelMargin> levels()
    {
        return List.of(
            level(LimitLevel.BROKERAGE_FIRM, "AA01", "AA", sum("AA01"), sum("AA01")),
            level(LimitLevel.BROKERAGE_FIRM, "AA02", "HOUSE", sum("AA02"), sum("AA02")),
            level(LimitLevel.BROKERAGE_FIRM, "BB01", "HOUSE", sum("BB01"), sum("BB01")),
            level(LimitLevel.BROKERAGE_FIRM, "CC09", "CC", sum("CC09"), sum("CC09")),
            level(LimitLevel.SETTLEMENT_ACCOUNT, "AA", "AA", sum("AA01"), sum()),
            level(LimitLevel.SETTLEMENT_ACCOUNT, "CC", "CC", sum("CC09"), sum()),
            level(LimitLevel.SETTLEMENT_ACCOUNT, "EMPTY", "EMPTY", sum(), sum()),
            level(LimitLevel.SETTLEMENT_ACCOUNT, "HOUSE", "HOUSE", sum("AA02", "BB01"), sum("AA02", "BB01")));
    }

    private static LevelMargin level(
        final LimitLevel level, final String code, final String account, final long[][] all, final long[][] seen)
    {
        final PortfolioMargin margin = margin(level, code, all);
        return new LevelMargin(
            level, code, account, margin.positionsKopecks(), margin.requiredKopecks(), matcher(seen));
    }

    private static long matcher(final long[][] portfolio)
    {
        long sum = 0;
        for (int i = 0; i < portfolio.length; i++)
        {
            if (arrays().isMargined(i) && ENDED != i)
            {
                final long held = portfolio[i][0] - portfolio[i][4];
                sum += Math.max(
                    Math.max(0, held + portfolio[i][1]) * arrays().longKopecks(i),
                    Math.max(0, portfolio[i][2] - held) * arrays().shortKopecks(i));
            }
        }
        return sum;
    }

    private List<ClientMargin> clients()
    {
        final List<ClientMargin> clients = new ArrayList<>();
        portfolios.forEach((code, portfolio) ->
        {
            final long required = margin(LimitLevel.CLIENT, code, portfolio).requiredKopecks();
            if (codes.indexOf(code) < 10 && 0 != (required | matcher(portfolio)))
            {
                clients.add(new ClientMargin(code, required, matcher(portfolio)));
            }
        });
        return clients;
    }

    private static void assertSameFiles(final Path one, final Path other) throws IOException
    {
        for (final String column : List.of("account.bin", "go_positions.bin", "go.bin", "table.json"))
        {
            if (Files.exists(one.resolve(column)) || Files.exists(other.resolve(column)))
            {
                assertArrayEquals(
                    Files.readAllBytes(one.resolve(column)), Files.readAllBytes(other.resolve(column)), column);
            }
        }
    }
}
