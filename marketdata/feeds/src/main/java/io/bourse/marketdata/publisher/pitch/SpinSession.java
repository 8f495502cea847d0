// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.engine.net.AcceptedSocket;
import io.bourse.engine.net.TcpCloseReason;
import io.bourse.marketdata.pitch.PitchMessages;
import io.bourse.marketdata.pitch.RecoveryWriter;
import io.bourse.marketdata.pitch.SequencedUnit;

/**
 * One client of the spin server. It hears of every image that was begun after its login, so that what it has heard of
 * the feed before reaches up to each of them; not while it spins.
 */
final class SpinSession extends RecoverySession
{
    private final SpinServer server;
    private SpinImage spinning;
    private int position;
    private long announcedUpTo;

    SpinSession(final SpinServer server, final RecoveryAccess access, final AcceptedSocket accepted)
    {
        super(access, accepted, 0);
        this.server = server;
    }

    @Override
    void onLoggedIn()
    {
        announcedUpTo = server.imagesBegun();
    }

    @Override
    public void onSpinRequest(final long sequence)
    {
        final int offset = isLoggedIn() ? reserve() : -1;
        if (offset < 0)
        {
            garbage();
            return;
        }
        final SpinImage image = null == spinning ? server.find(sequence) : null;
        final byte status = null != spinning ? PitchMessages.SPIN_IN_PROGRESS :
            null == image ? PitchMessages.OUT_OF_RANGE : PitchMessages.ACCEPTED;
        commit(RecoveryWriter.spinResponse(
            sendBuffer(), offset, sequence, null == image ? 0 : image.orderCount, status));
        if (null == image)
        {
            server.onRefused();
        }
        else
        {
            spinning = image;
            position = 0;
            image.users++;
        }
    }

    @Override
    int work()
    {
        return null == spinning ? announce() : spin();
    }

    @Override
    protected void onEnd(final TcpCloseReason reason)
    {
        if (null != spinning)
        {
            server.release(spinning);
            spinning = null;
        }
        super.onEnd(reason);
    }

    private int announce()
    {
        final SpinImage image = server.newest();
        if (null == image || image.number <= announcedUpTo)
        {
            return 0;
        }
        final int offset = reserve();
        if (offset < 0)
        {
            return 0;
        }
        announcedUpTo = image.number;
        commit(RecoveryWriter.spinImageAvailable(sendBuffer(), offset, image.sequence));
        return 1;
    }

    private int spin()
    {
        int blocks = 0;
        while (position < spinning.length())
        {
            final int length = SequencedUnit.length(spinning.buffer(), position);
            if (!offer(spinning.buffer(), position, length))
            {
                return blocks;
            }
            sent();
            position += length;
            blocks++;
        }
        final int offset = reserve();
        if (offset >= 0)
        {
            commit(RecoveryWriter.spinFinished(sendBuffer(), offset, spinning.sequence));
            server.onSpun();
            server.release(spinning);
            spinning = null;
        }
        return blocks + 1;
    }
}
