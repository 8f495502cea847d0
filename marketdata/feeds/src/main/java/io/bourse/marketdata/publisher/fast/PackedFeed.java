// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicSession;
import io.bourse.marketdata.market.PublicTransaction;

/**
 * A feed in which the transactions of a burst share messages. What waits is sent when no other command waits at the
 * engine, and when the interval of packing is over.
 */
abstract class PackedFeed extends FastFeed
{
    final FastPacker packer;
    final int maxPacketLength;
    private final PublicSession session;
    private final long packingNs;
    private long openedNs;

    PackedFeed(
        final String name,
        final PublicMarket market,
        final FastChannel channel,
        final int templateId,
        final int maxPacketLength,
        final long packingNs)
    {
        super(name, channel);
        this.maxPacketLength = maxPacketLength;
        this.packingNs = packingNs;
        session = market.session();
        packer = new FastPacker(channel, templateId, maxPacketLength);
    }

    @Override
    final boolean isSettled()
    {
        return packer.isEmpty();
    }

    @Override
    final void flush()
    {
        packer.flush();
    }

    @Override
    final void publish(final PublicTransaction transaction)
    {
        final long timeNs = transaction.engineTimeNs();
        if (!packer.isEmpty() && timeNs - openedNs > packingNs)
        {
            packer.flush();
        }
        channel().transactionTime(timeNs);
        packer.beginUnit();
        pack(transaction);
        final boolean wasEmpty = packer.isEmpty();
        packer.endUnit();
        if (wasEmpty)
        {
            openedNs = timeNs;
        }
        if (!transaction.isMoreWaiting() || timeNs - openedNs >= packingNs)
        {
            packer.flush();
        }
    }

    /** Puts the entries of a transaction into the unit that has begun. */
    abstract void pack(PublicTransaction transaction);

    final long sessionId()
    {
        return sessionId(session);
    }
}
