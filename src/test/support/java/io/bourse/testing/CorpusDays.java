// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.testing;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * States of checkpoints that versions of the program have written in {@link CorpusEvents#FIRST}, a file for each
 * component and version of its state. Another version adds a file, by {@code -Dbourse.corpus.write=true}; those that
 * are there never change (docs/upgrade.md).
 */
public final class CorpusDays
{
    /**
     * A state at the beginning of a day.
     *
     * @param state as bytes.
     * @param transactions that were before it.
     */
    public record Day(byte[] state, int transactions)
    {
    }

    private CorpusDays()
    {
    }

    /**
     * Reads a file; writes it before that when asked to.
     *
     * @param module directory of the module in the checkout.
     * @param component whose states they are.
     * @param version of the state.
     * @param present states that this program writes in this version.
     * @return states of the file.
     */
    public static List<Day> read(
        final String module, final String component, final int version, final List<Day> present) throws IOException
    {
        final Path file = Path.of(System.getProperty("bourse.root")).resolve(module).resolve(
            "src/test/resources/corpus").resolve(component + "-state-" + version + ".gz");
        if (Boolean.getBoolean("bourse.corpus.write") && !Files.exists(file))
        {
            write(file, present);
        }
        assertTrue(Files.exists(file), () -> "The corpus lacks states of this version, write them as docs/upgrade.md" +
            " says: file=" + file);
        final List<Day> days = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new GZIPInputStream(Files.newInputStream(file))))
        {
            for (int left = in.readInt(); left > 0; left--)
            {
                final int transactions = in.readInt();
                days.add(new Day(in.readNBytes(in.readInt()), transactions));
            }
        }
        assertTrue(days.size() > 3, () -> "days=" + days.size() + " file=" + file);
        return days;
    }

    private static void write(final Path file, final List<Day> days) throws IOException
    {
        Files.createDirectories(file.getParent());
        try (DataOutputStream out = new DataOutputStream(new GZIPOutputStream(
            Files.newOutputStream(file, StandardOpenOption.CREATE_NEW))))
        {
            out.writeInt(days.size());
            for (final Day day : days)
            {
                out.writeInt(day.transactions);
                out.writeInt(day.state.length);
                out.write(day.state);
            }
        }
    }
}
