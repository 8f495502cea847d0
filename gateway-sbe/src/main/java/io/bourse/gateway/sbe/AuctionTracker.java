// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.Phase;
import org.agrona.collections.IntHashSet;

/**
 * Makes the auctions of single instruments one auction of the venue, as SystemEvent knows them (TWIME A.1): it begins
 * with the first instrument and is finished with the last, and no more orders are collected from the first result on.
 * Only opening, intraday and closing auctions count: one of a single volatile instrument is no event of the session.
 */
final class AuctionTracker
{
    private final IntHashSet instruments = new IntHashSet();
    private boolean isRunning;
    private boolean isCollecting;
    private boolean isResultSeen;

    /** A new trading session: whatever was left of an auction has gone with the old one. */
    void onSessionOpened()
    {
        instruments.clear();
        isRunning = false;
        isCollecting = false;
        isResultSeen = false;
    }

    void state(final CheckpointState state)
    {
        state.set(instruments);
        isRunning = state.flag(isRunning);
        isCollecting = state.flag(isCollecting);
        isResultSeen = state.flag(isResultSeen);
    }

    void onPhase(final int instrumentId, final Phase phase)
    {
        if (isAuction(phase))
        {
            instruments.add(instrumentId);
        }
        else
        {
            instruments.remove(instrumentId);
        }
    }

    void onUncrossed(final Phase phase)
    {
        isResultSeen = isResultSeen || isAuction(phase);
    }

    /** Whether an auction has begun since it was asked last; to be asked at the end of a transaction. */
    boolean takeStart()
    {
        if (isRunning || instruments.isEmpty())
        {
            return false;
        }
        isRunning = true;
        isCollecting = true;
        isResultSeen = false;
        return true;
    }

    /** Whether the collecting of orders has ended since it was asked last. */
    boolean takeEndOfCollecting()
    {
        if (!isCollecting || !isResultSeen && !instruments.isEmpty())
        {
            return false;
        }
        isCollecting = false;
        return true;
    }

    /** Whether the auction has finished since it was asked last; to be asked at the end of a transaction. */
    boolean takeEnd()
    {
        if (!isRunning || !instruments.isEmpty())
        {
            return false;
        }
        isRunning = false;
        return true;
    }

    private static boolean isAuction(final Phase phase)
    {
        return Phase.OPENING_AUCTION == phase || Phase.INTRADAY_AUCTION == phase || Phase.CLOSING_AUCTION == phase;
    }
}
