// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The public markets of the partitions that the gateway serves, each as of its own last transaction.
 */
final class DataMarkets
{
    private final List<DataMarket> all;
    private final IntFunction<DataMarket> owner;
    private final int[] listed;
    private final List<Listing> listings = new ArrayList<>();

    /**
     * Of one partition or several.
     *
     * @param all markets, ascending by partition.
     * @param owner market that has an instrument now which has been in several.
     */
    DataMarkets(final List<DataMarket> all, final IntFunction<DataMarket> owner)
    {
        this.all = List.copyOf(all);
        this.owner = owner;
        listed = new int[all.size()];
    }

    /** That of the first partition. */
    DataMarket first()
    {
        return all.getFirst();
    }

    /** Instruments of all of them in the order in which they became known; the same list always. */
    List<Listing> listings()
    {
        for (int i = 0; i < listed.length; i++)
        {
            final List<Listing> known = all.get(i).listings;
            while (listed[i] < known.size())
            {
                listings.add(known.get(listed[i]++));
            }
        }
        return listings;
    }

    /** As {@link DataMarket#find}, in the market that has the instrument now. */
    Listing find(final String symbol, final String securityId, final String source)
    {
        for (final DataMarket market : all)
        {
            final Listing found = market.find(symbol, securityId, source);
            if (null != found && isHere(found))
            {
                return found;
            }
        }
        return null;
    }

    /** Whether its market has the instrument, which has not moved to another one. */
    boolean isHere(final Listing listing)
    {
        final int instrumentId = listing.instrument.instrumentId();
        for (final DataMarket other : all)
        {
            if (other != listing.market && null != other.events.instrument(instrumentId))
            {
                return owner.apply(instrumentId) == listing.market;
            }
        }
        return true;
    }

    /** Whether it is the present TradingSessionID of one of them. */
    boolean hasSession(final String sessionId)
    {
        for (final DataMarket market : all)
        {
            if (sessionId.equals(Integer.toString(market.sessionId())))
            {
                return true;
            }
        }
        return false;
    }
}
