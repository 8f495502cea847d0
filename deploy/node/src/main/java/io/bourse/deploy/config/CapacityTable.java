// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.engine.client.operator.VenueLimitsSpec;
import org.apache.commons.csv.CSVRecord;

import java.util.List;

import static io.bourse.deploy.config.ReferenceDataReader.rejectIf;

/**
 * The table of what the venue keeps in memory at most: one row. What the other tables name must have its place in it.
 */
final class CapacityTable
{
    private static final long LIVE_ORDERS = 200_000;
    private static final long LIVE_ORDERS_PER_LOGIN = 50_000;
    private static final long ACCOUNTS = 500_000;
    private static final long INSTRUMENTS = 10_000;
    private static final long LOGINS = 2_000;
    private static final long EXPOSURES = 1_000_000;

    private final int accounts;
    private final int instruments;
    private final int logins;
    private boolean isRead;

    /**
     * A table for so many.
     *
     * @param accounts of the venue.
     * @param instruments of the venue.
     * @param logins of the venue.
     */
    CapacityTable(final int accounts, final int instruments, final int logins)
    {
        this.accounts = accounts;
        this.instruments = instruments;
        this.logins = logins;
    }

    VenueLimitsSpec read(final ReferenceDataReader reader, final String file)
    {
        if (!reader.isThere(file))
        {
            return defaults();
        }
        final List<VenueLimitsSpec> rows = reader.rows(file, this::limits);
        if (rows.isEmpty())
        {
            throw new ConfigurationException(file, "", "must have one row");
        }
        return rows.getFirst();
    }

    /** For a heap of 1 GiB, or what twice the tables need. */
    private VenueLimitsSpec defaults()
    {
        return new VenueLimitsSpec(
            LIVE_ORDERS,
            LIVE_ORDERS_PER_LOGIN,
            Math.max(ACCOUNTS, 2L * accounts),
            Math.max(INSTRUMENTS, 2L * instruments),
            Math.max(LOGINS, 2L * logins),
            EXPOSURES);
    }

    private VenueLimitsSpec limits(final CSVRecord row)
    {
        rejectIf(isRead, "there must be one row only");
        isRead = true;
        return new VenueLimitsSpec(
            limit(row, "live_orders", 0),
            limit(row, "live_orders_per_login", 0),
            limit(row, "accounts", accounts),
            limit(row, "instruments", instruments),
            limit(row, "logins", logins),
            limit(row, "exposures", 0));
    }

    private static long limit(final CSVRecord row, final String column, final int least)
    {
        final String text = row.get(column);
        if (text.isEmpty())
        {
            return 0;
        }
        final long limit = Long.parseLong(text);
        rejectIf(limit <= 0, "a limit is above 0, leave it empty to switch it off: " + column + "=" + text);
        rejectIf(limit < least, "the other tables define more: " + column + "=" + text + " defined=" + least);
        return limit;
    }
}
