// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.engine.client.operator.TradingLimitsSpec;
import io.bourse.engine.protocol.LimitLevel;
import org.apache.commons.csv.CSVRecord;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import static io.bourse.deploy.config.ReferenceDataReader.rejectIf;

/**
 * The table of trading limits. A register stands in it once and has at least one limit; an empty column is no limit.
 */
final class LimitTable
{
    private static final int KOPECK_DIGITS = 2;

    private final Map<LimitLevel, Set<String>> registers = new HashMap<>();
    private final Set<String> named = new HashSet<>();

    /**
     * A table for these registers.
     *
     * @param brokerageFirms of the venue.
     * @param accounts of the venue.
     * @param logins of the venue.
     */
    LimitTable(
        final List<String> brokerageFirms, final List<String> accounts, final List<ReferenceData.Login> logins)
    {
        registers.put(LimitLevel.BROKERAGE_FIRM, Set.copyOf(brokerageFirms));
        registers.put(LimitLevel.CLIENT, Set.copyOf(accounts));
        registers.put(LimitLevel.LOGIN, logins.stream().map(login -> Integer.toString(login.loginId()))
            .collect(Collectors.toUnmodifiableSet()));
    }

    ReferenceData.Limits limits(final CSVRecord row)
    {
        final LimitLevel level = LimitLevel.valueOf(row.get("level"));
        final String code = row.get("code");
        rejectIf(!registers.getOrDefault(level, Set.of()).contains(code),
            "must be a BROKERAGE_FIRM, CLIENT or LOGIN of the other tables: level=" + level + " code=" + code);
        final String market = row.isMapped("market") ? row.get("market") : "";
        rejectIf(!named.add(level + " " + code + " " + market), "has limits already: level=" + level + " code=" + code);
        final TradingLimitsSpec limits = new TradingLimitsSpec(
            limit(row, "position_lots", 0),
            limit(row, "order_lots", 0),
            limit(row, "order_notional", KOPECK_DIGITS),
            limit(row, "active_orders", 0),
            Math.toIntExact(limit(row, "orders_per_second", 0)));
        if (limits.equals(new TradingLimitsSpec(0, 0, 0, 0, 0)))
        {
            throw new IllegalArgumentException("needs at least one limit: level=" + level + " code=" + code);
        }
        return new ReferenceData.Limits(level, code, limits, market);
    }

    private static long limit(final CSVRecord row, final String column, final int digits)
    {
        final String text = row.get(column);
        if (text.isEmpty())
        {
            return 0;
        }
        final long limit = new BigDecimal(text).movePointRight(digits).longValueExact();
        rejectIf(limit <= 0, "a limit is above 0, leave it empty to switch it off: " + column + "=" + text);
        return limit;
    }
}
