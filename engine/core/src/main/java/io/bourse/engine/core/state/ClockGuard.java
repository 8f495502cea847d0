// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.snapshot.ClockGuardDecoder;
import io.bourse.engine.protocol.snapshot.ClockGuardEncoder;

/**
 * Whether order entry is stopped because the host does not know what time it is.
 */
public final class ClockGuard implements HashedState, SnapshotPart
{
    private boolean isStopped;
    private long sinceNs;
    private long confirmedNs;
    private long confirmations;

    public boolean isStopped()
    {
        return isStopped;
    }

    /** The last time that was confirmed; 0 for none. */
    public long confirmedNs()
    {
        return confirmedNs;
    }

    public long confirmations()
    {
        return confirmations;
    }

    /** Why nothing may be added to an order now; null when it may. */
    public RejectReason refusal()
    {
        return isStopped ? RejectReason.CLOCK_UNCERTAIN : null;
    }

    public void stop(final long nowNs)
    {
        isStopped = true;
        sinceNs = nowNs;
    }

    public void confirm(final long wallNs)
    {
        isStopped = false;
        confirmedNs = wallNs;
        confirmations++;
    }

    /** Every confirmation has a stop before it. */
    private boolean isUntouched()
    {
        return !isStopped && 0 == confirmations;
    }

    @Override
    public void writeTo(final SnapshotWriter writer)
    {
        if (!isUntouched())
        {
            final ClockGuardEncoder encoder = writer.begin(new ClockGuardEncoder());
            writer.write(encoder
                .sinceNs(sinceNs)
                .confirmedNs(confirmedNs)
                .confirmations(confirmations)
                .isStopped(SnapshotWriter.flag(isStopped))
                .encodedLength());
        }
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(ClockGuardDecoder.TEMPLATE_ID, this::read);
    }

    private void read(final SnapshotRecord record)
    {
        final ClockGuardDecoder decoder = record.decode(new ClockGuardDecoder());
        sinceNs = decoder.sinceNs();
        confirmedNs = decoder.confirmedNs();
        confirmations = decoder.confirmations();
        isStopped = 0 != decoder.isStopped();
    }

    /** Histories whose clock never stepped have hashes that do not know of it. */
    @Override
    public void hashInto(final StateHash hash)
    {
        if (!isUntouched())
        {
            hash.add(isStopped);
            hash.add(sinceNs);
            hash.add(confirmedNs);
            hash.add(confirmations);
        }
    }
}
