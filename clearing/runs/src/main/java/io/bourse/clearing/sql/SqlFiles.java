// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.verify.DuckDb;
import org.duckdb.DuckDBAppender;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * Tables of a run that are small enough to be JSON: its prices and its checks.
 */
record SqlFiles(DuckDb database, Path runDirectory)
{
    private static final String MAIN = "main";
    private static final String PRICES = "prices";
    private static final String CHECKS = "checks";
    private static final String PRICE_COLUMNS = "(isin_id INTEGER, isin VARCHAR, method VARCHAR, " +
        "settl_price DECIMAL(18, 5), prev_settl_price DECIMAL(18, 5), valid_slices INTEGER, " +
        "min_step DECIMAL(18, 5), step_price DECIMAL(18, 5), swap_rate DECIMAL(18, 4), " +
        "limit_low DECIMAL(18, 5), limit_high DECIMAL(18, 5), expires BOOLEAN)";
    private static final String CHECK_COLUMNS = "(name VARCHAR, compared BIGINT, ok BOOLEAN, failure VARCHAR)";

    /** Makes the tables; a run that has not come so far has no rows. */
    void load() throws IOException, SQLException
    {
        loadPrices();
        loadChecks();
    }

    private JsonNode read(final String name) throws IOException
    {
        final Path file = runDirectory.resolve(name + ".json");
        return Files.exists(file) ? Json.read(file, JsonNode.class) : MissingNode.getInstance();
    }

    private void loadPrices() throws IOException, SQLException
    {
        database.execute("CREATE TABLE " + PRICES + " " + PRICE_COLUMNS);
        try (DuckDBAppender rows = database.connection().createAppender(MAIN, PRICES))
        {
            for (final JsonNode price : read(PRICES).path(PRICES))
            {
                rows.beginRow()
                    .append(price.path("instrumentId").asInt())
                    .append(price.path("symbol").asText())
                    .append(price.path("method").asText())
                    .appendDecimal(price.path("settlementE5").asLong())
                    .appendDecimal(price.path("previousE5").asLong())
                    .append(price.path("inputs").path("doubledSlicesE5").size())
                    .appendDecimal(price.path("priceTickE5").asLong())
                    .appendDecimal(price.path("tickValueE5").asLong())
                    .appendDecimal(price.path("swapRateE4").asLong())
                    .appendDecimal(price.path("limits").path("lowE5").asLong())
                    .appendDecimal(price.path("limits").path("highE5").asLong())
                    .append(price.path("expires").asBoolean())
                    .endRow();
            }
        }
    }

    private void loadChecks() throws IOException, SQLException
    {
        database.execute("CREATE TABLE " + CHECKS + " " + CHECK_COLUMNS);
        try (DuckDBAppender rows = database.connection().createAppender(MAIN, CHECKS))
        {
            for (final JsonNode check : read(CHECKS))
            {
                rows.beginRow()
                    .append(check.path("name").asText())
                    .append(check.path("compared").asLong())
                    .append(check.path("failure").asText().isEmpty())
                    .append(check.path("failure").asText())
                    .endRow();
            }
        }
    }
}
