// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.DayKeeper;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.testing.CorpusDays;
import io.bourse.testing.CorpusEvents;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Market data that goes on from the beginning of a trading session comes to what the whole history comes to.
 */
class DataDaysTest
{
    @Test
    void shouldComeToTheSameMarketFromEveryTradingSession() throws IOException
    {
        final CorpusEvents events = new CorpusEvents(CorpusEvents.FIRST);
        final List<CorpusDays.Day> days = new ArrayList<>();
        final DataMarket whole = new DataMarket();
        final CheckpointState state = CheckpointState.writing(MarketDataService.STATE_VERSION);
        final int[] transactions = {0};
        whole.events.days(new DayKeeper()
        {
            @Override
            public CheckpointState begin()
            {
                state.clear();
                return state;
            }

            @Override
            public void keep(final StreamPosition position)
            {
                assertEquals(events.cursor(transactions[0]), position.previousCursor());
                assertEquals(events.cursor(transactions[0] + 1), position.cursor());
                days.add(new CorpusDays.Day(
                    Arrays.copyOf(state.buffer().byteArray(), state.length()), transactions[0]));
            }
        });
        final List<String> expected = new ArrayList<>();
        for (; transactions[0] < events.size(); transactions[0]++)
        {
            expected.add(play(events, whole, transactions[0]));
        }
        assertTrue(days.size() > 3 && expected.getLast().contains("TradePrint"),
            "days=" + days.size() + " last=" + expected.getLast());

        days.addAll(CorpusDays.read("gateway-fix", "data", MarketDataService.STATE_VERSION, days));
        for (final CorpusDays.Day day : days)
        {
            final DataMarket restored = new DataMarket();
            final CheckpointState read = CheckpointState.reading(
                new UnsafeBuffer(day.state()), 0, day.state().length, MarketDataService.STATE_VERSION);
            restored.events.state(read);
            read.end();
            assertEquals(events.cursor(day.transactions()), restored.transactionCursor());
            for (int i = day.transactions(); i < events.size(); i++)
            {
                assertEquals(expected.get(i), play(events, restored, i), "day=" + day.transactions() + " at=" + i);
            }
        }
    }

    /** What changes in a transaction, and what subscribers of everything have after it. */
    private static String play(final CorpusEvents events, final DataMarket market, final int transaction)
    {
        events.deliver(transaction, new EventDispatcher(market.events), 0);
        final StringBuilder text = new StringBuilder().append(market.transactionCursor()).append(market.state())
            .append(market.sessionId()).append(market.isPreOpen()).append(market.isPostTrade())
            .append(market.isChanged()).append(market.isStateChanged()).append(market.quoteRequests.size())
            .append(market.news.size());
        for (final Listing listing : market.listings)
        {
            text.append('\n').append(listing.instrument.symbol()).append(' ').append(listing.rptSeq).append(' ')
                .append(listing.changes).append(listing.phase).append(listing.trades).append(listing.broken)
                .append(listing.lastTrade);
            final InstrumentView view = new InstrumentView(listing, 0);
            view.describe();
            for (int i = 0; i < view.changes.size(); i++)
            {
                final Changes.Entry entry = view.changes.get(i);
                text.append(' ').append(entry.type).append('/').append(entry.priceE5).append('/').append(entry.size)
                    .append('/').append(entry.orders);
            }
        }
        market.settle();
        return text.toString();
    }
}
