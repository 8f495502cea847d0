// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.retention;

import io.bourse.engine.host.snapshot.SnapshotHeader;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Decides what of the history is not needed any more. The base is the newest snapshot that is neither one of those
 * before the last N nor younger than the least age:
 * <ul>
 * <li>the journal is kept from the base on, so that the venue starts from it and from every later snapshot;
 * <li>the event stream is kept from the base on, and from wherever any consumer would replay it;
 * <li>snapshots before the base go; of those after it the last N stay, and the first of every day (UTC).
 * </ul>
 * As long as there is no base the recordings stay whole, and of the snapshots the oldest, and after it the last N and
 * the first of every day. Only whole segment files are removed, so more may stay than must.
 */
final class RetentionRule
{
    private RetentionRule()
    {
    }

    /**
     * Decides.
     *
     * @param options how much is to be kept.
     * @param snapshots that are good, the newest first.
     * @param holds of the consumers.
     * @param journal that is there.
     * @param events that are there.
     * @param nowNs nanoseconds since the Unix epoch.
     * @return what may go.
     */
    static RetentionPlan plan(
        final RetentionOptions options,
        final List<SnapshotHeader> snapshots,
        final List<ConsumerHold> holds,
        final KeptRecording journal,
        final KeptRecording events,
        final long nowNs)
    {
        final int baseIndex = baseIndex(options, snapshots, nowNs);
        if (baseIndex < 0)
        {
            return new RetentionPlan(null, journal.startPosition(), events.startPosition(),
                unneeded(options, snapshots, snapshots.size() - 1), snapshots.size() < options.snapshots() ?
                "there are not enough good snapshots: good=" + snapshots.size() + " kept=" + options.snapshots() :
                "no snapshot after the newest " + (options.snapshots() - 1) + " is old enough: minAgeNs=" +
                options.minAgeNs());
        }
        final SnapshotHeader base = snapshots.get(baseIndex);
        long eventsFrom = base.eventCursor();
        String reason = "the snapshot at " + base.journalPosition();
        for (final ConsumerHold hold : holds)
        {
            if (hold.cursor() < eventsFrom)
            {
                eventsFrom = hold.cursor();
                reason = hold.reason();
            }
        }
        return new RetentionPlan(base, journal.startThatKeeps(base.journalPosition()),
            events.startThatKeeps(eventsFrom), unneeded(options, snapshots, baseIndex), reason);
    }

    private static int baseIndex(
        final RetentionOptions options, final List<SnapshotHeader> snapshots, final long nowNs)
    {
        for (int i = options.snapshots() - 1; i < snapshots.size(); i++)
        {
            if (snapshots.get(i).engineTimeNs() <= nowNs - options.minAgeNs())
            {
                return i;
            }
        }
        return -1;
    }

    private static List<SnapshotHeader> unneeded(
        final RetentionOptions options, final List<SnapshotHeader> snapshots, final int oldestIndex)
    {
        final Set<SnapshotHeader> needed =
            new HashSet<>(snapshots.subList(0, Math.min(snapshots.size(), options.snapshots())));
        final Set<Long> days = new HashSet<>();
        for (int i = oldestIndex; i >= 0; i--)
        {
            final SnapshotHeader snapshot = snapshots.get(i);
            if (i == oldestIndex || days.add(TimeUnit.NANOSECONDS.toDays(snapshot.engineTimeNs())))
            {
                needed.add(snapshot);
            }
        }
        final List<SnapshotHeader> unneeded = new ArrayList<>(snapshots);
        unneeded.removeAll(needed);
        return unneeded;
    }
}
