// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.wire.FixReader;
import io.bourse.gateway.fix.wire.FixWriter;
import io.bourse.marketdata.market.PublicInstrument;

import java.util.Set;

/**
 * How messages name instruments.
 */
final class Instruments
{
    private Instruments()
    {
    }

    /** The one instrument of a message, or null. */
    static Listing read(final FixReader message, final DataMarkets markets)
    {
        return markets.find(
            message.string(message.find(Tags.SYMBOL)),
            message.string(message.find(Tags.SECURITY_ID)),
            message.string(message.find(Tags.SECURITY_ID_SOURCE)));
    }

    /**
     * The instruments of NoRelatedSym.
     *
     * @param message valid by the dictionary.
     * @param markets they belong to.
     * @param listings where they go, each once.
     * @param text where the name of an unknown one goes.
     * @return false if one is unknown, or there is none.
     */
    static boolean readGroup(
        final FixReader message,
        final DataMarkets markets,
        final Set<Listing> listings,
        final StringBuilder text)
    {
        final int group = message.find(Tags.NO_RELATED_SYM);
        int at = FixReader.NONE == group ? message.fieldCount() : next(message, group);
        while (at < message.fieldCount())
        {
            final int end = next(message, at + 1);
            final String symbol = message.string(at);
            final String securityId = within(message, Tags.SECURITY_ID, at, end);
            final Listing listing =
                markets.find(symbol, securityId, within(message, Tags.SECURITY_ID_SOURCE, at, end));
            if (null == listing)
            {
                text.setLength(0);
                text.append("unknown instrument: Symbol=").append(shortened(symbol));
                if (!securityId.isEmpty())
                {
                    text.append(" SecurityID=").append(shortened(securityId));
                }
                return false;
            }
            listings.add(listing);
            at = end;
        }
        return !listings.isEmpty();
    }

    private static String shortened(final String name)
    {
        return name.length() > RequestLimits.MAX_LENGTH ? name.substring(0, RequestLimits.MAX_LENGTH) + "..." : name;
    }

    private static int next(final FixReader message, final int from)
    {
        final int index = message.find(Tags.SYMBOL, from);
        return FixReader.NONE == index ? message.fieldCount() : index;
    }

    private static String within(final FixReader message, final int tag, final int from, final int end)
    {
        for (int i = from; i < end; i++)
        {
            if (tag == message.tag(i))
            {
                return message.string(i);
            }
        }
        return "";
    }

    /** Symbol, SecurityID, SecurityIDSource. */
    static FixWriter write(final FixWriter writer, final PublicInstrument instrument)
    {
        return writer
            .text(Tags.SYMBOL, instrument.symbol())
            .number(Tags.SECURITY_ID, instrument.instrumentId())
            .character(Tags.SECURITY_ID_SOURCE, '8');
    }
}
