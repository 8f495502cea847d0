// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.aeron.logbuffer.BufferClaim;

/**
 * A recorded publication as its one writer sees it. Production has one implementation, so that the calls stay direct;
 * the simulator has another one in memory.
 */
public interface FramePublication
{
    /**
     * Claims space for one message.
     *
     * @param length of the message, in bytes.
     * @param claim of the space, to be committed when this is not negative.
     * @return position after the message, or a negative code of {@link io.aeron.Publication}.
     */
    long tryClaim(int length, BufferClaim claim);

    /**
     * Where the next message would begin.
     *
     * @return position in bytes.
     */
    long position();
}
