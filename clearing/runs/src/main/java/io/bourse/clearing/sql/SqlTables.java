// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.sql;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.layout.TradeOrigin;
import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.table.ColumnSpec;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableSpec;
import io.bourse.clearing.verify.DuckDb;
import io.bourse.clearing.verify.RunTablesOnDisk;
import org.duckdb.DuckDBAppender;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Copies the tables of a run that a query wants into schema {@code raw}; the others stay empty. The views over them are
 * in run-sql.sql.
 */
record SqlTables(DuckDb database, RunTablesOnDisk run)
{
    static final String SCHEMA = "raw";
    private static final String REGISTERS = "registers";
    private static final List<TableSpec> RUN_TABLES = List.of(
        RunTables.POSITIONS, RunTables.LEDGER, RunTables.MONEY, RunTables.MOVEMENTS, RunTables.OBLIGATIONS,
        RunTables.SETTLEMENTS, RunTables.PAYMENTS, RunTables.PLEDGES, RunTables.MARGIN,
        RunTables.REVERSED_LEDGER, RunTables.REVERSED_PAYMENTS);
    private static final String INSTRUMENT_COLUMNS = "(instrument SMALLINT, isin_id INTEGER, isin VARCHAR, " +
        "style VARCHAR, option_right VARCHAR, settlement VARCHAR, strike DECIMAL(18, 5), lot_units BIGINT, " +
        "underlying_id INTEGER, expiry_date INTEGER, min_step DECIMAL(18, 5), step_price DECIMAL(18, 5), " +
        "settl_price DECIMAL(18, 5), prev_settl_price DECIMAL(18, 5), swap_rate DECIMAL(18, 4), " +
        "paid_settl_price DECIMAL(18, 5), paid_step_price DECIMAL(18, 5), fee_ex_pct DECIMAL(18, 6), " +
        "fee_cc_pct DECIMAL(18, 6), currency VARCHAR)";

    /** Makes all tables and fills those that are wanted. */
    void load(final Set<String> wanted) throws IOException, SQLException
    {
        database.execute("CREATE SCHEMA " + SCHEMA);
        for (final TableSpec spec : RUN_TABLES)
        {
            create(spec, "");
            if (wanted.contains(spec.name()))
            {
                fill(spec.name(), run.table(spec), false);
            }
        }
        create(DayTables.TRADES, "");
        if (wanted.contains(DayTables.TRADES.name()))
        {
            fill(DayTables.TRADES.name(), run.trades(), false);
        }
        final SqlOrders orders = new SqlOrders(database, run.place());
        orders.create();
        if (wanted.contains(SqlOrders.NAME))
        {
            orders.fill();
        }
        create(DayTables.REGISTERS, "account INTEGER, ");
        if (!wanted.isEmpty())
        {
            fill(REGISTERS, run.registers(), true);
        }
        loadInstruments();
        loadNames("posting_codes", "code", PostingCode.values());
        loadNames("order_kinds", "kind", SqlOrders.kinds());
        loadNames("movement_kinds", "kind", MovementKind.values());
        database.execute("CREATE TABLE raw.origins (origin SMALLINT, name VARCHAR)");
        for (final TradeOrigin origin : TradeOrigin.values())
        {
            database.execute("INSERT INTO raw.origins VALUES (" + origin.ordinal() + ", " +
                DuckDb.quoted(origin.reportText()) + ")");
        }
        loadHouseAccounts();
        new SqlFiles(database, run.place().directory()).load();
        database.executeResource(SqlTables.class, "run-sql.sql");
    }

    /** Names that a query may ask for and that have rows. */
    static Set<String> names()
    {
        final Set<String> names = RUN_TABLES.stream().map(TableSpec::name).collect(Collectors.toSet());
        names.add(DayTables.TRADES.name());
        names.add(REGISTERS);
        names.add(SqlOrders.NAME);
        return names;
    }

    private void create(final TableSpec spec, final String before)
    {
        database.execute("CREATE TABLE raw." + spec.name() + spec.columns().stream()
            .map(column -> column.name() + " " + sqlType(column))
            .collect(Collectors.joining(", ", " (" + before, ")")));
    }

