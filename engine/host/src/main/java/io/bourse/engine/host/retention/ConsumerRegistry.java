// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.retention;

import io.bourse.engine.host.storage.DiskAccess;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The consumers of a venue's event stream: {@code DIR/consumers/NAME} holds the cursor from which that consumer would
 * have to replay. It outlives every process, because a consumer that does not run needs its part of history too.
 */
public final class ConsumerRegistry
{
    private static final String DIRECTORY = "consumers";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
    private static final String TEMPORARY = ".tmp";

    private final Path directory;

    /**
     * Registry of a venue.
     *
     * @param dataDir of the venue.
     */
    public ConsumerRegistry(final Path dataDir)
    {
        directory = dataDir.resolve(DIRECTORY);
    }

    static void requireName(final String consumer)
    {
        if (!NAME.matcher(consumer).matches())
        {
            throw new IllegalArgumentException(
                "the name of a consumer has letters, digits, _ and -, up to 64: consumer=" + consumer);
        }
    }

    /**
     * A consumer needs the stream from a cursor on, and nothing before it, ever again. It may only say so when what it
     * made of the stream up to there is on its own disk.
     *
     * @param consumer its name.
     * @param cursor from which it would replay.
     */
    public void hold(final String consumer, final long cursor)
    {
        requireName(consumer);
        if (cursor < 0)
        {
            throw new IllegalArgumentException("a cursor is not negative: consumer=" + consumer + " cursor=" + cursor);
        }
        final Path file = directory.resolve(consumer);
        DiskAccess.run("cannot register a consumer: file=" + file, () ->
        {
            Files.createDirectories(directory);
            DiskAccess.replace(file, directory.resolve(consumer + TEMPORARY), cursor + "\n");
        });
    }

    /**
     * A consumer is gone for good.
     *
     * @param consumer its name.
     */
    public void remove(final String consumer)
    {
        requireName(consumer);
        DiskAccess.run("cannot remove a consumer: consumer=" + consumer,
            () -> Files.deleteIfExists(directory.resolve(consumer)));
    }

    /**
     * Who needs what.
     *
     * @param known consumers; those that are not registered need everything.
     * @return one per consumer, by name. One whose file cannot be understood needs everything.
     */
    public List<ConsumerHold> holds(final List<String> known)
    {
        final Map<String, ConsumerHold> holds = new TreeMap<>();
        known.forEach(name -> holds.put(name, new ConsumerHold(name, 0, false)));
        for (final Path file : files())
        {
            final String name = file.getFileName().toString();
            if (NAME.matcher(name).matches())
            {
                holds.put(name, new ConsumerHold(name, read(file), true));
            }
        }
        return new ArrayList<>(holds.values());
    }

    /**
     * Since when a consumer has needed what it needs.
     *
     * @param consumer its name.
     * @return milliseconds since the Unix epoch; 0 for one that has not said anything.
     */
    public long sinceMs(final String consumer)
    {
        return directory.resolve(consumer).toFile().lastModified();
    }

    private List<Path> files()
    {
        return DiskAccess.list("cannot list the consumers: directory=" + directory, directory);
    }

    private static long read(final Path file)
    {
        try
        {
            return Math.max(0, Long.parseLong(Files.readString(file, StandardCharsets.US_ASCII).trim()));
        }
        catch (final NumberFormatException ex)
        {
            return 0;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot read what a consumer needs: file=" + file, ex);
        }
    }
}
