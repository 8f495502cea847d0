// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.venue;

import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.jmh.loadtest.plan.SessionPlan;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

/**
 * The reference data of a load test: the demo tables, with the logins of its sessions.
 */
final class ReferenceTables
{
    private static final List<String> TABLES =
        List.of("accounts", "brokerage-firms", "clearing-firms", "instruments", "contracts", "limits", "markets");
    private static final int BROKERAGE_FIRM_LENGTH = 4;
    private static final int E5 = 5;
    private static final int E6 = 6;

    private ReferenceTables()
    {
    }

    /**
     * Writes the tables.
     *
     * @param directory that is made for them.
     * @param sessions whose logins there are.
     * @param instruments on top of those of the demo tables.
     * @param partitions of underlyings that are not in the first partition.
     * @throws IOException when they cannot be written.
     */
    static void write(
        final Path directory,
        final List<SessionPlan> sessions,
        final List<InstrumentSpec> instruments,
        final Map<String, Integer> partitions)
        throws IOException
    {
        Files.createDirectories(directory);
        for (final String table : TABLES)
        {
            try (InputStream in = VenueConfigLoader.class.getResourceAsStream("/reference/" + table + ".csv"))
            {
                Files.copy(in, directory.resolve(table + ".csv"));
            }
        }
        // How much there is, the load decides.
        Files.writeString(directory.resolve("capacity.csv"),
            "live_orders,live_orders_per_login,accounts,instruments,logins,exposures\n,,,,,\n");
        final StringBuilder logins = new StringBuilder("login_id,protocol,name,brokerage_firm\n");
        int id = 0;
        for (final SessionPlan session : sessions)
        {
            id++;
            logins.append(id).append(',').append(session.protocol()).append(',').append(session.login()).append(',')
                .append(session.account(), 0, BROKERAGE_FIRM_LENGTH).append('\n');
        }
        Files.writeString(directory.resolve("logins.csv"), logins);
        final StringBuilder places = new StringBuilder("symbol,partition\n");
        partitions.forEach((underlying, partition) ->
            places.append(underlying).append(',').append(partition).append('\n'));
        Files.writeString(directory.resolve("partitions.csv"), places);
        for (final InstrumentSpec spec : instruments)
        {
            Files.writeString(directory.resolve("instruments.csv"), row(spec), StandardOpenOption.APPEND);
        }
    }

    private static String row(final InstrumentSpec spec)
    {
        return String.join(",", Integer.toString(spec.instrumentId()), spec.symbol(), spec.kind().name(),
            spec.underlying(), spec.currency(), decimal(spec.priceTickE5(), E5), decimal(spec.tickValueE5(), E5),
            decimal(spec.lowLimitE5(), E5), decimal(spec.highLimitE5(), E5), decimal(spec.settlementPriceE5(), E5),
            decimal(spec.exchangeFeePctE6(), E6), decimal(spec.clearingFeePctE6(), E6),
            Integer.toString(spec.maturityDate())) + "\n";
    }

    private static String decimal(final long value, final int digits)
    {
        return BigDecimal.valueOf(value, digits).toPlainString();
    }
}