    private static String sqlType(final ColumnSpec column)
    {
        return column.scale() > 0 ? "DECIMAL(18, " + column.scale() + ")" : switch (column.type())
        {
            case BYTE -> "TINYINT";
            case SHORT -> "SMALLINT";
            case INT -> "INTEGER";
            default -> "BIGINT";
        };
    }

    private void fill(final String name, final Table table, final boolean isNumbered) throws SQLException
    {
        if (null == table)
        {
            return;
        }
        final List<ColumnSpec> columns = table.spec().columns();
        try (DuckDBAppender rows = database.connection().createAppender(SCHEMA, name))
        {
            for (int row = 0; row < table.rows(); row++)
            {
                rows.beginRow();
                if (isNumbered)
                {
                    rows.append(row);
                }
                for (int i = 0; i < columns.size(); i++)
                {
                    append(rows, table, i, columns.get(i), row);
                }
                rows.endRow();
            }
        }
    }

    private static void append(
        final DuckDBAppender rows, final Table table, final int index, final ColumnSpec column, final long row)
        throws SQLException
    {
        switch (column.type())
        {
            case BYTE -> rows.append((byte)table.ints(index).get(row));
            case SHORT -> rows.append((short)table.ints(index).get(row));
            case INT -> rows.append(table.ints(index).get(row));
            default ->
            {
                if (column.scale() > 0)
                {
                    rows.appendDecimal(table.longs(index).get(row));
                }
                else
                {
                    rows.append(table.longs(index).get(row));
                }
            }
        }
    }

    private void loadInstruments() throws SQLException
    {
        database.execute("CREATE TABLE raw.instruments " + INSTRUMENT_COLUMNS);
        final List<Contract> contracts = run.calculation().contracts();
        try (DuckDBAppender rows = database.connection().createAppender(SCHEMA, "instruments"))
        {
            for (int i = 0; i < contracts.size(); i++)
            {
                final Contract contract = contracts.get(i);
                rows.beginRow()
                    .append((short)i)
                    .append(contract.instrumentId())
                    .append(contract.symbol())
                    .append(contract.terms().style().name())
                    .append(contract.terms().right().name())
                    .append(contract.terms().settlement().name())
                    .appendDecimal(contract.terms().strikeE5())
                    .append(contract.terms().lotUnits())
                    .append(contract.terms().underlyingId())
                    .append(contract.terms().expiryDate())
                    .appendDecimal(contract.priceTickE5())
                    .appendDecimal(contract.tickValueE5())
                    .appendDecimal(contract.settlementE5())
                    .appendDecimal(contract.previousE5())
                    .appendDecimal(contract.swapRateE4());
                appendPaid(rows, contract.paid());
                rows.appendDecimal(contract.exchangeFeePctE6()).appendDecimal(contract.clearingFeePctE6())
                    .append(contract.terms().currencyCode()).endRow();
            }
        }
    }

    private static void appendPaid(final DuckDBAppender rows, final Contract.Paid paid) throws SQLException
    {
        if (null == paid)
        {
            rows.appendNull().appendNull();
        }
        else
        {
            rows.appendDecimal(paid.settlementE5()).appendDecimal(paid.tickValueE5());
        }
    }

    private void loadNames(final String table, final String column, final Enum<?>[] values)
    {
        database.execute("CREATE TABLE raw." + table + " (" + column + " TINYINT, name VARCHAR)");
        for (final Enum<?> value : values)
        {
            database.execute(
                "INSERT INTO raw." + table + " VALUES (" + value.ordinal() + ", " + DuckDb.quoted(value.name()) + ")");
        }
    }

    private void loadHouseAccounts() throws SQLException
    {
        database.execute("CREATE TABLE raw.house_accounts (account INTEGER, name VARCHAR)");
        try (DuckDBAppender rows = database.connection().createAppender(SCHEMA, "house_accounts"))
        {
            for (int account = HouseAccounts.FEE_EX_INCOME; account >= HouseAccounts.CCP_ADDITIONAL; account--)
            {
                rows.beginRow().append(account).append(houseName(account)).endRow();
            }
            for (int i = 0; i < run.calculation().contracts().size(); i++)
            {
                final int account = HouseAccounts.transit(i);
                rows.beginRow().append(account).append(houseName(account)).endRow();
            }
        }
    }

    private String houseName(final int account)
    {
        return HouseAccounts.name(
            account, run::accountName, instrument -> run.calculation().contracts().get(instrument).instrumentId());
    }
}
