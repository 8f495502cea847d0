// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.session;

import io.bourse.engine.core.matching.PhaseChanges;
import io.bourse.engine.core.phase.PendingChange;
import io.bourse.engine.core.phase.PhaseCalendar;
import io.bourse.engine.core.phase.PhaseCalendars;
import io.bourse.engine.core.phase.PhaseSchedule;
import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseCause;
import io.bourse.engine.protocol.snapshot.CalendarDecoder;
import io.bourse.engine.protocol.snapshot.CalendarEncoder;
import io.bourse.engine.protocol.snapshot.PhaseSchedulesDecoder;
import io.bourse.engine.protocol.snapshot.PhaseSchedulesEncoder;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.function.IntFunction;

/**
 * Changes of phase to come in snapshots: of instruments, and the calendars.
 */
public final class PhaseScheduleSnapshot implements SnapshotPart
{
    private static final short NONE = Phase.NULL_VAL.value();
    private static final int SCHEDULES = SnapshotWriter.entriesPerRecord(
        PhaseSchedulesEncoder.BLOCK_LENGTH, PhaseSchedulesEncoder.SchedulesEncoder.sbeBlockLength());

    private final PhaseSchedulesEncoder encoder = new PhaseSchedulesEncoder();
    private final PhaseSchedulesDecoder decoder = new PhaseSchedulesDecoder();
    private final CalendarDecoder calendarDecoder = new CalendarDecoder();
    private final ReferenceData referenceData;
    private final PhaseChanges changes;
    private final PhaseCalendars calendars;

    public PhaseScheduleSnapshot(
        final ReferenceData referenceData, final PhaseChanges changes, final PhaseCalendars calendars)
    {
        this.referenceData = referenceData;
        this.changes = changes;
        this.calendars = calendars;
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(PhaseSchedulesDecoder.TEMPLATE_ID, this::readSchedules);
        table.add(CalendarDecoder.TEMPLATE_ID, record -> readCalendar(record, calendarDecoder, calendars));
    }

    @Override
    public void writeTo(final SnapshotWriter writer)
    {
        writeSchedules(writer);
        for (int number = 0; number < calendars.count(); number++)
        {
            write(writer, calendars.get(number));
        }
    }

