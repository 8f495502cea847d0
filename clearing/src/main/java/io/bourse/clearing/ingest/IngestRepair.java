// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.PreconditionException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Looks through the files of all sessions that an ingest has, and takes from the recording again what is damaged. A
 * tailer does this by itself for the session it is in; this is for those before it.
 */
public final class IngestRepair
{
    private static final String SCRATCH = "repair";

    private final IngestContext ctx;
    private final CheckpointStore store;

    /**
     * A repair of an ingest.
     *
     * @param ctx with directory and engine.
     */
    public IngestRepair(final IngestContext ctx)
    {
        this.ctx = ctx.conclude();
        this.store = new CheckpointStore(ctx.directory());
    }

    /**
     * Compares the tables and segments of each session with its last checkpoint.
     *
     * @return a sentence for each session that is damaged, by its directory; empty when all is well.
     * @throws ClearingException when files cannot be read.
     */
    public Map<String, String> damages()
    {
        final Map<String, String> damages = new LinkedHashMap<>();
        try
        {
            for (final Checkpoint last : lastOfSessions())
            {
                try
                {
                    DayLog.verifyTables(ctx.directory(), last.state());
                    DayLog.verifySegments(ctx.directory(), last.state());
                }
                catch (final InputCorruptException ex)
                {
                    damages.put(last.state().session().directory(), ex.getMessage());
                }
            }
        }
        catch (final IOException ex)
        {
            throw failed(ex);
        }
        return damages;
    }

    private List<Checkpoint> lastOfSessions() throws IOException
    {
        final Map<String, Checkpoint> last = new LinkedHashMap<>();
        for (final long cursor : store.cursors())
        {
            final Checkpoint checkpoint = store.read(cursor);
            if (null != checkpoint.state().trades())
            {
                last.put(checkpoint.state().session().directory(), checkpoint);
            }
        }
        return new ArrayList<>(last.values());
    }

    /**
     * Replays the recording up to the end of a session that is over, and puts its tables in the place of the damaged
     * ones. What the recording gives must have the hash that was ingested.
     *
     * @param session its directory, as {@link #damages} names it.
     * @throws PreconditionException when the ingest knows no such session, or is still in it.
     * @throws InputCorruptException when the recording gives another day.
     * @throws ClearingException when files cannot be read or written.
     */
    public void repair(final String session)
    {
        try
        {
            final List<Checkpoint> sessions = lastOfSessions();
            final Checkpoint last = sessions.stream()
                .filter(each -> session.equals(each.state().session().directory()))
                .findFirst()
                .orElseThrow(() -> new PreconditionException("the ingest has no such session: session=" + session +
                    " directory=" + ctx.directory()));
            if (last == sessions.getLast())
            {
                throw new PreconditionException("the session is the last one, which a tailer repairs when it is " +
                    "started: session=" + session + " directory=" + ctx.directory());
            }
            final Path scratch = ctx.directory().resolve(SCRATCH);
            delete(scratch);
            replay(scratch, last);
            replace(session, scratch.resolve(session));
            delete(scratch);
        }
        catch (final IOException ex)
        {
            throw failed(ex);
        }
    }

    private void replay(final Path scratch, final Checkpoint last) throws IOException
    {
        final IngestContext replay = new IngestContext()
            .directory(scratch)
            .engineClient(ctx.engineClient())
            .sliceIntervalNs(last.state().sliceIntervalNs())
            .windowSlices(last.state().windowSlices())
            .timeoutNs(ctx.timeoutNs())
            .compressorThreads(ctx.compressorThreads());
        try (Ingest ingest = Ingest.open(replay))
        {
            // The checkpoint of a session that is over is taken when the next one begins.
            ingest.followTo(last.state().cursor() + 1);
        }
        final CheckpointStore replayed = new CheckpointStore(scratch);
        final String hash = replayed.exists(last.state().cursor()) ?
            replayed.read(last.state().cursor()).hash() : "none";
        if (!hash.equals(last.hash()))
        {
            throw new InputCorruptException("the recording gives another day than was ingested: session=" +
                last.state().session().directory() + " cursor=" + last.state().cursor() + " hash=" + hash +
                " wanted=" + last.hash());
        }
    }

    private void replace(final String session, final Path repaired) throws IOException
    {
        final Path damaged = ctx.directory().resolve(session + ".damaged");
        delete(damaged);
        final Path place = ctx.directory().resolve(session);
        if (Files.exists(place))
        {
            Files.move(place, damaged, StandardCopyOption.ATOMIC_MOVE);
        }
        Files.move(repaired, place, StandardCopyOption.ATOMIC_MOVE);
        delete(damaged);
    }

    private static void delete(final Path directory) throws IOException
    {
        if (!Files.exists(directory))
        {
            return;
        }
        try (Stream<Path> files = Files.walk(directory))
        {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList())
            {
                Files.delete(file);
            }
        }
    }

    private ClearingException failed(final IOException ex)
    {
        return new ClearingException(ClearingException.EXIT_IO, "the ingest cannot be repaired: directory=" +
            ctx.directory() + " reason=\"" + ex + "\"", ex);
    }
}
