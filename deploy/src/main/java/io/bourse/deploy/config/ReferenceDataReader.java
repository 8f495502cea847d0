// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.deploy.config.ReferenceData.Login;
import io.bourse.engine.client.InstrumentSpec;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginProtocol;
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
import java.util.List;
import java.util.function.Function;

/**
 * Reads the reference tables from a folder, or the embedded demo tables. The engine checks them against each other
 * when they are entered; this class checks their form.
 */
public final class ReferenceDataReader
{
    private static final CSVFormat FORMAT = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true)
        .setTrim(true).setIgnoreEmptyLines(true).get();
    private static final int E5 = 5;
    private static final int E6 = 6;

    private final String location;

    private ReferenceDataReader(final String location)
    {
        this.location = location;
    }

    /**
     * Reads all tables.
     *
     * @param location folder, or {@link VenueConfig#EMBEDDED}.
     * @return tables.
     * @throws ConfigurationException naming file, line and reason of the first row that is wrong.
     */
    public static ReferenceData read(final String location)
    {
        final ReferenceDataReader reader = new ReferenceDataReader(location);
        final List<String> accounts = new ArrayList<>();
        reader.rows("accounts.csv", row -> expand(row, accounts));
        return new ReferenceData(
            reader.rows("clearing-firms.csv", row -> row.get("code")),
            reader.rows("brokerage-firms.csv", row -> row.get("code")),
            List.copyOf(accounts),
            reader.rows("logins.csv", ReferenceDataReader::login),
            reader.rows("instruments.csv", ReferenceDataReader::instrument));
    }

    private <T> List<T> rows(final String file, final Function<CSVRecord, T> mapper)
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

    private static InstrumentSpec instrument(final CSVRecord row)
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
            Integer.parseInt(row.get("maturity_date")));
    }

    private static long scaled(final CSVRecord row, final String column, final int digits)
    {
        return new BigDecimal(row.get(column)).movePointRight(digits).longValueExact();
    }
}
