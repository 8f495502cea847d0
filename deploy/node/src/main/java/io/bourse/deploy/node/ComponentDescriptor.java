// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Where a component is that runs in a process of its own: written into its data directory whenever it is ready, as
 * {@code component-NAME.json}, and removed when it stops in an orderly way. After a crash it names the process that
 * died. Earlier programs wrote {@code room-NAME.json} with the key {@code room}: an engine knows the death of theirs,
 * too.
 *
 * @param component short name.
 * @param pid of its process.
 * @param address where clients find it: host:port, or the groups of market data; {@link #STARTING} as long as they
 *     cannot.
 * @param recovery where TWIME sessions ask for messages again; empty for other components.
 * @param standby whether it is a standby that refuses clients.
 * @param epoch of the start of a gateway, as it stands in the event stream; 0 while it starts, and in what an older
 *     program has written.
 */
public record ComponentDescriptor(
    @JsonAlias("room") String component, long pid, String address, String recovery, boolean standby, long epoch)
{
    /** Address of a component that does not serve yet. */
    static final String STARTING = "";

    /** An active one. */
    ComponentDescriptor(final String component, final long pid, final String address, final String recovery)
    {
        this(component, pid, address, recovery, false, 0);
    }

    /**
     * Finds a component.
     *
     * @param dataDir of the component.
     * @param kind of the component.
     * @return its description.
     * @throws IOException when no such component runs there.
     */
    public static ComponentDescriptor read(final Path dataDir, final ComponentKind kind) throws IOException
    {
        final Path file = present(dataDir, kind);
        if (!Files.isReadable(file))
        {
            throw new IOException("no such component runs on this data directory: dataDir=" + dataDir + " missing=" +
                file.getFileName());
        }
        final ComponentDescriptor component = new ObjectMapper().readValue(file.toFile(), ComponentDescriptor.class);
        if (ProcessHandle.of(component.pid()).isEmpty())
        {
            throw new IOException("the component of this data directory has died: dataDir=" + dataDir + " component=" +
                component.component() + " pid=" + component.pid());
        }
        if (STARTING.equals(component.address()))
        {
            throw new IOException("the component of this data directory is still starting: dataDir=" + dataDir +
                " component=" + component.component() + " pid=" + component.pid());
        }
        return component;
    }

    /**
     * What the file says, whether the component runs or not.
     *
     * @param dataDir of the component.
     * @param kind of the component.
     * @return description, or null when there is none.
     */
    static ComponentDescriptor find(final Path dataDir, final ComponentKind kind)
    {
        final Path file = present(dataDir, kind);
        try
        {
            return Files.exists(file) ? new ObjectMapper().readValue(file.toFile(), ComponentDescriptor.class) : null;
        }
        catch (final IOException ignored)
        {
            // It has just been removed.
            return null;
        }
    }

    void write(final Path dataDir, final ComponentKind kind) throws IOException
    {
        Files.createDirectories(dataDir);
        final Path temporary = dataDir.resolve(file(dataDir, kind).getFileName() + ".tmp");
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(temporary.toFile(), this);
        Files.move(temporary, file(dataDir, kind), StandardCopyOption.ATOMIC_MOVE);
        Files.deleteIfExists(formerFile(dataDir, kind));
    }

    static void remove(final Path dataDir, final ComponentKind kind) throws IOException
    {
        Files.deleteIfExists(file(dataDir, kind));
        Files.deleteIfExists(formerFile(dataDir, kind));
    }

    /** The one that was written last: after a crash, an earlier program does not know of the file it has to replace. */
    private static Path present(final Path dataDir, final ComponentKind kind)
    {
        final Path file = file(dataDir, kind);
        final Path former = formerFile(dataDir, kind);
        return former.toFile().lastModified() > file.toFile().lastModified() ? former : file;
    }

    private static Path formerFile(final Path dataDir, final ComponentKind kind)
    {
        return dataDir.resolve("room-" + kind.id() + ".json");
    }

    private static Path file(final Path dataDir, final ComponentKind kind)
    {
        return dataDir.resolve("component-" + kind.id() + ".json");
    }
}
