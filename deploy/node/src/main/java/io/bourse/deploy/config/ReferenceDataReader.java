// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.deploy.config.ReferenceData.Login;
import io.bourse.deploy.config.ReferenceData.Strategy;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.LegSpec;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.TradingDays;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads the reference tables from a folder, or the embedded demo tables. The engine checks them against each other
 * when they are entered; this class checks their form, and the legs of strategies as far as it takes to name their row.
 */
public final class ReferenceDataReader
{
    private static final CSVFormat FORMAT = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true)
        .setTrim(true).setIgnoreEmptyLines(true).get();
    private static final int E5 = 5;
    private static final int E6 = 6;
    private static final int MAX_RATIO = 100;
    private static final String STRATEGIES = "strategies.csv";
    private static final String CONTRACTS = "contracts.csv";
    private static final String TRADING_DAYS = "trading-days.csv";
    private static final String LIMITS = "limits.csv";
    private static final String CAPACITY = "capacity.csv";

    private final String location;
    private final ReferenceDates dates;

    private ReferenceDataReader(final String location, final int tradingDate)
    {
        this.location = location;
        dates = new ReferenceDates(tradingDate);
    }

    /**
     * Reads all tables.
     *
     * @param location folder, or {@link VenueConfig#EMBEDDED}.
     * @param tradingDate YYYYMMDD of the venue's first session, from which dates may be counted.
     * @return tables.
     * @throws ConfigurationException naming file, line and reason of the first row that is wrong.
     */
    public static ReferenceData read(final String location, final int tradingDate)
    {
        final ReferenceDataReader reader = new ReferenceDataReader(location, tradingDate);
        final List<String> accounts = new ArrayList<>();
        reader.rows("accounts.csv", row -> expand(row, accounts));
        final List<InstrumentSpec> instruments = reader.rows("instruments.csv", reader::instrument);
        final List<String> clearingFirms = reader.rows("clearing-firms.csv", row -> row.get("code"));
        final List<String> brokerageFirms = reader.rows("brokerage-firms.csv", row -> row.get("code"));
        final List<Login> logins = reader.rows("logins.csv", ReferenceDataReader::login);
        final MarketTables market = new MarketTables(reader, instruments);
        return new ReferenceData(
            clearingFirms,
            brokerageFirms,
            List.copyOf(accounts),
            logins,
            instruments,
            reader.isThere(STRATEGIES) ? reader.strategies(instruments) : List.of(),
            reader.rowsIfThere(CONTRACTS, new ContractTable(instruments, reader.dates)::contract),
            reader.tradingDays(),
            reader.rowsIfThere(LIMITS, new LimitTable(brokerageFirms, accounts, logins)::limits),
            new CapacityTable(accounts.size(), instruments.size(), logins.size()).read(reader, CAPACITY),
            market.indices(),
            market.obligations(logins, brokerageFirms),
            List.of());
    }

    /**
     * Reads what the partition of a configuration is given.
     *
     * @param config of the venue, or of one of its partitions.
     * @return its instruments and what belongs to them, and all members; all tables when there is one partition.
     * @throws ConfigurationException naming file, line and reason of the first row that is wrong.
     */
    public static ReferenceData read(final VenueConfig config)
    {
        final String location = config.referenceData();
        final ReferenceData whole = read(location, config.tradingDate());
        // The demo has a table for two partitions, and one by default.
        return 1 == config.partitions() && VenueConfig.EMBEDDED.equals(location) ? whole :
            new PartitionTable(new ReferenceDataReader(location, config.tradingDate()), whole, config)
                .of(config.partition());
    }

    /** Trading calendars alone; none when there is no table. */
    static List<TradingDays> readTradingDays(final String location)
    {
        return new ReferenceDataReader(location, 0).tradingDays();
    }

    private List<TradingDays> tradingDays()
    {
        return isThere(TRADING_DAYS) ? new TradingDaysTable().read(this, TRADING_DAYS) : List.of();
    }

    /**
     * Reads trading calendars alone.
     *
     * @param file of the form of {@code trading-days.csv}.
     * @return one calendar for each market that the file names.
     * @throws ConfigurationException naming file, line and reason of the first row that is wrong.
     */
    public static List<TradingDays> readTradingDays(final Path file)
    {
        final Path absolute = file.toAbsolutePath();
        final ReferenceDataReader reader = new ReferenceDataReader(absolute.getParent().toString(), 0);
        return new TradingDaysTable().read(reader, absolute.getFileName().toString());
    }

    private List<Strategy> strategies(final List<InstrumentSpec> instruments)
    {
        final Map<Integer, InstrumentKind> kinds = kinds(instruments);
        final Map<Integer, List<LegSpec>> legs = new LinkedHashMap<>();
        rows(STRATEGIES, row ->
        {
            final int strategyId = Integer.parseInt(row.get("strategy_id"));
            if (InstrumentKind.SPREAD != kinds.get(strategyId))
            {
                throw new IllegalArgumentException("strategy_id must be an instrument of kind SPREAD in " +
                    "instruments.csv: strategy_id=" + strategyId + " kind=" + kinds.get(strategyId));
            }
            return legs.computeIfAbsent(strategyId, id -> new ArrayList<>()).add(leg(row, kinds));
        });
        return legs.entrySet().stream().map(entry -> new Strategy(entry.getKey(), List.copyOf(entry.getValue())))
            .toList();
    }

    static Map<Integer, InstrumentKind> kinds(final List<InstrumentSpec> instruments)
    {
        return instruments.stream()
            .collect(Collectors.toMap(InstrumentSpec::instrumentId, InstrumentSpec::kind, (first, second) -> second));
    }

    private static LegSpec leg(final CSVRecord row, final Map<Integer, InstrumentKind> kinds)
    {
        final LegSpec leg =
            new LegSpec(Integer.parseInt(row.get("leg_instrument_id")), Integer.parseInt(row.get("ratio")));
        final InstrumentKind kind = kinds.get(leg.instrumentId());
        if (null == kind || InstrumentKind.SPREAD == kind)
        {
            throw new IllegalArgumentException("leg_instrument_id must be an instrument of instruments.csv and no " +
                "strategy: leg_instrument_id=" + leg.instrumentId() + " kind=" + kind);
        }
        rejectIf(0 == leg.ratio() || leg.ratio() < -MAX_RATIO || leg.ratio() > MAX_RATIO, "ratio must be from 1 to " +
            MAX_RATIO + " either way: ratio=" + leg.ratio());
        return leg;
    }

    <T> List<T> rowsIfThere(final String file, final Function<CSVRecord, T> mapper)
    {
        return isThere(file) ? rows(file, mapper) : List.of();
    }

    /** Whether an optional table is given. */
    boolean isThere(final String file)
    {
        return VenueConfig.EMBEDDED.equals(location) ?
            null != ReferenceDataReader.class.getResource("/reference/" + file) :
            Files.exists(Path.of(location, file));
    }

    /** Reads one table; the error of a row names its line. */
    <T> List<T> rows(final String file, final Function<CSVRecord, T> mapper)
    {
        final List<T> result = new ArrayList<>();
        try (Reader in = open(file); CSVParser parser = FORMAT.parse(in))
        {
            for (final CSVRecord row : parser)
            {
                try
                {
                    result.add(mapper.apply(row));
                }
                catch (final IllegalArgumentException | ArithmeticException ex)
                {
                    throw new ConfigurationException(
                        file + " line " + (row.getRecordNumber() + 1), row.toMap().toString(), ex.getMessage());
                }
            }
        }
        catch (final IOException | UncheckedIOException ex)
        {
            throw new ConfigurationException("venue.reference-data", location, file + ": " + ex.getMessage());
        }
        return List.copyOf(result);
    }

    private Reader open(final String file) throws IOException
    {
        if (VenueConfig.EMBEDDED.equals(location))
        {
            final InputStream in = ReferenceDataReader.class.getResourceAsStream("/reference/" + file);
            if (null == in)
            {
                throw new IOException("is not on the class path");
            }
            return new InputStreamReader(in, StandardCharsets.UTF_8);
        }
        return Files.newBufferedReader(Path.of(location, file));
    }

    private static int expand(final CSVRecord row, final List<String> accounts)
    {
        final String firm = row.get("brokerage_firm");
        final int first = Integer.parseInt(row.get("first"));
        final int last = Integer.parseInt(row.get("last"));
        if (4 != firm.length() || first < 0 || last > 999 || first > last)
        {
            throw new IllegalArgumentException("needs a firm of four characters and 0 <= first <= last <= 999");
        }
        for (int client = first; client <= last; client++)
        {
            accounts.add(String.format("%s%03d", firm, client));
        }
        return last - first + 1;
    }

    private static Login login(final CSVRecord row)
    {
        return new Login(
            Integer.parseInt(row.get("login_id")),
            LoginProtocol.valueOf(row.get("protocol")),
            row.get("name"),
            row.get("brokerage_firm"));
    }

    private InstrumentSpec instrument(final CSVRecord row)
    {
        return new InstrumentSpec(
            Integer.parseInt(row.get("instrument_id")),
            row.get("symbol"),
            InstrumentKind.valueOf(row.get("kind")),
            row.get("underlying"),
            row.get("currency"),
            scaled(row, "price_tick", E5),
            scaled(row, "tick_value", E5),
            scaled(row, "low_limit", E5),
            scaled(row, "high_limit", E5),
            scaled(row, "settlement_price", E5),
            Math.toIntExact(scaled(row, "exchange_fee_pct", E6)),
            Math.toIntExact(scaled(row, "clearing_fee_pct", E6)),
            dates.parse(row.get("maturity_date")));
    }

    static void rejectIf(final boolean isWrong, final String reason)
    {
        if (isWrong)
        {
            throw new IllegalArgumentException(reason);
        }
    }

    /** A decimal number times a power of ten, which must be whole. */
    static long scaled(final CSVRecord row, final String column, final int digits)
    {
        return new BigDecimal(row.get(column)).movePointRight(digits).longValueExact();
    }
}
