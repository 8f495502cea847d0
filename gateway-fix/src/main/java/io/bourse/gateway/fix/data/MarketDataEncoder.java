// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.wire.FixWriter;
import io.bourse.gateway.fix.wire.UtcClock;

import java.util.List;

/**
 * Writes what answers a MarketDataRequest: snapshots(W), increments(X), refusals(Y).
 */
final class MarketDataEncoder
{
    private static final int DATE_LENGTH = 8;
    private static final int TIME_OFFSET = 9;

    private final FixWriter writer = new FixWriter();
    private final UtcClock utc = new UtcClock();
    private final byte[] time = new byte[UtcClock.LENGTH];

    /** One instrument as it is; its view has been described. */
    void snapshot(
        final FixSession session,
        final BookRequest request,
        final Listing listing,
        final Changes entries)
    {
        writer.begin("W").text(262, request.id());
        Instruments.write(writer, listing.instrument)
            .number(83, listing.rptSeq)
            .number(268, entries.count(request.mask()));
        for (int i = 0; i < entries.size(); i++)
        {
            final Changes.Entry entry = entries.get(i);
            if (0 != (request.mask() & EntryType.bit(entry.type)))
            {
                writer.character(269, EntryType.code(entry.type));
                content(entry);
            }
        }
        session.sendVolatile(writer);
    }

    /** What has changed in some instruments of a subscription; false if it subscribes to nothing of it. */
    boolean increment(
        final FixSession session, final BookRequest request, final List<BookSubscription.Item> items)
    {
        int count = 0;
        for (int i = 0; i < items.size(); i++)
        {
            count += items.get(i).changes().count(request.mask());
        }
        if (0 == count)
        {
            return false;
        }
        writer.begin("X").text(262, request.id()).number(268, count);
        for (int i = 0; i < items.size(); i++)
        {
            final BookSubscription.Item item = items.get(i);
            final Changes changes = item.changes();
            for (int j = 0; j < changes.size(); j++)
            {
                final Changes.Entry entry = changes.get(j);
                if (0 != (request.mask() & EntryType.bit(entry.type)))
                {
                    entry(item.listing, entry);
                }
            }
        }
        session.sendVolatile(writer);
        return true;
    }

    private void entry(final Listing listing, final Changes.Entry entry)
    {
        writer.character(279, entry.action).character(269, EntryType.code(entry.type));
        if (null != entry.trade)
        {
            writer.number(278, entry.trade.tradeId());
        }
        Instruments.write(writer, listing.instrument);
        content(entry);
        writer.number(83, listing.rptSeq);
    }

    /** The fields that both groups have, in their order. */
    private void content(final Changes.Entry entry)
    {
        if (EntryType.NONE != entry.priceE5)
        {
            writer.price(270, entry.priceE5);
        }
        if (EntryType.NONE != entry.size)
        {
            writer.number(271, Math.abs(entry.size));
        }
        if (null != entry.trade)
        {
            utc.write(time, 0, entry.trade.timeNs());
            writer.bytes(272, time, 0, DATE_LENGTH).bytes(273, time, TIME_OFFSET, UtcClock.LENGTH - TIME_OFFSET);
        }
        if (EntryType.IMBALANCE == entry.type && 0 != entry.size)
        {
            // Imbalance: more buyers, more sellers.
            writer.character(277, entry.size > 0 ? 'P' : 'Q');
        }
        if (EntryType.THEORETICAL == entry.type)
        {
            writer.character(286, '5');
        }
        if (0 != entry.orders)
        {
            writer.number(346, entry.orders).number(290, entry.position);
        }
        if (null != entry.trade)
        {
            writer.text(58, entry.trade.kind().name());
        }
    }

    /** A request is refused. */
    void reject(final FixSession session, final BookRequest request, final char reason, final String text)
    {
        writer.begin("Y").text(262, request.id());
        if (BookRequest.NO_REASON != reason)
        {
            writer.character(281, reason);
        }
        session.send(writer.text(58, text));
    }
}
