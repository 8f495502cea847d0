// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.storage;

import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;

/**
 * How often a venue has moved to another site, and whether a data directory is still the one that may run it: a number
 * that each takeover raises. Of two directories with one history the one with the higher term is the venue. It stands
 * in a small file; a directory without one is of the first term.
 *
 * @param term from 1.
 * @param state whether an engine may start here.
 * @param logPosition end of the log with which the term began; 0 in the first.
 * @param eventPosition end of the events with which the term began; 0 in the first.
 */
public record SiteTerm(long term, State state, long logPosition, long eventPosition)
{
    /** Of a venue that has never moved. */
    public static final SiteTerm FIRST = new SiteTerm(1, State.VENUE, 0, 0);
    /** Name of the file in a data directory. */
    public static final String FILE_NAME = "site.term";

    /** What the directory is. */
    public enum State
    {
        /** The venue, or a copy of it. */
        VENUE("venue"),
        /** It was stopped for the other site to take over. */
        HANDED_OVER("handed-over"),
        /** The other site has taken over. */
        DEPOSED("deposed");

        private final String text;

        State(final String text)
        {
            this.text = text;
        }
    }

    /**
     * Reads it.
     *
     * @param dataDir of a venue, or the directory of a copy.
     * @return term; {@link #FIRST} when none was written.
     * @throws IllegalStateException when the file is not one of this kind.
     */
    public static SiteTerm read(final Path dataDir)
    {
        final Path file = dataDir.resolve(FILE_NAME);
        if (!Files.exists(file))
        {
            return FIRST;
        }
        return DiskAccess.get("the term of the venue cannot be read: file=" + file, () ->
        {
            final Properties values = new Properties();
            try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8))
            {
                values.load(reader);
            }
            try
            {
                return new SiteTerm(Long.parseLong(values.getProperty("term")),
                    Arrays.stream(State.values()).filter(each -> each.text.equals(values.getProperty("state")))
                        .findFirst().orElseThrow(() -> new IllegalArgumentException("state")),
                    Long.parseLong(values.getProperty("logPosition")),
                    Long.parseLong(values.getProperty("eventPosition")));
            }
            catch (final IllegalArgumentException ex)
            {
                throw new IllegalStateException("this is not the term of a venue, bring the file back from a copy:" +
                    " file=" + file, ex);
            }
        });
    }

    /**
     * Writes it, synced.
     *
     * @param dataDir of a venue, or the directory of a copy.
     */
    public void write(final Path dataDir)
    {
        final Path file = dataDir.resolve(FILE_NAME);
        DiskAccess.run("the term of the venue cannot be written: file=" + file, () ->
        {
            DiskAccess.replace(file, file.resolveSibling(FILE_NAME + ".draft"), "term=" + term + "\nstate=" +
                state.text + "\nlogPosition=" + logPosition + "\neventPosition=" + eventPosition + "\n");
            DiskAccess.force(dataDir);
        });
    }

    /**
     * The same term in another state.
     *
     * @param next state.
     * @return term.
     */
    public SiteTerm with(final State next)
    {
        return new SiteTerm(term, next, logPosition, eventPosition);
    }

    /**
     * Refuses a directory whose venue runs at another site.
     *
     * @param dataDir on which an engine is about to start.
     * @throws IllegalStateException when it was handed over or deposed.
     */
    public static void requireVenue(final Path dataDir)
    {
        final SiteTerm here = read(dataDir);
        switch (here.state)
        {
            case VENUE ->
            {
            }
            case HANDED_OVER -> throw new IllegalStateException("this venue was handed over to the other site, no" +
                " engine starts here; let `bourse backup` follow the other site, or, if that has not taken over," +
                " `bourse hand-over --take-back`: dataDir=" + dataDir + " term=" + here.term);
            case DEPOSED -> throw new IllegalStateException("the other site has taken over from this venue, no engine" +
                " starts here; let `bourse backup` follow the other site: dataDir=" + dataDir + " term=" + here.term);
        }
    }
}
