// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.marketdata.book.LevelChanges;
import io.bourse.marketdata.book.PriceLevels;
import io.bourse.marketdata.market.PublicInstrument;

import java.util.Arrays;

/**
 * What subscribers of an instrument have: so many levels of the book, and its values. Subscribers of the same depth who
 * keep up share one view, so that the difference that a transaction makes is worked out once for all of them; one who
 * does not keep up has a copy of its own until it has caught up.
 */
final class InstrumentView implements LevelChanges
{
    private static final int INITIAL_LEVELS = 16;

    final Listing listing;
    private final int depth;
    private final PriceLevels bids;
    private final PriceLevels offers;
    private final long[] prices;
    private final long[] sizes;
    /** Of the last {@link #advance} or {@link #describe}. */
    final Changes changes = new Changes();
    private TradePrint lastTrade;
    private int users;

    /**
     * A view of the present state.
     *
     * @param listing to look at.
     * @param depth MarketDepth(264): 0 for all levels.
     */
    InstrumentView(final Listing listing, final int depth)
    {
        this.listing = listing;
        this.depth = depth;
        bids = new PriceLevels(true, INITIAL_LEVELS);
        offers = new PriceLevels(false, INITIAL_LEVELS);
        prices = new long[EntryType.COUNT];
        sizes = new long[EntryType.COUNT];
        Arrays.fill(prices, EntryType.NONE);
        Arrays.fill(sizes, EntryType.NONE);
        advance();
    }

    private InstrumentView(final InstrumentView source)
    {
        listing = source.listing;
        depth = source.depth;
        bids = new PriceLevels(source.bids);
        offers = new PriceLevels(source.offers);
        prices = source.prices.clone();
        sizes = source.sizes.clone();
        lastTrade = source.lastTrade;
    }

    /** The view that subscribers of this depth share; to be released. */
    static InstrumentView acquire(final Listing listing, final int depth)
    {
        InstrumentView found = null;
        for (final InstrumentView view : listing.views)
        {
            found = view.depth == depth ? view : found;
        }
        if (null == found)
        {
            found = new InstrumentView(listing, depth);
            listing.views.add(found);
        }
        found.users++;
        return found;
    }

    void release()
    {
        if (0 == --users)
        {
            listing.views.remove(this);
        }
    }

    InstrumentView copy()
    {
        return new InstrumentView(this);
    }

    /** Works out what the transaction in hand has changed, and takes it over. */
    void advance()
    {
        changes.clear();
        advanceBook();
        for (final TradePrint trade : listing.broken)
        {
            changes.brokenTrade(trade);
        }
        for (final TradePrint trade : listing.trades)
        {
            changes.trade(trade);
        }
        lastTrade = listing.lastTrade;
    }

    /** The same for several transactions at once; of their trades only the last is sent. */
    void catchUp()
    {
        changes.clear();
        advanceBook();
        if (lastTrade == listing.lastTrade)
        {
            return;
        }
        if (null == listing.lastTrade)
        {
            changes.brokenTrade(lastTrade);
        }
        else
        {
            changes.trade(listing.lastTrade);
        }
        lastTrade = listing.lastTrade;
    }

    private void advanceBook()
    {
        final PublicInstrument instrument = listing.instrument;
        final int levels = 0 == depth ? Integer.MAX_VALUE : depth;
        bids.update(instrument.book(), levels, this);
        offers.update(instrument.book(), levels, this);
        for (int type = EntryType.FIRST_VALUE; type < EntryType.COUNT; type++)
        {
            final long priceE5 = EntryType.priceE5(type, instrument);
            final long size = EntryType.size(type, instrument);
            if (priceE5 != prices[type] || size != sizes[type])
            {
                final boolean was = isThere(prices[type], sizes[type]);
                final boolean is = isThere(priceE5, size);
                changes.value(
                    is ? was ? Changes.CHANGE : Changes.NEW : Changes.DELETE,
                    type,
                    is ? priceE5 : prices[type],
                    is ? size : sizes[type]);
                prices[type] = priceE5;
                sizes[type] = size;
            }
        }
    }

    @Override
    public void onLevel(
        final int action,
        final boolean isBid,
        final int level,
        final long priceE5,
        final long qtyLots,
        final int orderCount)
    {
        changes.level(
            (char)('0' + action), isBid ? EntryType.BID : EntryType.OFFER, priceE5, qtyLots, orderCount, level);
    }

    private static boolean isThere(final long priceE5, final long size)
    {
        return EntryType.NONE != priceE5 || EntryType.NONE != size;
    }

    /** Everything there is, as new entries. */
    void describe()
    {
        changes.clear();
        describe(true, bids);
        describe(false, offers);
        for (int type = EntryType.FIRST_VALUE; type < EntryType.COUNT; type++)
        {
            if (isThere(prices[type], sizes[type]))
            {
                changes.value(Changes.NEW, type, prices[type], sizes[type]);
            }
        }
        if (null != lastTrade)
        {
            changes.trade(lastTrade);
        }
    }

    private void describe(final boolean isBid, final PriceLevels levels)
    {
        for (int i = 0; i < levels.size(); i++)
        {
            onLevel(NEW, isBid, i + 1, levels.priceE5(i), levels.qtyLots(i), (int)levels.orderCount(i));
        }
    }
}
