// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.cluster.RecordingLog;
import io.bourse.engine.core.snapshot.SnapshotException;
import io.bourse.engine.core.snapshot.SnapshotException.Reason;
import io.bourse.engine.host.storage.DiskAccess;
import io.bourse.engine.host.storage.EngineDirectories;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The newest snapshot of a member, once its core has refused it. The member stops; its next start passes over the
 * snapshot, and replays more of the log.
 */
final class RefusedSnapshot
{
    private static final Logger LOGGER = LoggerFactory.getLogger(RefusedSnapshot.class);
    private static final String FILE_NAME = "snapshot-refused.mark";
    /** A snapshot is good, and the program or the directory is another one. */
    private static final Set<Reason> OF_ANOTHER =
        EnumSet.of(Reason.UNKNOWN_VERSION, Reason.UNKNOWN_RECORD, Reason.WRONG_PARTITION);

    private RefusedSnapshot()
    {
    }

    /**
     * Has the next start pass over the newest snapshot, when that is why the member stops.
     *
     * @param dataDir of the member.
     * @param cause of its end.
     */
    static void onFailure(final Path dataDir, final Throwable cause)
    {
        if (cause instanceof final SnapshotException refused && !OF_ANOTHER.contains(refused.reason()))
        {
            final List<LogPlan.Snapshot> snapshots = LogPlan.of(dataDir, 1, List.of()).snapshots();
            if (!snapshots.isEmpty())
            {
                final Path mark = mark(dataDir);
                DiskAccess.run("cannot mark the snapshot that was refused: file=" + mark, () ->
                    Files.writeString(mark, Long.toString(snapshots.getFirst().logPosition())));
            }
        }
    }

    /**
     * Takes the snapshot that was refused out of the list of those to start from. Before the member starts.
     *
     * @param dataDir of the member.
     * @throws IllegalStateException when there is no snapshot before it and the log does not begin with the venue.
     */
    static void passOver(final Path dataDir)
    {
        final Path mark = mark(dataDir);
        if (!Files.exists(mark))
        {
            return;
        }
        final long refused = DiskAccess.get("cannot read which snapshot was refused: file=" + mark, () ->
            Long.parseLong(Files.readString(mark).strip()));
        final LogPlan plan = LogPlan.of(dataDir, 1, List.of());
        final List<LogPlan.Snapshot> snapshots = plan.snapshots();
        if (!snapshots.isEmpty() && refused == snapshots.getFirst().logPosition())
        {
            final LogPlan.Snapshot former = snapshots.size() > 1 ? snapshots.get(1) : null;
            final long from = null == former ? 0 : former.logPosition();
            if (plan.log().startPosition() > from)
            {
                throw new IllegalStateException("the core has refused the newest snapshot, and the log before it is" +
                    " not there: move the directory away and start the member with --from-peers: file=" +
                    snapshots.getFirst().file() + " logStart=" + plan.log().startPosition() + " formerSnapshot=" +
                    from);
            }
            try (RecordingLog log = new RecordingLog(EngineDirectories.clusterDir(dataDir).toFile(), false))
            {
                log.invalidateLatestSnapshot();
            }
            LOGGER.warn("start passes over a snapshot that the core has refused: file={} logPosition={}" +
                " replayedFrom={}", snapshots.getFirst().file(), refused, from);
        }
        DiskAccess.run("cannot remove the mark of a refused snapshot: file=" + mark, () -> Files.delete(mark));
    }

    private static Path mark(final Path dataDir)
    {
        return EngineDirectories.clusterDir(dataDir).resolve(FILE_NAME);
    }
}
