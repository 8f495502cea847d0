// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.ClearingException;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A database in memory that lives as long as one question. Not for several threads.
 */
public final class DuckDb implements AutoCloseable
{
    private final DuckDBConnection connection;
    private final Statement statement;

    private DuckDb(final DuckDBConnection connection, final Statement statement)
    {
        this.connection = connection;
        this.statement = statement;
    }

    /**
     * Opens an empty database.
     *
     * @param threads 1 or more.
     * @param memoryLimitMib MiB.
     * @param scratchDir where it may spill; null when it may not.
     */
    public static DuckDb open(final int threads, final int memoryLimitMib, final Path scratchDir) throws IOException
    {
        if (null != scratchDir)
        {
            Files.createDirectories(scratchDir);
        }
        try
        {
            final Connection connection = DriverManager.getConnection("jdbc:duckdb:");
            final DuckDb opened = new DuckDb(connection.unwrap(DuckDBConnection.class), connection.createStatement());
            opened.execute("SET threads = " + threads);
            opened.execute("SET memory_limit = '" + memoryLimitMib + "MiB'");
            opened.execute("SET temp_directory = " + quoted(null == scratchDir ? "" : scratchDir.toString()));
            return opened;
        }
        catch (final SQLException ex)
        {
            throw failure(ex);
        }
    }

    /** Text as a literal of SQL. */
    public static String quoted(final String text)
    {
        return "'" + text.replace("'", "''") + "'";
    }

    /** What a failed statement means for the caller, with the first line of the reason. */
    public static ClearingException failure(final SQLException cause)
    {
        return new ClearingException(ClearingException.EXIT_CHECK_FAILED,
            "DuckDB could not calculate: reason=\"" + firstLine(cause) + "\"", cause);
    }

    static String firstLine(final SQLException cause)
    {
        return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    }

    /** Executes one statement. */
    public void execute(final String sql)
    {
        try
        {
            statement.execute(sql);
        }
        catch (final SQLException ex)
        {
            throw failure(ex);
        }
    }

    /** Executes a resource that lies beside a class; a statement ends with a semicolon at the end of a line. */
    public void executeResource(final Class<?> beside, final String name) throws IOException
    {
        try (InputStream in = beside.getResourceAsStream(name))
        {
            for (final String sql : new String(in.readAllBytes(), StandardCharsets.US_ASCII).split(";\\R"))
            {
                if (!sql.isBlank())
                {
                    execute(sql);
                }
            }
        }
    }

    /** From here on nothing outside of the database can be reached, and nothing can change that. */
    public void lock()
    {
        execute("SET autoinstall_known_extensions = false");
        execute("SET autoload_known_extensions = false");
        execute("SET enable_external_access = false");
        execute("SET lock_configuration = true");
    }

    /** The caller closes the answer before it asks again. */
    public ResultSet query(final String sql) throws SQLException
    {
        return statement.executeQuery(sql);
    }

    /** For appenders and readers of columns. */
    public DuckDBConnection connection()
    {
        return connection;
    }

    DuckDBAppender appender(final String table) throws SQLException
    {
        return connection.createAppender(table);
    }

    @Override
    public void close()
    {
        try
        {
            statement.close();
            connection.close();
        }
        catch (final SQLException ex)
        {
            throw failure(ex);
        }
    }
}
