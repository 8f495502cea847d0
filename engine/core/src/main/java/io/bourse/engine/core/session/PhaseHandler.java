// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.session;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.command.FieldCheck;
import io.bourse.engine.core.matching.PhaseChanges;
import io.bourse.engine.core.phase.PhaseCalendar;
import io.bourse.engine.core.phase.PhaseCalendars;
import io.bourse.engine.core.phase.PhaseEventPublisher;
import io.bourse.engine.core.phase.RandomDelay;
import io.bourse.engine.core.state.DeadlineQueue;
import io.bourse.engine.core.state.EngineTime;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.protocol.ChangePhaseDecoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseTraits;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.SetCalendarDecoder;
import io.bourse.engine.protocol.snapshot.DeadlineKind;

/**
 * Executes the commands that set phases: at once, and by calendar.
 * <p>
 * {@code ChangePhase} applies to one instrument, or to all of an underlying, or to the whole market, in ascending order
 * of their ids. It is refused as a whole (WRONG_STATE) when one of them would have to trade while the session is not
 * open: suspend, change and resume in that order needs no trade, or wait.
 * <p>
 * {@code SetCalendar} replaces the calendar of its underlying. Entries lie ahead, and each one ends, its random part
 * included, before the next begins; otherwise nothing changes (INVALID_FIELD). Setting a calendar changes no phase: the
 * first entry does. Without entries it removes the calendar.
 */
public final class PhaseHandler
{
    private final ChangePhaseDecoder changePhase = new ChangePhaseDecoder();
    private final SetCalendarDecoder setCalendar = new SetCalendarDecoder();
    private final ReferenceData referenceData;
    private final EngineTime time;
    private final DeadlineQueue deadlines;
    private final PhaseChanges changes;
    private final PhaseCalendars calendars;
    private final PhaseEventPublisher publisher;
    private final DeadlineQueue.DeadlineHandler deadlineHandler = this::onDeadline;

    public PhaseHandler(
        final ReferenceData referenceData,
        final EngineTime time,
        final DeadlineQueue deadlines,
        final PhaseChanges changes,
        final PhaseCalendars calendars,
        final PhaseEventPublisher publisher)
    {
        this.referenceData = referenceData;
        this.time = time;
        this.deadlines = deadlines;
        this.changes = changes;
        this.calendars = calendars;
        this.publisher = publisher;
        deadlines.name(DeadlineKind.CALENDAR, deadlineHandler);
    }

