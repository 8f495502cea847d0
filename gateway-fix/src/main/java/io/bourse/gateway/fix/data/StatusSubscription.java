// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.gateway.fix.session.FixSession;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * One SecurityStatusRequest that is not answered yet or goes on.
 */
final class StatusSubscription
{
    /** One instrument of it, with the status that was sent last. */
    static final class Item
    {
        final StatusSubscription subscription;
        final Listing listing;
        boolean isSent;
        int status;
        String text = "";
        long lowLimitE5;
        long highLimitE5;
        private boolean isQueued;

        private Item(final StatusSubscription subscription, final Listing listing)
        {
            this.subscription = subscription;
            this.listing = listing;
        }
    }

    final FixSession session;
    final String requestId;
    /** Whether it ends when everything has been sent once. */
    final boolean isOnce;
    /** Whether it is about all instruments, those to come included. */
    final boolean isAll;
    /** What it is about: all there are, and will be, or one. */
    private final List<Listing> listings;
    private final List<Item> items = new ArrayList<>();
    private final ArrayDeque<Item> queue = new ArrayDeque<>();
    private int begun;
    /** Whether it is among those that may have something to send. */
    boolean isReady;
    private boolean isEnded;

    StatusSubscription(final FixSession session, final StatusRequest request, final DataMarkets markets)
    {
        this.session = session;
        requestId = request.id();
        isOnce = BookRequest.SNAPSHOT == request.kind();
        isAll = request.isAll();
        listings = isAll ? markets.listings() : List.of(request.listing());
    }

    /** The instrument may have something to send. */
    void queue(final Item item)
    {
        if (!item.isQueued)
        {
            item.isQueued = true;
            queue.addLast(item);
        }
    }

    /** Next instrument that may have something to send, or null. */
    Item poll()
    {
        final Item item = queue.pollFirst();
        if (null != item)
        {
            item.isQueued = false;
            return item;
        }
        return isIdle() ? null : beginNext();
    }

    private Item beginNext()
    {
        final Item item = new Item(this, listings.get(begun++));
        if (!isOnce)
        {
            items.add(item);
            item.listing.statusItems.add(item);
        }
        return item;
    }

    boolean isIdle()
    {
        return isEnded || queue.isEmpty() && begun >= listings.size();
    }

    boolean isEnded()
    {
        return isEnded;
    }

    void end()
    {
        isEnded = true;
        queue.clear();
        for (final Item item : items)
        {
            item.listing.statusItems.remove(item);
        }
        items.clear();
    }
}
