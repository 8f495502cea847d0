// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.site;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * How far a venue is, or a copy of it.
 *
 * @param logPosition end of the log.
 * @param eventPosition end of the events.
 * @param snapshotPosition log position of the last snapshot that a copy has; of a venue that it must have.
 */
public record SitePositions(long logPosition, long eventPosition, long snapshotPosition)
{
    /**
     * Whether a copy has all that a venue has.
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

    static SitePositions read(final DataInputStream in) throws IOException
    {
        return new SitePositions(in.readLong(), in.readLong(), in.readLong());
    }
}
