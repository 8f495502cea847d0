// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.Partitions;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.InstrumentTotalsDecoder;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradingDates;
import io.bourse.engine.protocol.TradingDays;
import io.bourse.engine.protocol.TradingDaysSetDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;

import java.io.IOException;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the event stream says about dates: of the last session, of the one that was cleared last, and the trading
 * calendars. Says what an operator should know before a session gets a date.
 */
public final class SessionDates implements EventListener
{
    /** A trading date that is more days after the last one is asked about, also when it is the next trading day. */
    static final int MOST_DAYS_AHEAD = 7;
    private static final int YEARS = 10_000;
    private static final int FIRST_OF_JANUARY = 101;

    private final SessionTracker session;
    private final Map<String, TradingDays> calendars = new TreeMap<>();
    private long clearedDate;
    private long trades;
    private boolean hasRun;

    /**
     * Dates of a session.
     *
     * @param session is given each event before this.
     */
    SessionDates(final SessionTracker session)
    {
        this.session = session;
    }

    /**
     * The next date of the partitions that run: some have it already, when it was opened in them alone.
     *
     * @param venueDir data directory of a venue of several partitions.
     * @param market whose trading days count.
     * @return YYYYMMDD; 0 when no partition runs.
     * @throws IOException when files of a partition cannot be read.
     */
    public static int common(final Path venueDir, final String market) throws IOException
    {
        int common = 0;
        for (final Path dataDir : Partitions.directories(venueDir))
        {
            try (VenueClearing venue = VenueClearing.connect(dataDir))
            {
                final SessionDates dates = venue.history().dates();
                common = Math.max(common, dates.session().isOpen() ?
                    (int)dates.session().tradingDate() : dates.next(market));
            }
            catch (final VenueNotRunningException ignored)
            {
                // The act fails in this partition, and says so.
                continue;
            }
        }
        return common;
    }

    /**
     * All but the session.
     *
     * @param state to write to, or to read from when nothing was read of the stream.
     */
    void state(final CheckpointState state)
    {
        state.map(calendars, "", state::text, calendar(TradingDays.WHOLE_VENUE), (of) ->
        {
            final TradingDays days = new TradingDays(state.text(of.market()), state.number(of.weekdays()));
            final Map<Integer, byte[]> years = new TreeMap<>(of.years());
            state.map(years, 0, state::number, new byte[0], state::bytes);
            years.forEach((year, bits) -> setYear(days, year, BitSet.valueOf(bits)));
            return days;
        });
        clearedDate = state.number(clearedDate);
        trades = state.number(trades);
        hasRun = state.flag(hasRun);
    }

    private static void setYear(final TradingDays days, final int year, final BitSet tradingDays)
    {
        int date = year * YEARS + FIRST_OF_JANUARY;
        for (int day = 0; day < TradingDates.yearLength(year); day++)
        {
            days.set(date, tradingDays.get(day));
            date = TradingDates.next(date);
        }
    }

    /**
     * The last session.
     *
     * @return its state.
     */
    public SessionTracker session()
    {
        return session;
    }

    /**
     * Date of the session that an evening run has ended last.
     *
     * @return YYYYMMDD, 0 when there was none.
     */
    public long clearedDate()
    {
        return clearedDate;
    }

    /**
     * Trades of the last session.
     *
     * @return count.
     */
    public long trades()
    {
        return trades;
    }

    /**
     * Calendar of a market.
     *
     * @param market code, {@link TradingDays#WHOLE_VENUE} for the whole venue.
     * @return Monday to Friday when the whole venue has none.
     * @throws IllegalStateException when the market has none.
     */
    public TradingDays calendar(final String market)
    {
        final TradingDays days = calendars.get(market);
        if (null == days && !market.isEmpty())
        {
            throw new IllegalStateException("no trading days of this market are known, see `bourse session days`: " +
                "market=" + market + " markets=" + calendars.keySet());
        }
        return null == days ? new TradingDays(market, TradingDays.MONDAY_TO_FRIDAY) : days;
    }

    /**
     * Every calendar that was set.
     *
     * @return by market.
     */
    public Map<String, TradingDays> calendars()
    {
        return Map.copyOf(calendars);
    }

    /**
     * Whether runs are planned for a date: it is a trading day, or the last session has it all the same.
     *
     * @param date YYYYMMDD.
     * @return false on days without trading.
     */
    public boolean hasRuns(final int date)
    {
        return date == session.tradingDate() || calendar(TradingDays.WHOLE_VENUE).isTradingDay(date);
    }

