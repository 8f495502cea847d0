// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.venue;

import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.jmh.loadtest.plan.SessionPlan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The reference data of a load test: the demo tables, with the logins of its sessions.
 */
final class ReferenceTables
{
    private static final List<String> TABLES =
        List.of("accounts", "brokerage-firms", "clearing-firms", "instruments", "contracts");
    private static final int BROKERAGE_FIRM_LENGTH = 4;

    private ReferenceTables()
    {
    }

    /**
     * Writes the tables.
     *
     * @param directory that is made for them.
     * @param sessions whose logins there are.
     * @throws IOException when they cannot be written.
     */
    static void write(final Path directory, final List<SessionPlan> sessions) throws IOException
    {
        Files.createDirectories(directory);
        for (final String table : TABLES)
        {
            try (InputStream in = VenueConfigLoader.class.getResourceAsStream("/reference/" + table + ".csv"))
            {
                Files.copy(in, directory.resolve(table + ".csv"));
            }
        }
        final StringBuilder logins = new StringBuilder("login_id,protocol,name,brokerage_firm\n");
        int id = 0;
        for (final SessionPlan session : sessions)
        {
            id++;
            logins.append(id).append(',').append(session.protocol()).append(',').append(session.login()).append(',')
                .append(session.account(), 0, BROKERAGE_FIRM_LENGTH).append('\n');
        }
        Files.writeString(directory.resolve("logins.csv"), logins);
    }
}
