// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.ClearingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The database of the second opinion: what it may take, and what it says when it cannot.
 */
class DuckDbTest
{
    @TempDir
    private Path directory;

    private static String value(final DuckDb database, final String sql) throws SQLException
    {
        try (ResultSet rows = database.query(sql))
        {
            rows.next();
            return rows.getString(1);
        }
    }

    @Test
    void shouldTakeWhatItIsGivenAndNoMore() throws IOException, SQLException
    {
        final Path scratch = directory.resolve("it's/new");
        try (DuckDb database = DuckDb.open(1, 256, scratch))
        {
            assertTrue(Files.isDirectory(scratch));
            assertEquals(scratch.toString(), value(database, "SELECT current_setting('temp_directory')"));
            assertEquals("1", value(database, "SELECT current_setting('threads')"));
            assertEquals("256.0 MiB", value(database, "SELECT current_setting('memory_limit')"));
        }
        try (DuckDb database = DuckDb.open(2, 256, null))
        {
            assertEquals("", value(database, "SELECT current_setting('temp_directory')"));
            assertEquals("2", value(database, "SELECT current_setting('threads')"));
        }
    }

    @Test
    void shouldReachNothingOutsideOnceItIsLocked() throws IOException, SQLException
    {
        final Path file = Files.writeString(directory.resolve("rows.csv"), "1\n");
        final String read = "SELECT * FROM read_csv(" + DuckDb.quoted(file.toString()) + ")";
        try (DuckDb database = DuckDb.open(1, 256, null))
        {
            database.execute(read);
            database.lock();
            for (final String setting : List.of("enable_external_access", "autoinstall_known_extensions",
                "autoload_known_extensions"))
            {
                assertEquals("false", value(database, "SELECT current_setting('" + setting + "')"), setting);
            }
            try (Statement statement = database.connection().createStatement())
            {
                assertThrows(SQLException.class, () -> statement.execute("SET threads = 2"));
            }
            assertThrows(ClearingException.class, () -> database.execute(read));
        }
    }

    @Test
    void shouldSayTheFirstLineOfWhatIsWrong() throws IOException
    {
        try (DuckDb database = DuckDb.open(1, 256, null))
        {
            final ClearingException ex =
                assertThrows(ClearingException.class, () -> database.execute("SELECT nothing"));
            assertEquals(ClearingException.EXIT_CHECK_FAILED, ex.exitCode());
            assertTrue(ex.getMessage().startsWith("DuckDB could not calculate: reason=\""), ex.getMessage());
            assertEquals(1, ex.getMessage().lines().count(), ex.getMessage());
        }
        assertEquals("one", DuckDb.firstLine(new SQLException("one\ntwo")));
        assertEquals("", DuckDb.firstLine(new SQLException("")));
        assertEquals("'it''s'", DuckDb.quoted("it's"));
    }
}
