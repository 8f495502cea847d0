// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.storage;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/**
 * Whom a data directory belongs to: written into it by the first start, and compared by every later one. A recording
 * does not tell whose it is, and a member that votes under another one's name, or an engine that executes the commands
 * of another partition, is worse than one that does not start.
 */
public final class DataDirectoryOwner
{
    public static final String FILE_NAME = "owner.properties";
    /** Which member of a cluster. */
    public static final String MEMBER_KEY = "memberId";
    private static final String FORMAT_KEY = "format";
    private static final String HOST_KEY = "host";
    private static final String FORMAT = "1";

    private final Map<String, String> facts = new LinkedHashMap<>();

    /**
     * An owner.
     *
     * @param host kind of host: solo or cluster.
     * @param partition that it serves.
     */
    public DataDirectoryOwner(final String host, final int partition)
    {
        facts.put(FORMAT_KEY, FORMAT);
        facts.put(HOST_KEY, host);
        facts.put("partition", Integer.toString(partition));
    }

    /**
     * Adds what must never change.
     *
     * @param key name.
     * @param value text.
     * @return this.
     */
    public DataDirectoryOwner with(final String key, final Object value)
    {
        facts.put(key, String.valueOf(value));
        return this;
    }

    /**
     * Takes a directory without an owner, or of this owner already. The caller holds its lock.
     *
     * @param dataDir that exists.
     * @throws IllegalStateException when it has another owner.
     */
    public void claim(final Path dataDir)
    {
        final Path file = dataDir.resolve(FILE_NAME);
        DiskAccess.run("the owner of the data directory cannot be read: file=" + file, () ->
        {
            if (!Files.exists(file))
            {
                write(file);
                return;
            }
            compare(file, read(file));
        });
    }

    /**
     * The member of a cluster that a directory belongs to.
     *
     * @param dataDir of an engine.
     * @return from 0; 0 also of a solo engine, and when none has started there.
     */
    public static int memberId(final Path dataDir)
    {
        final Path file = dataDir.resolve(FILE_NAME);
        return !Files.exists(file) ? 0 : DiskAccess.get("the owner of the data directory cannot be read: file=" + file,
            () -> Integer.parseInt(read(file).getProperty(MEMBER_KEY, "0")));
    }

    private static Properties read(final Path file) throws IOException
    {
        final Properties written = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8))
        {
            written.load(reader);
        }
        return written;
    }

    private void compare(final Path file, final Properties written)
    {
        for (final Map.Entry<String, String> fact : facts.entrySet())
        {
            final String value = written.getProperty(fact.getKey());
            if (!fact.getValue().equals(value))
            {
                throw new IllegalStateException("this data directory belongs to an engine of the " +
                    written.getProperty(HOST_KEY) + " host, start that one or take another directory: file=" + file +
                    " " + fact.getKey() + "=" + value + " wanted=" + fact.getValue());
            }
        }
    }

    private void write(final Path file) throws IOException
    {
        final StringBuilder text = new StringBuilder("# Whom this data directory belongs to, for good.\n");
        facts.forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
        DiskAccess.replace(file, file.resolveSibling(FILE_NAME + ".draft"), text.toString());
    }
}
