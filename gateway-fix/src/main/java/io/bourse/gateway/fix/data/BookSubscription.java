// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.gateway.fix.session.FixSession;

import java.util.ArrayList;
import java.util.List;

/**
 * One MarketDataRequest that is not answered yet or goes on.
 */
final class BookSubscription
{
    /** One instrument of it whose snapshot was sent. */
    static final class Item
    {
        final BookSubscription subscription;
        final Listing listing;
        final InstrumentView shared;
        /** While the client does not keep up: what it has, if that is not what there is. Else null. */
        InstrumentView own;

        private Item(final BookSubscription subscription, final Listing listing, final int depth)
        {
            this.subscription = subscription;
            this.listing = listing;
            shared = InstrumentView.acquire(listing, depth);
        }

        /** What the next message is made of. */
        Changes changes()
        {
            return null == own ? shared.changes : own.changes;
        }
    }

    final FixSession session;
    final BookRequest request;
    /** Those that go on; none of a request that is answered once. */
    final List<Item> items = new ArrayList<>();
    /** Items of the message in work. */
    final List<Item> dueItems = new ArrayList<>();
    /** Whether its client does not keep up, so that changes are netted until it does. */
    boolean isLate;
    private boolean isEnded;
    private int sent;

    BookSubscription(final FixSession session, final BookRequest request)
    {
        this.session = session;
        this.request = request;
    }

    /** Whether a snapshot is still to be sent. */
    boolean hasUnsent()
    {
        return sent < request.listings().size();
    }

    /** Starts the next instrument: its updates are sent from now on, unless the request is for a snapshot only. */
    InstrumentView startNext()
    {
        final Listing listing = request.listings().get(sent++);
        if (isOnce())
        {
            return new InstrumentView(listing, request.depth());
        }
        final Item item = new Item(this, listing, request.depth());
        items.add(item);
        listing.bookItems.add(item);
        return item.shared;
    }

    /** Whether it ends when all snapshots are sent. */
    boolean isOnce()
    {
        return BookRequest.SNAPSHOT == request.kind();
    }

    boolean isEnded()
    {
        return isEnded;
    }

    void end()
    {
        isEnded = true;
        for (final Item item : items)
        {
            item.listing.bookItems.remove(item);
            item.shared.release();
        }
        items.clear();
    }
}
