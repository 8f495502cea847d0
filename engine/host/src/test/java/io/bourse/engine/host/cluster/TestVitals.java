// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.host.storage.StorageException;

/**
 * A member that is as a test wants it.
 */
final class TestVitals implements MemberVitals
{
    private boolean isRecording = true;
    private boolean isConnected = true;
    private boolean isArchiveAlive = true;
    private boolean isFull;
    private long commitPosition;
    private long eventPosition;
    private long beats;

    TestVitals recording(final boolean value)
    {
        isRecording = value;
        return this;
    }

    TestVitals connected(final boolean value)
    {
        isConnected = value;
        return this;
    }

    TestVitals archiveAlive(final boolean value)
    {
        isArchiveAlive = value;
        return this;
    }

    TestVitals full(final boolean value)
    {
        isFull = value;
        return this;
    }

    TestVitals committed(final long position)
    {
        commitPosition = position;
        return this;
    }

    /** Published, of which nothing is recorded. */
    TestVitals published(final long position)
    {
        eventPosition = position;
        return this;
    }

    @Override
    public long commitPosition()
    {
        return commitPosition;
    }

    @Override
    public boolean isRecording()
    {
        return isRecording;
    }

    @Override
    public long eventPosition()
    {
        return eventPosition;
    }

    @Override
    public long recordedPosition()
    {
        return 0;
    }

    @Override
    public long archiveBeats()
    {
        beats += isArchiveAlive ? 1 : 0;
        return beats;
    }

    @Override
    public boolean isConnected()
    {
        return isConnected;
    }

    @Override
    public void requireSpace()
    {
        if (isFull)
        {
            throw new StorageException("the disk is nearly full");
        }
    }
}
