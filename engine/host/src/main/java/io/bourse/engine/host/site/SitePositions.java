// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.site;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How far a venue is, or a copy of it.
 *
 * @param logPosition end of the log.
 * @param eventPosition end of the events.
 * @param snapshotPosition log position of the last snapshot that a copy has; of a venue that it must have.
 * @param others up to where in the events of other partitions the files may know anything, by partition; none of a
 *     copy.
 */
public record SitePositions(
    long logPosition, long eventPosition, long snapshotPosition, SortedMap<Integer, Long> others)
{
    /** Positions of a venue, or a copy, whose files know nothing of other partitions. */
    public SitePositions(final long logPosition, final long eventPosition, final long snapshotPosition)
    {
        this(logPosition, eventPosition, snapshotPosition, new TreeMap<>());
    }

    /**
     * The same with another snapshot.
     *
     * @param position of its command in the log.
     * @return positions.
     */
    public SitePositions withSnapshot(final long position)
    {
        return new SitePositions(logPosition, eventPosition, position, others);
    }

    /**
     * Whether a copy has all that a venue has of its own partition.
     *
     * @param venue positions of the venue.
     * @return false when it lacks something.
     */
    public boolean reach(final SitePositions venue)
    {
        return logPosition >= venue.logPosition && eventPosition >= venue.eventPosition &&
            snapshotPosition >= venue.snapshotPosition;
    }

    void write(final DataOutputStream out) throws IOException
    {
        out.writeLong(logPosition);
        out.writeLong(eventPosition);
        out.writeLong(snapshotPosition);
    }

    void writeOthers(final DataOutputStream out) throws IOException
    {
        out.writeInt(others.size());
        for (final Map.Entry<Integer, Long> other : others.entrySet())
        {
            out.writeInt(other.getKey());
            out.writeLong(other.getValue());
        }
    }

    static SitePositions read(final DataInputStream in) throws IOException
    {
        return new SitePositions(in.readLong(), in.readLong(), in.readLong());
    }

    /** At the end of a message; one of a former version has none. */
    SitePositions readOthers(final DataInputStream in) throws IOException
    {
        for (int count = in.available() > 0 ? in.readInt() : 0; count > 0; count--)
        {
            others.put(in.readInt(), in.readLong());
        }
        return this;
    }
}
