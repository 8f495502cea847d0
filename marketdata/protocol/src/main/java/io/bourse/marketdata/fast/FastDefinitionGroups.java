// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import java.util.ArrayList;

/**
 * The sequences of a {@link FastSecurityDefinition}.
 */
final class FastDefinitionGroups
{
    private record FeedType(String name, long marketDepth, long bookType)
    {
    }

    private record Leg(String symbol, long securityId, long ratio)
    {
    }

    private final ArrayList<FeedType> feedTypes = new ArrayList<>();
    private final ArrayList<Leg> legs = new ArrayList<>();

    FastDefinitionGroups()
    {
    }

    void clear()
    {
        feedTypes.clear();
        legs.clear();
    }

    void addFeedType(final String feedType, final long marketDepth, final long bookType)
    {
        feedTypes.add(new FeedType(feedType, marketDepth, bookType));
    }

    void addLeg(final String legSymbol, final long legSecurityId, final long ratio)
    {
        legs.add(new Leg(legSymbol, legSecurityId, ratio));
    }

    void putFeedTypes(final FastWriter writer)
    {
        writer.putUInt(feedTypes.size());
        for (int i = 0; i < feedTypes.size(); i++)
        {
            final FeedType feedType = feedTypes.get(i);
            writer.putAscii(feedType.name).putUIntNullable(feedType.marketDepth).putUIntNullable(feedType.bookType);
        }
    }

    static void putUnderlyings(final FastWriter writer, final String underlying, final long underlyingSecurityId)
    {
        if (null == underlying)
        {
            writer.putNull();
            return;
        }
        writer.putUIntNullable(1).putAscii(underlying).putNull().putUIntNullable(underlyingSecurityId).putNull();
    }

    void putLegs(final FastWriter writer)
    {
        if (legs.isEmpty())
        {
            writer.putNull();
            return;
        }
        writer.putUIntNullable(legs.size());
        for (int i = 0; i < legs.size(); i++)
        {
            final Leg leg = legs.get(i);
            writer.putAscii(leg.symbol).putUInt(leg.securityId).putDecimal(leg.ratio, 0);
        }
    }
}
