// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import java.util.Arrays;

/**
 * What subscribers of an instrument have: so many levels of the book, and its values. Subscribers of the same depth who
 * keep up share one view, so that the difference that a transaction makes is worked out once for all of them; one who
 * does not keep up has a copy of his own until he has been brought up to date.
 */
final class InstrumentView
{
    private final PublicInstrument instrument;
    private final int depth;
    private final LevelView bids;
    private final LevelView offers;
    private final long[] prices;
    private final long[] sizes;
    private final Changes changes = new Changes();
    private TradePrint lastTrade;
    private int users;

    /**
     * A view of the present state.
     *
     * @param instrument to look at.
     * @param depth MarketDepth(264): 0 for all levels.
     */
    InstrumentView(final PublicInstrument instrument, final int depth)
    {
        this.instrument = instrument;
        this.depth = depth;
        final int levels = 0 == depth ? Integer.MAX_VALUE : depth;
        bids = new LevelView(EntryType.BID, levels);
        offers = new LevelView(EntryType.OFFER, levels);
        prices = new long[EntryType.COUNT];
        sizes = new long[EntryType.COUNT];
        Arrays.fill(prices, DayValues.NONE);
        Arrays.fill(sizes, DayValues.NONE);
        advance();
    }

    private InstrumentView(final InstrumentView source)
    {
        instrument = source.instrument;
        depth = source.depth;
        bids = new LevelView(source.bids);
        offers = new LevelView(source.offers);
        prices = source.prices.clone();
        sizes = source.sizes.clone();
        lastTrade = source.lastTrade;
    }

    /** The view that subscribers of this depth share; to be released. */
    static InstrumentView acquire(final PublicInstrument instrument, final int depth)
    {
        InstrumentView found = null;
        for (final InstrumentView view : instrument.views)
        {
            found = view.depth == depth ? view : found;
        }
        if (null == found)
        {
            found = new InstrumentView(instrument, depth);
            instrument.views.add(found);
        }
        found.users++;
        return found;
    }

    void release()
    {
        if (0 == --users)
        {
            instrument.views.remove(this);
        }
    }

    InstrumentView copy()
    {
        return new InstrumentView(this);
    }

    PublicInstrument instrument()
    {
        return instrument;
    }

    /** Of the last {@link #advance} or {@link #describe}. */
    Changes changes()
    {
        return changes;
    }

    /** Works out what the transaction in hand has changed, and takes it over. */
    void advance()
    {
        changes.clear();
        advanceBook();
        for (final TradePrint trade : instrument.trades())
        {
            changes.trade(trade);
        }
        lastTrade = instrument.lastTrade();
    }

    /** The same for several transactions at once; of their trades only the last is told. */
    void catchUp()
    {
        changes.clear();
        advanceBook();
        if (lastTrade != instrument.lastTrade())
        {
            lastTrade = instrument.lastTrade();
            changes.trade(lastTrade);
        }
    }

    private void advanceBook()
    {
        bids.advance(instrument.side(true), changes);
        offers.advance(instrument.side(false), changes);
        final DayValues values = instrument.values();
        for (int type = EntryType.FIRST_VALUE; type < EntryType.COUNT; type++)
        {
            final long priceE5 = values.priceE5(type);
            final long size = values.size(type);
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

    private static boolean isThere(final long priceE5, final long size)
    {
        return DayValues.NONE != priceE5 || DayValues.NONE != size;
    }

    /** Everything there is, as new entries. */
    void describe()
    {
        changes.clear();
        bids.describe(changes);
        offers.describe(changes);
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
}
