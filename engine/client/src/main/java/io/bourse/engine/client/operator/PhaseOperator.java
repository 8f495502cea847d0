// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.ChangePhaseEncoder;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.GroupSizeEncodingEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.SetCalendarEncoder;
import io.bourse.engine.protocol.SetPriceControlsEncoder;

import java.util.List;

/**
 * An operator's hand on phases: changes, calendars and price controls. Uses the connection of an
 * {@link OperatorClient}, with the same exceptions, and is not thread-safe either.
 */
public final class PhaseOperator
{
    /** Most entries of a calendar: what fits into a command. */
    public static final int MAX_CALENDAR_ENTRIES =
        (CommandForm.MAX_UNSIGNED_LENGTH - MessageHeaderEncoder.ENCODED_LENGTH - SetCalendarEncoder.BLOCK_LENGTH -
            GroupSizeEncodingEncoder.ENCODED_LENGTH) / SetCalendarEncoder.EntriesEncoder.sbeBlockLength();

    private final ChangePhaseEncoder changePhase = new ChangePhaseEncoder();
    private final SetCalendarEncoder setCalendar = new SetCalendarEncoder();
    private final SetPriceControlsEncoder setPriceControls = new SetPriceControlsEncoder();
    private final OperatorClient operator;

    /**
     * Phases of an engine.
     *
     * @param operator whose connection is used, not owned.
     */
    public PhaseOperator(final OperatorClient operator)
    {
        this.operator = operator;
    }

    /**
     * Changes the phase of an instrument, an underlying or the market. An auction that ends by it trades first.
     *
     * @param spec what is to change, to what, and for how long.
     */
    public void changePhase(final PhaseChangeSpec spec)
    {
        operator.execute(operator.begin(new ChangePhaseEncoder())
            .durationNs(spec.durationNs())
            .randomEndNs(spec.randomEndNs())
            .seed(spec.seed())
            .instrumentId(spec.instrumentId())
            .phase(spec.phase().value())
            .nextPhase(spec.nextPhase().value())
            .underlying(spec.underlying()),
            "command=ChangePhase instrumentId=" + spec.instrumentId() + " underlying=" + spec.underlying() + " phase=" +
                spec.phase());
    }

    /**
     * Replaces the calendar of an underlying or of the market.
     *
     * @param underlying at most 12 ASCII characters; empty for the whole market.
     * @param seed of the random starts; traders should not be able to foresee it.
     * @param entries ascending, all in the future, at most {@link #MAX_CALENDAR_ENTRIES}; none to remove the calendar.
     */
    public void setCalendar(final String underlying, final long seed, final List<CalendarEntry> entries)
    {
        final String facts = "command=SetCalendar underlying=" + underlying + " entries=" + entries.size();
        if (entries.size() > MAX_CALENDAR_ENTRIES)
        {
            throw new IllegalArgumentException(
                "a calendar has at most " + MAX_CALENDAR_ENTRIES + " entries: " + facts);
        }
        operator.begin(setCalendar).seed(seed).underlying(underlying);
        final SetCalendarEncoder.EntriesEncoder group = setCalendar.entriesCount(entries.size());
        for (final CalendarEntry entry : entries)
        {
            group.next().startNs(entry.startNs()).randomNs(entry.randomNs()).phase(entry.phase().value());
        }
        operator.execute(setCalendar, facts);
    }

    /**
     * Sets the price controls of an instrument, all at once.
     *
     * @param spec controls.
     */
    public void setPriceControls(final PriceControlsSpec spec)
    {
        operator.execute(operator.begin(new SetPriceControlsEncoder())
            .collarE5(spec.collarE5())
            .protectionE5(spec.protectionE5())
            .dynamicRangeE5(spec.dynamicRangeE5())
            .staticRangeE5(spec.staticRangeE5())
            .volatilityAuctionNs(spec.volatilityAuctionNs())
            .volatilityRandomNs(spec.volatilityRandomNs())
            .limitWatchNs(spec.limitWatchNs())
            .passiveDelayNs(spec.passiveDelayNs())
            .instrumentId(spec.instrumentId())
            .limitWatchPct((short)spec.limitWatchPct())
            .limitShiftPct((short)spec.limitShiftPct())
            .maxLimitShifts((short)spec.maxLimitShifts()),
            "command=SetPriceControls " + spec);
    }
}
