// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.deploy.node.SessionDates;
import io.bourse.deploy.node.SessionTracker;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.protocol.TradingDates;
import io.bourse.engine.protocol.TradingDays;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Opens the next session, of a date or the next trading day; exactly one of them is given. Asks when the date is no
 * trading day, jumps over one, or lies more than a week ahead.
 *
 * @param date YYYYMMDD.
 * @param next the next trading day.
 * @param market whose trading days count; null: those of the whole venue.
 */
public record OpenSession(Integer date, boolean next, String market) implements Act<OpenSession.Opened>
{
    /**
     * The session.
     *
     * @param tradingDate YYYYMMDD.
     */
    public record Opened(long sessionId, int tradingDate)
    {
    }

    /** Checks the form. */
    public OpenSession
    {
        market = null == market ? TradingDays.WHOLE_VENUE : market;
        Forms.one("date", date, "next", next);
        Forms.require(null == date || TradingDates.isDate(date), "date", "this is no date, write YYYYMMDD: {date}=" +
            date);
    }

    @Override
    public Opened execute(final ActContext context)
    {
        final SessionDates dates = context.history().dates();
        final SessionTracker last = dates.session();
        final int tradingDate = next ? dates.next(market) : date;
        requireClosed(last);
        requireLater(last, tradingDate);
        if (!next)
        {
            context.confirm(dates.doubts(tradingDate, last.tradingDate(), market), "--next for the next one");
        }
        context.operator().openSession(last.sessionId() + 1, tradingDate);
        return new Opened(last.sessionId() + 1, tradingDate);
    }

    /**
     * Opens it in one of several partitions, which get one date: the latest of those that would be next.
     *
     * @param context of the partition.
     * @param venueDir data directory of the venue.
     * @return the session; that which is open already when it has the date.
     * @throws IOException when files of a partition cannot be read.
     */
    public Opened executeInAll(final ActContext context, final Path venueDir) throws IOException
    {
        final int wanted = next ? SessionDates.common(venueDir, market) : date;
        final SessionTracker last = context.history().session();
        return last.isOpen() && last.tradingDate() == wanted ? new Opened(last.sessionId(), wanted) :
            new OpenSession(wanted, false, market).execute(context);
    }

    /** The engine refuses it too, and cannot say why. */
    private static void requireClosed(final SessionTracker last)
    {
        if (last.isOpen())
        {
            throw new IllegalStateException("a session is open, its evening run ends it; a wrong date is put right " +
                "by `bourse session move`: sessionId=" + last.sessionId() + " tradingDate=" + last.tradingDate());
        }
    }

    /**
     * The engine refuses it too, and cannot say why.
     *
     * @throws IllegalStateException when the date is not later than that of the last session.
     */
    public static void requireLater(final SessionTracker last, final int tradingDate)
    {
        if (tradingDate <= last.tradingDate())
        {
            throw new IllegalStateException("a trading date has one session, which its evening run ends; open one of " +
                "a later date: tradingDate=" + tradingDate + " lastTradingDate=" + last.tradingDate() +
                " lastSessionId=" + last.sessionId());
        }
    }
}