    /**
     * Enters the commands of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(ChangePhaseDecoder.TEMPLATE_ID, this::onChangePhase)
            .instrumentAt(ChangePhaseDecoder.instrumentIdEncodingOffset()));
        table.add(new CommandKind(SetCalendarDecoder.TEMPLATE_ID, this::onSetCalendar));
    }

    private RejectReason onChangePhase(final CommandEnvelope envelope)
    {
        final ChangePhaseDecoder command = envelope.decode(changePhase);
        if (!isValid(command))
        {
            return RejectReason.INVALID_FIELD;
        }
        final Phase phase = PhaseTraits.ofValue(command.phase());
        if (0 != command.instrumentId())
        {
            return changeOne(referenceData.instrument(command.instrumentId()), phase, command);
        }
        boolean isAnyMeant = false;
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            final Instrument instrument = referenceData.instrumentById(i);
            final boolean isMeant = isMeant(instrument, command);
            if (isMeant && changes.isForbidden(instrument, phase))
            {
                return RejectReason.WRONG_STATE;
            }
            isAnyMeant |= isMeant;
        }
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            final Instrument instrument = referenceData.instrumentById(i);
            if (isMeant(instrument, command))
            {
                change(instrument, phase, command);
            }
        }
        return isAnyMeant ? null : RejectReason.UNKNOWN_INSTRUMENT;
    }

    /**
     * Whether a {@code ChangePhase} would let an instrument go on that is halted. Every way out of a halt counts: what
     * comes after another phase may be trading.
     *
     * @param envelope of the command.
     * @return false when none of the instruments it is for is halted, or all of them stay so.
     */
    public boolean endsHalt(final CommandEnvelope envelope)
    {
        final ChangePhaseDecoder command = envelope.decode(changePhase);
        if (!isValid(command) || Phase.HALTED.value() == command.phase() && 0 == command.durationNs())
        {
            return false;
        }
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            final Instrument instrument = referenceData.instrumentById(i);
            final boolean isFor = 0 == command.instrumentId() ?
                isMeant(instrument, command) : command.instrumentId() == instrument.instrumentId;
            if (isFor && Phase.HALTED == instrument.phase)
            {
                return true;
            }
        }
        return false;
    }

    private RejectReason changeOne(
        final Instrument instrument, final Phase phase, final ChangePhaseDecoder command)
    {
        if (null == instrument)
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        if (instrument.isExpired)
        {
            return RejectReason.INSTRUMENT_EXPIRED;
        }
        if (changes.isForbidden(instrument, phase))
        {
            return RejectReason.WRONG_STATE;
        }
        change(instrument, phase, command);
        return null;
    }

    private void change(final Instrument instrument, final Phase phase, final ChangePhaseDecoder command)
    {
        if (0 == command.durationNs())
        {
            changes.change(instrument, phase);
            return;
        }
        changes.change(
            instrument,
            phase,
            DeadlineQueue.after(time.nowNs(), command.durationNs()),
            RandomDelay.draw(command.randomEndNs(), command.seed(), instrument.instrumentId),
            PhaseTraits.ofValue(command.nextPhase()));
    }

    private RejectReason onSetCalendar(final CommandEnvelope envelope)
    {
        final SetCalendarDecoder command = envelope.decode(setCalendar);
        final int underlyingOffset = command.offset() + SetCalendarDecoder.underlyingEncodingOffset();
        if (!FieldCheck.isText(command.buffer(), underlyingOffset, Instrument.UNDERLYING_LENGTH, 0) ||
            !areEntriesValid(command.entries()))
        {
            return RejectReason.INVALID_FIELD;
        }
        final int number = calendars.numberOf(command.buffer(), underlyingOffset);
        final PhaseCalendar calendar = calendars.get(number);
        deadlines.cancel(calendar.deadlineId);
        calendar.seed = command.seed();
        fill(calendar, command);
        schedule(number);
        publisher.calendarSet(calendar);
        return null;
    }

    /** Reads the command once more from its start: its group was read while it was checked. */
    private static void fill(final PhaseCalendar calendar, final SetCalendarDecoder command)
    {
        command.sbeRewind();
        final SetCalendarDecoder.EntriesDecoder entries = command.entries();
        calendar.clear(entries.count());
        while (entries.hasNext())
        {
            entries.next();
            calendar.add(entries.startNs(), entries.randomNs(), PhaseTraits.ofValue(entries.phase()));
        }
    }

    /**
     * Sets the timer of a calendar.
     *
     * @param number of the calendar, see {@link PhaseCalendars#get}.
     */
    public void schedule(final int number)
    {
        final PhaseCalendar calendar = calendars.get(number);
        calendar.deadlineId =
            calendar.hasNext() ? deadlines.schedule(calendar.nextStartNs(), deadlineHandler, number) : 0;
    }

    /** The next entry of a calendar begins. */
    private void onDeadline(final long number, final long startNs)
    {
        final PhaseCalendar calendar = calendars.get((int)number);
        final Phase phase = calendar.nextPhase();
        final long randomNs = calendar.nextRandomNs();
        calendar.advance();
        schedule((int)number);
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            final Instrument instrument = referenceData.instrumentById(i);
            if (calendars.of(instrument) == calendar)
            {
                // With the start in the seed every entry has a random part of its own.
                changes.changeByCalendar(
                    instrument,
                    phase,
                    startNs,
                    RandomDelay.draw(randomNs, calendar.seed + startNs, instrument.instrumentId));
            }
        }
    }

    private boolean areEntriesValid(final SetCalendarDecoder.EntriesDecoder entries)
    {
        long freeFromNs = time.nowNs() + 1;
        while (entries.hasNext())
        {
            entries.next();
            final long startNs = entries.startNs();
            if (startNs < freeFromNs || entries.randomNs() < 0 || null == PhaseTraits.ofValue(entries.phase()) ||
                entries.randomNs() >= DeadlineQueue.NONE - startNs)
            {
                return false;
            }
            freeFromNs = startNs + entries.randomNs() + 1;
        }
        return true;
    }

    private static boolean isValid(final ChangePhaseDecoder command)
    {
        final boolean isTimed = 0 != command.durationNs();
        return command.durationNs() >= 0 &&
            command.randomEndNs() >= 0 &&
            (isTimed ? null != PhaseTraits.ofValue(command.nextPhase()) : 0 == command.randomEndNs()) &&
            null != PhaseTraits.ofValue(command.phase()) &&
            command.instrumentId() >= 0 &&
            FieldCheck.isText(
                command.buffer(), underlyingOffset(command), Instrument.UNDERLYING_LENGTH, 0) &&
            (0 == command.instrumentId() || hasNoUnderlying(command));
    }

    private static boolean isMeant(final Instrument instrument, final ChangePhaseDecoder command)
    {
        return !instrument.isExpired && (hasNoUnderlying(command) ||
            FieldCheck.contains(command.buffer(), underlyingOffset(command), instrument.underlying));
    }

    private static boolean hasNoUnderlying(final ChangePhaseDecoder command)
    {
        return 0 == command.buffer().getByte(underlyingOffset(command));
    }

    private static int underlyingOffset(final ChangePhaseDecoder command)
    {
        return command.offset() + ChangePhaseDecoder.underlyingEncodingOffset();
    }
}