    private void writeSchedules(final SnapshotWriter writer)
    {
        PhaseSchedulesEncoder.SchedulesEncoder group = begin(writer);
        int count = 0;
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            final PhaseSchedule schedule = changes.existingSchedule(referenceData.instrumentAt(i));
            if (null != schedule)
            {
                if (count == SCHEDULES)
                {
                    end(writer, group);
                    group = begin(writer);
                    count = 0;
                }
                encode(group.next().instrument(i), schedule);
                count++;
            }
        }
        end(writer, group);
    }

    private PhaseSchedulesEncoder.SchedulesEncoder begin(final SnapshotWriter writer)
    {
        return writer.begin(encoder).schedulesCount(SCHEDULES);
    }

    private void end(final SnapshotWriter writer, final PhaseSchedulesEncoder.SchedulesEncoder group)
    {
        group.resetCountToIndex();
        writer.write(encoder.encodedLength());
    }

    private static void encode(final PhaseSchedulesEncoder.SchedulesEncoder entry, final PhaseSchedule schedule)
    {
        final PendingChange next = schedule.next;
        final PendingChange volatilityEnd = schedule.volatilityEnd;
        entry
            .nextDeadline(next.deadlineId())
            .nextEndNs(next.endNs())
            .volatilityDeadline(volatilityEnd.deadlineId())
            .volatilityEndNs(volatilityEnd.endNs())
            .nextPhase(raw(next.phase()))
            .nextCause(raw(next.cause()))
            .volatilityPhase(raw(volatilityEnd.phase()))
            .volatilityCause(raw(volatilityEnd.cause()))
            .postponedPhase(raw(schedule.postponedPhase))
            .postponedCause(raw(schedule.postponedCause))
            .isHeld(SnapshotWriter.flag(schedule.isHeld));
    }

    /** Writes what is to come for one instrument, by what it is known by. */
    public static void write(final SnapshotWriter writer, final int instrument, final PhaseSchedule schedule)
    {
        final PhaseSchedulesEncoder encoder = writer.begin(new PhaseSchedulesEncoder());
        encode(encoder.schedulesCount(1).next().instrument(instrument), schedule);
        writer.write(encoder.encodedLength());
    }

    private void readSchedules(final SnapshotRecord record)
    {
        readSchedules(record, decoder, changes, referenceData::instrumentAt);
    }

    /** Reads what is to come for instruments, by what they are known by. */
    public static void readSchedules(
        final SnapshotRecord record,
        final PhaseSchedulesDecoder decoder,
        final PhaseChanges changes,
        final IntFunction<Instrument> find)
    {
        final PhaseSchedulesDecoder.SchedulesDecoder group = record.decode(decoder).schedules();
        while (group.hasNext())
        {
            final PhaseSchedule schedule = changes.schedule(find.apply(group.next().instrument()));
            if (NONE != group.nextPhase())
            {
                schedule.next.restore(
                    group.nextDeadline(),
                    group.nextEndNs(),
                    Phase.get(group.nextPhase()),
                    PhaseCause.get(group.nextCause()));
            }
            if (NONE != group.volatilityPhase())
            {
                schedule.volatilityEnd.restore(
                    group.volatilityDeadline(),
                    group.volatilityEndNs(),
                    Phase.get(group.volatilityPhase()),
                    PhaseCause.get(group.volatilityCause()));
            }
            if (NONE != group.postponedPhase())
            {
                changes.postpone(
                    schedule, Phase.get(group.postponedPhase()), PhaseCause.get(group.postponedCause()));
            }
            schedule.isHeld = 0 != group.isHeld();
        }
    }

    private static short raw(final Phase phase)
    {
        return null == phase ? NONE : phase.value();
    }

    private static short raw(final PhaseCause cause)
    {
        return null == cause ? NONE : cause.value();
    }

    /** Writes a calendar. */
    public static void write(final SnapshotWriter writer, final PhaseCalendar calendar)
    {
        final CalendarEncoder encoder = new CalendarEncoder();
        final CalendarEncoder.EntriesEncoder group = writer.begin(encoder)
            .seed(calendar.seed)
            .deadline(calendar.deadlineId)
            .passed(calendar.passed())
            .putUnderlying(calendar.underlying, 0)
            .entriesCount(calendar.size());
        for (int i = 0; i < calendar.size(); i++)
        {
            group.next().startNs(calendar.startNs(i)).randomNs(calendar.randomNs(i)).phase(calendar.phase(i).value());
        }
        writer.write(encoder.encodedLength());
    }

    /** Reads a calendar; returns its number. */
    public static int readCalendar(
        final SnapshotRecord record, final CalendarDecoder calendarDecoder, final PhaseCalendars calendars)
    {
        record.decode(calendarDecoder);
        final UnsafeBuffer underlying = new UnsafeBuffer(new byte[Instrument.UNDERLYING_LENGTH]);
        calendarDecoder.getUnderlying(underlying.byteArray(), 0);
        final int number = calendars.numberOf(underlying, 0);
        final PhaseCalendar calendar = calendars.get(number);
        final int passed = calendarDecoder.passed();
        calendar.seed = calendarDecoder.seed();
        calendar.deadlineId = calendarDecoder.deadline();
        final CalendarDecoder.EntriesDecoder group = calendarDecoder.entries();
        calendar.clear(group.count());
        while (group.hasNext())
        {
            group.next();
            calendar.add(group.startNs(), group.randomNs(), Phase.get(group.phase()));
        }
        for (int i = 0; i < passed; i++)
        {
            calendar.advance();
        }
        return number;
    }
}
