// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.aeron.ExclusivePublication;
import io.aeron.logbuffer.BufferClaim;

/**
 * A publication of Aeron.
 */
public final class AeronFramePublication implements FramePublication
{
    private final ExclusivePublication publication;

    public AeronFramePublication(final ExclusivePublication publication)
    {
        this.publication = publication;
    }

    @Override
    public long tryClaim(final int length, final BufferClaim claim)
    {
        return publication.tryClaim(length, claim);
    }

    @Override
    public long position()
    {
        return publication.position();
    }
}
