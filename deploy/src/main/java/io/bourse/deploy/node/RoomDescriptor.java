// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Where a room is that runs in a process of its own: written into its data directory as {@code room-NAME.json} whenever
 * it is ready, and removed when it stops in an orderly way. What a process leaves that died says which one that was.
 *
 * @param room short name.
 * @param pid of its process.
 * @param address where clients find it: host:port, or the groups of market data.
 * @param recovery where TWIME sessions ask for messages again; empty for other rooms.
 */
public record RoomDescriptor(String room, long pid, String address, String recovery)
{
    /**
     * Finds a room.
     *
     * @param dataDir of the room.
     * @param kind of the room.
     * @return its description.
     * @throws IOException when no such room runs there.
     */
    public static RoomDescriptor read(final Path dataDir, final RoomKind kind) throws IOException
    {
        final Path file = file(dataDir, kind);
        if (!Files.isReadable(file))
        {
            throw new IOException("no such room runs on this data directory: dataDir=" + dataDir + " missing=" +
                file.getFileName());
        }
        final RoomDescriptor room = new ObjectMapper().readValue(file.toFile(), RoomDescriptor.class);
        if (ProcessHandle.of(room.pid()).isEmpty())
        {
            throw new IOException("the room of this data directory has died: dataDir=" + dataDir + " room=" +
                room.room() + " pid=" + room.pid());
        }
        return room;
    }

    /**
     * What the file says, whether the room lives or not.
     *
     * @param dataDir of the room.
     * @param kind of the room.
     * @return description, or null when there is none.
     */
    static RoomDescriptor find(final Path dataDir, final RoomKind kind)
    {
        final Path file = file(dataDir, kind);
        try
        {
            return Files.exists(file) ? new ObjectMapper().readValue(file.toFile(), RoomDescriptor.class) : null;
        }
        catch (final IOException ignored)
        {
            // It has just been removed.
            return null;
        }
    }

    void write(final Path dataDir, final RoomKind kind) throws IOException
    {
        Files.createDirectories(dataDir);
        final Path temporary = dataDir.resolve(file(dataDir, kind).getFileName() + ".tmp");
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(temporary.toFile(), this);
        Files.move(temporary, file(dataDir, kind), StandardCopyOption.ATOMIC_MOVE);
    }

    static void remove(final Path dataDir, final RoomKind kind) throws IOException
    {
        Files.deleteIfExists(file(dataDir, kind));
    }

    private static Path file(final Path dataDir, final RoomKind kind)
    {
        return dataDir.resolve("room-" + kind.id() + ".json");
    }
}
