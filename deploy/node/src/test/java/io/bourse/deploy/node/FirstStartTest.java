// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import org.junit.jupiter.api.Test;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;

class FirstStartTest
{
    /** Thanksgiving is a holiday of currencies alone. */
    @Test
    void shouldSayThatTheFirstSessionHasTheDateOfTheNextTradingDay()
    {
        assertEquals("today is no trading day, the first session has the date of the next one: today=20261126 " +
            "sessionId=1 tradingDate=20261127 partition=1", describe(1, 20_261_127));
        assertEquals("first session: sessionId=1 tradingDate=20261126 partition=0", describe(0, 20_261_126));
        assertEquals("first session: sessionId=1 tradingDate=20261201 partition=1", describe(1, 20_261_201));
    }

    private static String describe(final int partition, final int tradingDate)
    {
        final VenueConfig config = VenueConfigLoader.load(null, Map.of(
            "venue.markets.derivatives.partitions", List.of(0),
            "venue.markets.currencies.partitions", List.of(1),
            "venue.markets.securities.partitions", List.of(2),
            "venue.partition", partition,
            "venue.trading-date", tradingDate));
        return FirstStart.describeDate(config, ReferenceDataReader.read(config), LocalDate.of(2026, 11, 26));
    }
}
