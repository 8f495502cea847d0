// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.wire.FixWriter;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Sends what operators publish as News(B) to the sessions that are logged on, may have market data, and are among
 * the receivers.
 */
final class NewsRequestHandler
{
    /** Each once, however often it logs on without having ended. */
    private final Set<FixSession> sessions = new LinkedHashSet<>();
    private final FixWriter writer = new FixWriter();
    private final CounterSet<DataCounter> counters;

    NewsRequestHandler(final CounterSet<DataCounter> counters)
    {
        this.counters = counters;
    }

    /** The transaction in hand is public. */
    void publish(final List<NewsItem> items)
    {
        for (int i = 0; i < items.size(); i++)
        {
            final NewsItem item = items.get(i);
            encode(item);
            // A copy: a session that ends during the send leaves the set.
            for (final FixSession session : List.copyOf(sessions))
            {
                if (session.options().may(FixSessionOptions.Role.MARKET_DATA) && item.isFor(session))
                {
                    session.send(writer);
                    counters.increment(DataCounter.OTHERS);
                }
            }
        }
    }

    private void encode(final NewsItem item)
    {
        writer.begin("B").timestamp(42, item.timeNs()).text(148, item.headline());
        if (null != item.instrument())
        {
            writer.number(146, 1);
            Instruments.write(writer, item.instrument());
        }
        // FIX wants a text; without one the headline is it.
        final String[] lines = (item.text().isEmpty() ? item.headline() : item.text()).split("\n", -1);
        writer.number(33, lines.length);
        for (final String line : lines)
        {
            writer.text(58, line.isEmpty() ? " " : line);
        }
    }

    void onLogon(final FixSession session)
    {
        sessions.add(session);
    }

    void onLogout(final FixSession session)
    {
        sessions.remove(session);
    }
}
