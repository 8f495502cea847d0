// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.wire.FixWriter;

import java.util.Collection;
import java.util.List;

/**
 * Sends what an operator tells members as News(B): to the sessions that are logged on, may have market data, and are
 * those whom it is for.
 */
final class NewsDesk
{
    /**
     * News as the engine told them.
     *
     * @param timeNs when, nanoseconds since the Unix epoch.
     * @param instrument what they are about, null for the whole market.
     * @param loginId whom they are for, 0 for not one login.
     * @param firm whom they are for, empty for not one firm.
     * @param headline printable ASCII.
     * @param text lines separated by line feeds, empty for none.
     */
    record News(long timeNs, PublicInstrument instrument, int loginId, String firm, String headline, String text)
    {
        private boolean isFor(final FixSession session)
        {
            return (0 == loginId || loginId == session.loginId()) &&
                (firm.isEmpty() || firm.equals(session.brokerageFirm())) &&
                session.options().may(FixSessionOptions.Role.MARKET_DATA);
        }
    }

    private final FixWriter writer = new FixWriter();
    private final DataCounters counters;

    NewsDesk(final DataCounters counters)
    {
        this.counters = counters;
    }

    void publish(final List<News> news, final Collection<FixSession> sessions)
    {
        for (final News item : news)
        {
            write(item);
            // A session that does not read may end in this very moment.
            for (final FixSession session : List.copyOf(sessions))
            {
                if (item.isFor(session))
                {
                    session.send(writer);
                    counters.onOther();
                }
            }
        }
    }

    private void write(final News news)
    {
        writer.begin("B").timestamp(42, news.timeNs()).text(148, news.headline());
        if (null != news.instrument())
        {
            writer.number(146, 1);
            Instruments.write(writer, news.instrument());
        }
        // FIX wants a line of text.
        final String[] lines = (news.text().isEmpty() ? news.headline() : news.text()).split("\n", -1);
        writer.number(33, lines.length);
        for (final String line : lines)
        {
            writer.text(58, line.isEmpty() ? " " : line);
        }
    }
}
