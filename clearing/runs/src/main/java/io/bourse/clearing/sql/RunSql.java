// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.clearing.verify.DuckDb;
import io.bourse.clearing.verify.RunPlace;
import io.bourse.clearing.verify.RunTablesOnDisk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Set;
import java.util.TreeSet;

/**
 * SQL over the tables of a run and of its day, read-only: the query sees copies in memory, files and configuration are
 * out of its reach. Codes are text, money and prices decimals. Tables: positions, ledger, money, movements,
 * obligations, instruments, prices, checks, trades, orders, registers.
 */
public final class RunSql
{
    /** Lists the tables and their columns. */
    public static final String CATALOGUE = "SELECT table_name, column_name, data_type FROM information_schema.columns" +
        " WHERE table_schema = 'main' ORDER BY table_name, ordinal_position";

    private static final int THREADS = 2;
    private static final int MEMORY_LIMIT_MIB = 4_096;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private RunSql()
    {
    }

    /**
     * Takes the answer row by row.
     */
    public interface RowConsumer
    {
        /**
         * Names of the columns, once, before the rows.
         *
         * @param names of the columns.
         * @param isNumber whether a column holds numbers.
         * @throws IOException when it cannot be passed on.
         */
        void onColumns(String[] names, boolean[] isNumber) throws IOException;

        /**
         * One row.
         *
         * @param values as text; null for none.
         * @throws IOException when it cannot be passed on.
         */
        void onRow(String[] values) throws IOException;
    }

    /**
     * Asks one question.
     *
     * @param place of the run.
     * @param query one SELECT.
     * @param consumer of the answer.
     * @return rows.
     * @throws IOException when a table cannot be read.
     * @throws IllegalArgumentException when it is not one SELECT, or DuckDB does not understand it.
     */
    public static long query(final RunPlace place, final String query, final RowConsumer consumer) throws IOException
    {
        final Path scratch = Files.createTempDirectory("bourse-sql-");
        try (RunTablesOnDisk run = RunTablesOnDisk.open(place);
            DuckDb database = DuckDb.open(THREADS, MEMORY_LIMIT_MIB, scratch))
        {
            new SqlTables(database, run).load(wanted(database, query));
            database.lock();
            return answer(database, query, consumer);
        }
        catch (final SQLException ex)
        {
            throw new IllegalArgumentException("the query cannot be answered: " + ex.getMessage(), ex);
        }
        finally
        {
            Files.deleteIfExists(scratch);
        }
    }

    /** Tables that a query names. Whatever is not one SELECT has no form that DuckDB would show. */
    private static Set<String> wanted(final DuckDb database, final String query) throws IOException, SQLException
    {
        final JsonNode parsed;
        try (ResultSet answer = database.query("SELECT json_serialize_sql(" + DuckDb.quoted(query) + ")"))
        {
            answer.next();
            parsed = MAPPER.readTree(answer.getString(1));
        }
        if (parsed.path("error").asBoolean())
        {
            throw new IllegalArgumentException(
                "only a SELECT can be asked of a run: reason=\"" + parsed.path("error_message").asText() + "\"");
        }
        if (1 != parsed.path("statements").size())
        {
            throw new IllegalArgumentException(
                "one SELECT at a time: statements=" + parsed.path("statements").size());
        }
        final Set<String> named = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        named.addAll(parsed.findValuesAsText("table_name"));
        final Set<String> wanted = SqlTables.names();
        wanted.retainAll(named);
        return wanted;
    }

    private static long answer(final DuckDb database, final String query, final RowConsumer consumer)
        throws IOException, SQLException
    {
        long rows = 0;
        try (ResultSet answer = database.query(query))
        {
            final ResultSetMetaData columns = answer.getMetaData();
            final String[] values = new String[columns.getColumnCount()];
            final boolean[] isNumber = new boolean[values.length];
            for (int i = 0; i < values.length; i++)
            {
                values[i] = columns.getColumnLabel(i + 1);
                isNumber[i] = isNumber(columns.getColumnType(i + 1));
            }
            consumer.onColumns(values.clone(), isNumber);
            while (answer.next())
            {
                for (int i = 0; i < values.length; i++)
                {
                    values[i] = answer.getString(i + 1);
                }
                consumer.onRow(values.clone());
                rows++;
            }
        }
        return rows;
    }

    private static boolean isNumber(final int type)
    {
        return switch (type)
        {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.DECIMAL, Types.NUMERIC,
                Types.DOUBLE, Types.FLOAT, Types.REAL -> true;
            default -> false;
        };
    }
}
