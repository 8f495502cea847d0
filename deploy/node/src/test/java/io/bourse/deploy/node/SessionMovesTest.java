// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.clearing.PreconditionException;
import io.bourse.deploy.config.PartitionInstruments;
import io.bourse.deploy.operators.acts.MoveSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Requests to move the date of a session are in one list of the venue, of which each partition answers its own. */
class SessionMovesTest
{
    @TempDir
    private Path dir;

    @Test
    void shouldFindTheLastRequestOfEachPartitionInTheListOfTheVenue() throws IOException
    {
        final Path first = partition(0);
        final Path second = partition(1);
        assertThrows(PreconditionException.class, () -> MoveSession.moves(first).pending());
        write(1, 20261123, ", \"partition\": 0");
        write(2, 20261123, ", \"partition\": 1");
        write(3, 20261124, ", \"partition\": 0");
        // Of a process that died while it asked.
        Files.createDirectories(request(4));
        assertEquals("request 3  session 1  date 20261120 -> 20261124  by anna  partition 0",
            MoveSession.moves(first).pending().toString());
        assertEquals("request 2  session 1  date 20261120 -> 20261123  by anna  partition 1",
            MoveSession.moves(second).pending().toString());
        assertTrue(MoveSession.moves(second).shown().startsWith(request(2)));
    }

    @Test
    void shouldReadRequestsOfAVenueOfOnePartitionAsTheyWere() throws IOException
    {
        write(1, 20261123, "");
        assertEquals("request 1  session 1  date 20261120 -> 20261123  by anna",
            MoveSession.moves(dir).pending().toString());
    }

    private Path partition(final int number) throws IOException
    {
        final Path partition = Files.createDirectories(dir.resolve("partition-" + number));
        Files.createFile(partition.resolve(PartitionInstruments.FILE_NAME));
        return partition;
    }

    private Path request(final int number)
    {
        return dir.resolve("clearing").resolve(SessionMoves.DIRECTORY).resolve(Integer.toString(number));
    }

    private void write(final int number, final int date, final String partition) throws IOException
    {
        Files.writeString(Files.createDirectories(request(number)).resolve(SessionMoves.FILE_NAME),
            "{\"number\": " + number + ", \"sessionId\": 1, \"tradingDate\": 20261120, \"newDate\": " + date +
            ", \"reason\": \"typed\", \"requester\": \"anna\"" + partition + "}");
    }
}
