// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.gateway.fix.wire.FixReader;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A MarketDataRequest(V), read and checked as far as that needs no subscriptions.
 *
 * @param id MDReqID(262).
 * @param kind SubscriptionRequestType(263).
 * @param depth MarketDepth(264), 0 for all levels.
 * @param isFullRefresh whether updates are whole snapshots, MDUpdateType(265).
 * @param mask of the entry types.
 * @param listings asked for, each once.
 * @param refusal MDReqRejReason(281), 0 if it is served, {@link #NO_REASON} for none that FIX has.
 * @param text why it is refused.
 */
record BookRequest(
    String id,
    char kind,
    int depth,
    boolean isFullRefresh,
    int mask,
    List<Listing> listings,
    char refusal,
    String text)
{
    static final char SNAPSHOT = '0';
    static final char SUBSCRIBE = '1';
    static final char UNSUBSCRIBE = '2';
    /** A refusal for which MDReqRejReason has no value. */
    static final char NO_REASON = '-';
    private static final int MAX_DEPTH = 1_000_000;
    private static final int UPDATE_TYPE = 265;
    private static final int ENTRY_TYPE = 269;

    /** Reads a request that the dictionary has found well-formed. */
    static BookRequest read(final FixReader message, final DataMarkets markets)
    {
        final char kind = message.character(message.find(263));
        final char updateType = message.character(message.find(UPDATE_TYPE));
        final long depth = message.number(message.find(264));
        final Set<Listing> listings = new LinkedHashSet<>();
        final StringBuilder text = new StringBuilder();
        final int mask = mask(message, text);
        char refusal = unsupported(message, markets, kind, updateType, depth, text);
        if (0 == refusal && mask < 0 && UNSUBSCRIBE != kind)
        {
            refusal = '8';
        }
        if (0 == refusal && UNSUBSCRIBE != kind && !Instruments.readGroup(message, markets, listings, text))
        {
            refusal = '0';
        }
        return new BookRequest(
            message.string(message.find(262)),
            kind,
            (int)Math.max(0, Math.min(depth, MAX_DEPTH)),
            '0' == updateType,
            mask,
            List.copyOf(listings),
            refusal,
            text.toString());
    }

    private static char unsupported(
        final FixReader message,
        final DataMarkets markets,
        final char kind,
        final char updateType,
        final long depth,
        final StringBuilder text)
    {
        if (kind < SNAPSHOT || kind > UNSUBSCRIBE)
        {
            return refuse('4', text, "SubscriptionRequestType must be 0, 1 or 2");
        }
        if (UNSUBSCRIBE == kind)
        {
            return 0;
        }
        if (depth < 0 || depth > MAX_DEPTH)
        {
            return refuse('5', text, "MarketDepth must be 0 for the whole book or a number of levels");
        }
        if (SUBSCRIBE == kind && '0' != updateType && '1' != updateType)
        {
            return refuse('6', text, "MDUpdateType must be 0 or 1");
        }
        if (message.is(message.find(266), "N"))
        {
            return refuse('7', text, "books are aggregated by price");
        }
        final int flag = message.find(286);
        if (FixReader.NONE != flag && !message.is(flag, "0") && !message.is(flag, "1"))
        {
            return refuse('B', text, "OpenCloseSettlFlag must be 0 or 1");
        }
        final int scope = message.find(546);
        if (FixReader.NONE != scope && !message.is(scope, "1"))
        {
            return refuse('A', text, "Scope must be 1");
        }
        if (message.is(message.find(547), "Y"))
        {
            return refuse('C', text, "levels that fall out of MarketDepth are deleted by the venue");
        }
        for (int i = message.find(336); FixReader.NONE != i; i = message.find(336, i + 1))
        {
            if (!markets.hasSession(message.string(i)))
            {
                return refuse('9', text, "the present TradingSessionID is " + markets.first().sessionId());
            }
        }
        return 0;
    }

    private static int mask(final FixReader message, final StringBuilder text)
    {
        int mask = 0;
        for (int i = message.find(ENTRY_TYPE); FixReader.NONE != i; i = message.find(ENTRY_TYPE, i + 1))
        {
            final int bits = EntryType.mask(message.character(i));
            if (0 == bits)
            {
                text.append("no such MDEntryType here: ").append(message.string(i));
                return -1;
            }
            mask |= bits;
        }
        return mask;
    }

    private static char refuse(final char reason, final StringBuilder text, final String why)
    {
        text.setLength(0);
        text.append(why);
        return reason;
    }
}