    /**
     * The date that runs of a day belong to.
     *
     * @param day of the calendar.
     * @return YYYYMMDD: its own, on a day without runs that of the next trading day.
     */
    public int runDate(final LocalDate day)
    {
        final int date = Integer.parseInt(DateTimeFormatter.BASIC_ISO_DATE.format(day));
        final int next = hasRuns(date) ? date : calendar(TradingDays.WHOLE_VENUE).next(date);
        return TradingDays.NONE == next ? date : next;
    }

    /**
     * The trading day after the last session.
     *
     * @param market whose calendar counts.
     * @return YYYYMMDD.
     * @throws IllegalStateException when there was no session, or its date is none.
     */
    public int next(final String market)
    {
        if (!TradingDates.isDate(session.tradingDate()))
        {
            throw new IllegalStateException("there is no last session with a date to count from, name the date: " +
                "lastTradingDate=" + session.tradingDate());
        }
        return calendar(market).next((int)session.tradingDate());
    }

    /**
     * What speaks against a date; none of it is forbidden.
     *
     * @param date YYYYMMDD.
     * @param lastDate of the session before; 0 when there was none.
     * @param market whose calendar counts.
     * @return sentences; empty when it is the next trading day.
     */
    public List<String> doubts(final int date, final long lastDate, final String market)
    {
        final TradingDays days = calendar(market);
        final List<String> doubts = new ArrayList<>();
        if (!days.isTradingDay(date))
        {
            doubts.add(date + " is a " + weekday(date) + (days.isWeekday(date) ? " and a holiday" : "") +
                ", no trading day");
        }
        if (TradingDates.isDate(lastDate))
        {
            final int next = days.next((int)lastDate);
            final int ahead = TradingDates.between((int)lastDate, date);
            if (date > next && TradingDays.NONE != next)
            {
                doubts.add(date + " jumps over the next trading day " + next + ", a " + weekday(next));
            }
            if (ahead > MOST_DAYS_AHEAD)
            {
                doubts.add(date + " lies " + ahead + " days behind the last session of " + lastDate);
            }
        }
        if (!doubts.isEmpty() && calendars.isEmpty())
        {
            doubts.add("no trading days are set, so Monday to Friday is assumed");
        }
        return doubts;
    }

    /**
     * Why the open session cannot get a date.
     *
     * @param date YYYYMMDD.
     * @return a sentence with facts; null when it can.
     */
    public String moveRefusal(final int date)
    {
        final String facts = ": sessionId=" + session.sessionId() + " tradingDate=" + session.tradingDate() +
            " newDate=" + date + " clearedDate=" + clearedDate + " trades=" + trades;
        if (!session.isOpen())
        {
            return "no session is open, only the date of an open one moves" + facts;
        }
        if (date == session.tradingDate())
        {
            return "the session has this date already" + facts;
        }
        if (date <= clearedDate)
        {
            return "the date was cleared already, name a later one" + facts;
        }
        if (hasRun)
        {
            return "a clearing run of the session has suspended trading, its date stays" + facts;
        }
        return 0 != trades && TradingDates.isDate(session.tradingDate()) ?
            "the session has trades, its date stays" + facts : null;
    }

    private static String weekday(final int date)
    {
        return DayOfWeek.of(TradingDates.weekday(date) + 1).getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    }

    @Override
    public void onTradingDaysSet(final EventGroup group, final TradingDaysSetDecoder event)
    {
        calendars.compute(event.market(), (market, present) -> TradingDays.apply(present, event));
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        trades = 0;
        hasRun = false;
    }

    @Override
    public void onTradingSuspended(final EventGroup group, final TradingSuspendedDecoder event)
    {
        hasRun = true;
    }

    /** A run publishes them of trades that were heard of; a snapshot has no trades but how many there were. */
    @Override
    public void onInstrumentTotals(final EventGroup group, final InstrumentTotalsDecoder event)
    {
        trades += hasRun ? 0 : event.sessionTrades();
    }

    @Override
    public void onClearingCompleted(final EventGroup group, final ClearingCompletedDecoder event)
    {
        if (ClearingKind.EVENING == event.kind())
        {
            clearedDate = session.tradingDate();
        }
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        trades++;
    }

    @Override
    public void onOffBookTrade(final EventGroup group, final OffBookTradeDecoder event)
    {
        trades++;
    }
}
