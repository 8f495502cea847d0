// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.cli.support.VenueDirectory;
import io.bourse.engine.host.history.ArchivedSegment;
import io.bourse.engine.host.history.HistoryArchive;
import io.bourse.engine.host.history.Pace;
import io.bourse.engine.host.offline.HistoryRestore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * The archive of a venue's history.
 */
@Command(
    name = "history",
    description = {
        "Shows what of a venue's history is archived. The venue may run or not.",
        "History is archived, and then purged, after every snapshot; bourse retention shows what the next purge " +
            "would remove and what holds it."},
    synopsisSubcommandLabel = "[COMMAND]",
    footer = {
        "  bourse history",
        "  bourse history verify                  # reads every archived segment",
        "  bourse history restore --from 4194304  # brings events back for a consumer that needs them"})
public final class HistoryCommand extends VenueCommand
{
    private static final String RATE_DEFAULT = "64";
    private static final long MIB = 1024 * 1024;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final HistoryArchive archive = archive(dataDir());
        out.println("archive         " + archive.directory().toRealPath());
        out.println("public key      " + archive.publicKey());
        for (final ArchivedSegment.Stream stream : ArchivedSegment.Stream.values())
        {
            print(stream, archive.segments().stream().filter(segment -> stream == segment.stream()).toList(), out);
        }
    }

    private static void print(
        final ArchivedSegment.Stream stream, final List<ArchivedSegment> segments, final PrintWriter out)
    {
        out.print(String.format("%-16s", stream.label()));
        if (segments.isEmpty())
        {
            out.println("nothing");
            return;
        }
        final ArchivedSegment last = segments.getLast();
        out.println("from " + segments.getFirst().from() + " to " + last.to() + ", " + segments.size() + " segments, " +
            segments.stream().mapToLong(ArchivedSegment::bytes).sum() + " bytes of " +
            segments.stream().mapToLong(segment -> segment.to() - segment.from()).sum() + " recorded" +
            (0 == last.timeNs() ? "" : ", up to " + Instant.ofEpochSecond(0, last.timeNs()) + " rollingHash " +
            Long.toHexString(last.rollingHash())));
    }

    @Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Reads every archived segment and compares it with what was recorded. The venue may run or not.",
            "Ends at the first segment that is lost or changed, and names it."})
    void verify(
        @Mixin final VenueDirectory venue,
        @Option(names = "--rate", paramLabel = "MIB", defaultValue = RATE_DEFAULT,
            description = "Most MiB of history that are read in a second (default: ${DEFAULT-VALUE}).") final int rate)
    {
        rejectIf(rate < 1, "--rate must be at least 1: " + rate);
        final HistoryArchive archive = archive(venue.dataDir());
        final Pace pace = new Pace(rate * MIB);
        archive.segments().forEach(segment -> archive.verify(segment, pace));
        out().println("verified        " + archive.segments().size() + " segments");
    }

    @Command(
        name = "restore",
        mixinStandardHelpOptions = true,
        description = {
            "Puts archived events back among the live ones, for a consumer that needs them: a new one, or one whose " +
                "checkpoints do not count any more. The venue must not run.",
            "The archive keeps them. They are purged again when no consumer needs them."})
    void restore(
        @Mixin final VenueDirectory venue,
        @Option(names = "--from", paramLabel = "CURSOR", defaultValue = "0",
            description = "From which they are needed (default: all of them).") final long cursor)
    {
        rejectIf(cursor < 0, "--from must not be negative: " + cursor);
        final HistoryRestore restored = HistoryRestore.of(venue.dataDir(), cursor);
        out().println("restored        " + restored.segments() + " segments, the event stream begins at " +
            restored.oldestCursor());
    }

    private static HistoryArchive archive(final Path dataDir)
    {
        final HistoryArchive archive = HistoryArchive.find(dataDir);
        if (null == archive)
        {
            throw new IllegalStateException("nothing of this venue was archived: dataDir=" + dataDir);
        }
        return archive;
    }
}
