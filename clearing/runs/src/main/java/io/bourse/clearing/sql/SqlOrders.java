// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.sql;

import com.fasterxml.jackson.databind.JsonNode;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.IngestedDays;
import io.bourse.clearing.ingest.order.OrderRow;
import io.bourse.clearing.ingest.order.SegmentGrowth;
import io.bourse.clearing.ingest.order.SegmentReader;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.layout.OrderRowKind;
import io.bourse.clearing.verify.DuckDb;
import io.bourse.clearing.verify.RunPlace;
import org.duckdb.DuckDBAppender;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * Copies the order events of the day up to the cut, from the segments of all clearing firms. A large day has hundreds
 * of millions of them: they are copied only for a question that names them.
 */
record SqlOrders(DuckDb database, RunPlace place)
{
    static final String NAME = "orders";
    private static final String STATE = "state.json";
    private static final String COLUMNS = "(firm VARCHAR, time_ns BIGINT, kind TINYINT, order_id BIGINT, " +
        "account INTEGER, instrument SMALLINT, side VARCHAR, price DECIMAL(18, 5), qty BIGINT, rest BIGINT, " +
        "ref BIGINT, reason SMALLINT)";

    void create()
    {
        database.execute("CREATE TABLE raw." + NAME + " " + COLUMNS);
    }

    void fill() throws IOException, SQLException
    {
        final Path state = place.directory().resolve(STATE);
        if (!Files.exists(state))
        {
            return;
        }
        final long cursor =
            Json.read(state, JsonNode.class).path("cut").path("cursor").asLong(-1);
        if (cursor < 0)
        {
            return;
        }
        try (IngestedDay day = IngestedDays.open(place.ingest(), cursor);
            DuckDBAppender rows = database.connection().createAppender(SqlTables.SCHEMA, NAME))
        {
            for (final SegmentGrowth segment : day.orderSegments())
            {
                final Path directory = day.directory().resolve(NAME);
                new SegmentReader(directory, segment).read(row -> append(rows, segment.firm(), row));
            }
        }
    }

    private static void append(final DuckDBAppender rows, final String firm, final OrderRow row)
    {
        try
        {
            rows.beginRow()
                .append(firm)
                .append(row.timeNs())
                .append((byte)row.kind().ordinal())
                .append(row.orderId())
                .append(row.account())
                .append((short)row.instrument())
                .append(row.isBuy() ? "B" : "S")
                .appendDecimal(row.priceE5())
                .append(row.qtyLots())
                .append(row.restLots())
                .append(row.ref())
                .append((short)row.reason())
                .endRow();
        }
        catch (final SQLException ex)
        {
            throw DuckDb.failure(ex);
        }
    }

    static Enum<?>[] kinds()
    {
        return OrderRowKind.values();
    }
}
