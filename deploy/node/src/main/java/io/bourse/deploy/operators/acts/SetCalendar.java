// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.deploy.operators.forms.CodeForm;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.deploy.operators.history.VenueSettings;
import io.bourse.engine.client.operator.CalendarEntry;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.protocol.Phase;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Replaces the calendar of the market, or of one underlying.
 *
 * @param underlying null: of the market, for instruments without their own.
 * @param entries ascending, none before the one above has ended; null or empty: takes the calendar away.
 */
public record SetCalendar(String underlying, List<Entry> entries) implements Act<SetCalendar.Entries>
{
    private static final Instant LAST = Instant.parse("2200-01-01T00:00:00Z");

    /**
     * A phase begins.
     *
     * @param start when.
     * @param randomNs up to this is added at random, in nanoseconds up to a day; null for nothing.
     */
    public record Entry(Instant start, Phase phase, Long randomNs)
    {
        /** Checks the form. */
        public Entry
        {
            Forms.given("start", start);
            Forms.require(start.isAfter(Instant.EPOCH) && start.isBefore(LAST), "start",
                "a phase starts from 1970 to 2199: {start}=" + start);
            Forms.given("phase", phase);
            Forms.duration("randomNs", randomNs);
        }

        /** An entry as the engine has it. */
        public static Entry of(final CalendarEntry entry)
        {
            return new Entry(Instant.EPOCH.plusNanos(entry.startNs()), entry.phase(),
                0 == entry.randomNs() ? null : entry.randomNs());
        }

        private CalendarEntry spec()
        {
            return new CalendarEntry(
                ChronoUnit.NANOS.between(Instant.EPOCH, start), null == randomNs ? 0 : randomNs, phase);
        }
    }

    /**
     * How many there are.
     *
     * @param before the act.
     * @param now after it.
     */
    public record Entries(int before, int now)
    {
    }

    /** Checks the form. */
    public SetCalendar
    {
        if (null != underlying)
        {
            CodeForm.UNDERLYING.require("underlying", underlying);
        }
        entries = null == entries ? List.of() : List.copyOf(entries);
        Forms.require(entries.size() <= PhaseOperator.MAX_CALENDAR_ENTRIES, "entries", "a calendar has up to " +
            PhaseOperator.MAX_CALENDAR_ENTRIES + " entries: entries=" + entries.size());
        Instant freeFrom = Instant.MIN;
        for (final Entry entry : entries)
        {
            Forms.require(entry.start.isAfter(freeFrom), "entries",
                "begins before the entry above has ended, its random part counted: start=" + entry.start);
            freeFrom = entry.start.plusNanos(null == entry.randomNs ? 0 : entry.randomNs);
        }
    }

    @Override
    public Entries execute(final ActContext context)
    {
        final String key = null == underlying ? "" : underlying;
        final VenueSettings settings = context.settings();
        final int present = settings.calendarEntries(key);
        if (entries.isEmpty() && 0 == present && settings.isWhole())
        {
            throw new IllegalStateException("there is no calendar of " + (null == underlying ? "the market" :
                underlying) + " to be removed, nothing was done");
        }
        if (!entries.isEmpty() && null != underlying)
        {
            settings.requireUnderlying(underlying);
        }
        // Traders could foresee the starts if they could guess the seed.
        new PhaseOperator(context.operator()).setCalendar(
            key, new SecureRandom().nextLong(), entries.stream().map(Entry::spec).toList());
        return new Entries(present, entries.size());
    }
}
