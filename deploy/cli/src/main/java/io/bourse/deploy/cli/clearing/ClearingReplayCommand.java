// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ingest.IngestContext;
import io.bourse.clearing.proof.DayReplay;
import io.bourse.clearing.proof.RunFinding;
import io.bourse.clearing.run.CutReplay;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.verify.RunPlace;
import io.bourse.deploy.cli.support.DateConverter;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.engine.protocol.ClearingKind;
import org.agrona.IoUtil;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Proves the runs of a date from the recording.
 */
@Command(
    name = "replay",
    description = {
        "Ingests the whole recording of a running venue once more into a directory of its own, and calculates the " +
            "runs of a date from it: hashes of the day and positions must be the same. With --cut it stops " +
            "at a place of the stream where no run has cut it."},
    footer = {
        "",
        "Exit status: 0 all is the same, 3 no venue runs or there is no such date, 4 something differs, 7 a file " +
            "cannot be read or written."})
final class ClearingReplayCommand extends VenueCommand
{
    private static final int THREADS = 2;
    private static final String NO_CUT = "-1";

    @Option(names = "--scratch", paramLabel = "DIR",
        description = "Empty directory for the replayed tables, which stay there. Default: a temporary one, removed " +
            "at the end.")
    private Path scratch;

    @Option(names = "--cut", paramLabel = "CURSOR", defaultValue = NO_CUT,
        description = "Instead of the cuts of the runs, a cursor of the event stream where a transaction ends, in " +
            "bytes: what a run would have come to that had cut there is calculated, checked and compared with the " +
            "second opinion, and the tables of the day with those of the tailer.")
    private long cut;

    @Option(names = "--kind", paramLabel = "I|E", defaultValue = "E",
        description = "With --cut: I intraday, E evening (default: ${DEFAULT-VALUE}).")
    private String kind;

    @Parameters(paramLabel = "DATE", converter = DateConverter.class, description = "Trading date, YYYYMMDD.")
    private int date;

    @Override
    protected int execute(final PrintWriter out) throws IOException
    {
        final ClearingKind ofKind = ClearingStartCommand.kind(commandLine(), kind);
        final Map<RunPlace, Long> cuts = cut < 0 ? cuts() : Map.of();
        final Path directory = null == scratch ? Files.createTempDirectory("bourse-replay-") : scratch;
        if (Files.isDirectory(directory) && !isEmpty(directory))
        {
            throw new PreconditionException("the directory of a replay must be empty: scratch=" + directory);
        }
        try (VenueClearing venue = VenueClearing.connect(dataDir()))
        {
            return RunFindings.print(
                out,
                cut < 0 ? replayed(venue, directory, cuts) :
                    CutReplay.replay(venue.context(), ofKind, date, cut, directory));
        }
        finally
        {
            if (null == scratch)
            {
                IoUtil.delete(directory.toFile(), false);
            }
        }
    }

    private List<RunFinding> replayed(
        final VenueClearing venue, final Path directory, final Map<RunPlace, Long> cuts) throws IOException
    {
        final ClearingContext context = venue.context().withSlices();
        return DayReplay.replay(
            IngestContext.builder()
                .directory(directory)
                .engineClient(venue.client())
                .sliceIntervalNs(context.sliceIntervalNs())
                .windowSlices(context.windowSlices())
                .build(),
            cuts,
            THREADS);
    }

    private Map<RunPlace, Long> cuts() throws IOException
    {
        final Map<RunPlace, Long> cuts = new LinkedHashMap<>();
        for (final RunPlace place : RunPlace.all(baseDir()))
        {
            if (place.date().equals(Integer.toString(date)))
            {
                final StoredRun stored = StoredRun.of(place);
                if (stored.cutCursor() >= 0 && stored.state().phase().isAtLeast(RunPhase.CHECKED))
                {
                    cuts.put(place, stored.cutCursor());
                }
            }
        }
        if (cuts.isEmpty())
        {
            throw new PreconditionException("no run of that date has been calculated: date=" + date + " base=" +
                baseDir());
        }
        return cuts;
    }

    private static boolean isEmpty(final Path directory) throws IOException
    {
        try (Stream<Path> entries = Files.list(directory))
        {
            return entries.findAny().isEmpty();
        }
    }
}
