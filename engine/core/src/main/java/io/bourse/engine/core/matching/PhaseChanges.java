// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.matching;

import io.bourse.engine.core.phase.AuctionIndications;
import io.bourse.engine.core.phase.AuctionOrders;
import io.bourse.engine.core.phase.PendingChange;
import io.bourse.engine.core.phase.PhaseCalendar;
import io.bourse.engine.core.phase.PhaseCalendars;
import io.bourse.engine.core.phase.PhaseEventPublisher;
import io.bourse.engine.core.phase.PhaseRules;
import io.bourse.engine.core.phase.PhaseSchedule;
import io.bourse.engine.core.phase.RandomDelay;
import io.bourse.engine.core.state.DeadlineQueue;
import io.bourse.engine.core.state.EngineTime;
import io.bourse.engine.core.state.HashedState;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.PriceControls;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.protocol.ActivationCause;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseCause;
import io.bourse.engine.protocol.PhaseTraits;
import io.bourse.engine.protocol.TimeInForceTraits;
import io.bourse.engine.protocol.snapshot.DeadlineKind;

import java.util.Arrays;

/**
 * Changes phases of instruments, and keeps the timers that will.
 * <p>
 * A change is one step: the book is uncrossed if the change does that (see {@link PhaseRules#isUncrossing}); then the
 * phase is another one and {@code PhaseChanged} says so; then, if an auction begins, the orders that waited for it join
 * the book in order of arrival. Stop orders that the auction price elected follow with the other consequences. A change
 * to the phase that the instrument already has only sets another end: so an operator prolongs an auction.
 * <p>
 * A change of a phase overrules what was to come, with two exceptions. A volatility auction leaves the next change
 * of operator or calendar in place, and ends with it if that comes first. And the calendar passes over an instrument
 * that an operator has halted, until an operator, or the end that was set, lifts the halt.
 * <p>
 * While the session is not open nothing may trade. A change whose time comes then is made nevertheless, unless it would
 * trade: that one waits until trading is resumed or the next session opens, when it comes before any order. A later
 * change of the same instrument takes its place. Suspending and opening sessions changes no phase otherwise, and timers
 * and calendars outlive sessions.
 */
public final class PhaseChanges implements HashedState
{
    private static final int INITIAL_CAPACITY = 16;
    private static final int VOLATILITY_KEY = 1;

    private final ReferenceData referenceData;
    private final SessionState session;
    private final EngineTime time;
    private final DeadlineQueue deadlines;
    private final PhaseCalendars calendars;
    private final AuctionIndications indications;
    private final AuctionOrders auctionOrders;
    private final AuctionEnd auctionEnd;
    private final OrderPlacement placement;
    private final PhaseEventPublisher publisher;
    private final DeadlineQueue.DeadlineHandler deadlineHandler = this::onDeadline;
    /** By {@link Instrument#index}; null for an instrument that has never changed its phase. */
    private PhaseSchedule[] schedules = new PhaseSchedule[INITIAL_CAPACITY];

    public PhaseChanges(
        final ReferenceData referenceData,
        final SessionState session,
        final EngineTime time,
        final DeadlineQueue deadlines,
        final PhaseCalendars calendars,
        final AuctionIndications indications,
        final AuctionOrders auctionOrders,
        final AuctionEnd auctionEnd,
        final OrderPlacement placement,
        final PhaseEventPublisher publisher)
    {
        this.referenceData = referenceData;
        this.session = session;
        this.time = time;
        this.deadlines = deadlines;
        this.calendars = calendars;
        this.indications = indications;
        this.auctionOrders = auctionOrders;
        this.auctionEnd = auctionEnd;
        this.placement = placement;
        this.publisher = publisher;
        deadlines.name(DeadlineKind.PHASE_CHANGE, deadlineHandler);
    }

    /** Whether a change of phase now would have to trade although the session is not open. */
    public boolean isForbidden(final Instrument instrument, final Phase phase)
    {
        return SessionState.Phase.OPEN != session.phase() &&
            PhaseRules.isUncrossing(instrument.phase, phase) &&
            PhaseRules.isCrossed(instrument);
    }

    /**
     * An operator changes a phase that is not {@link #isForbidden}, until the next change.
     *
     * @param instrument to change.
     * @param phase new phase.
     */
    public void change(final Instrument instrument, final Phase phase)
    {
        final PhaseSchedule schedule = overrule(instrument);
        schedule.isHeld = Phase.HALTED == phase;
        apply(instrument, schedule, phase, PhaseCause.OPERATOR);
    }

    /**
     * An operator changes a phase that is not {@link #isForbidden}, for a time.
     *
     * @param instrument to change.
     * @param phase new phase.
     * @param endNs when the next phase follows.
     * @param randomNs how much later it really does.
     * @param nextPhase that follows.
     */
    public void change(
        final Instrument instrument, final Phase phase, final long endNs, final long randomNs, final Phase nextPhase)
    {
        final PhaseSchedule schedule = overrule(instrument);
        schedule.isHeld = Phase.HALTED == phase;
        schedule.next.set(
            endNs,
            randomNs,
            nextPhase,
            PhaseTraits.of(phase).isAuction() ? PhaseCause.AUCTION_END : PhaseCause.OPERATOR,
            deadlineHandler,
            key(instrument));
        apply(instrument, schedule, phase, PhaseCause.OPERATOR);
    }

    /**
     * The calendar changes a phase.
     *
     * @param instrument that follows the calendar.
     * @param phase new phase.
     * @param startNs when it begins.
     * @param randomNs how much later it really does.
     */
    public void changeByCalendar(
        final Instrument instrument, final Phase phase, final long startNs, final long randomNs)
    {
        if (instrument.isExpired)
        {
            return;
        }
        final PhaseSchedule schedule = schedule(instrument);
        if (schedule.isHeld)
        {
            return;
        }
        if (0 != randomNs)
        {
            schedule.next.set(startNs, randomNs, phase, PhaseCause.CALENDAR, deadlineHandler, key(instrument));
            return;
        }
        overrule(instrument);
        applyOrPostpone(instrument, schedule, phase, PhaseCause.CALENDAR);
    }

    /**
     * An instrument has expired: it is closed and stays so, whatever was to come.
     *
     * @param instrument without orders.
     */
    public void expire(final Instrument instrument)
    {
        overrule(instrument).isHeld = false;
        final Phase previous = instrument.phase;
        if (Phase.CLOSED != previous)
        {
            instrument.phase = Phase.CLOSED;
            publisher.phaseChanged(instrument, previous, PhaseCause.EXPIRY, 0);
        }
    }

    /** An instrument has gone to another partition: nothing is to come for it here. */
    public void forget(final Instrument instrument)
    {
        overrule(instrument).isHeld = false;
    }

    /**
     * An order in continuous trading could trade beyond the volatility corridor.
     *
     * @param instrument in continuous trading.
     */
    void interrupt(final Instrument instrument)
    {
        final PhaseSchedule schedule = schedule(instrument);
        final PriceControls controls = instrument.controls;
        final long randomNs =
            RandomDelay.draw(controls.volatilityRandomNs, publisher.seed(), instrument.instrumentId);
        if (0 != controls.volatilityAuctionNs || 0 != controls.volatilityRandomNs)
        {
            schedule.volatilityEnd.set(
                DeadlineQueue.after(time.nowNs(), controls.volatilityAuctionNs),
                randomNs,
                instrument.phase,
                PhaseCause.AUCTION_END,
                deadlineHandler,
                key(instrument) | VOLATILITY_KEY);
        }
        apply(instrument, schedule, Phase.VOLATILITY_AUCTION, PhaseCause.VOLATILITY);
    }

    /** The session is open, again or for the first time: what had to wait for that comes now, instruments ascending. */
    public void onSessionOpen()
    {
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            final Instrument instrument = referenceData.instrumentById(i);
            final PhaseSchedule schedule = existingSchedule(instrument);
            if (null != schedule && null != schedule.postponedPhase)
            {
                apply(instrument, schedule, schedule.postponedPhase, schedule.postponedCause);
            }
        }
    }

    /**
     * Clearing has published the limits of an instrument, which may be collecting orders.
     *
     * @param instrument with its new limits.
     */
    public void onLimitsPublished(final Instrument instrument)
    {
        auctionEnd.followLimits(instrument);
        // The price of an auction depends on its limits and on the settlement price.
        indications.touch(instrument);
    }

    private void onDeadline(final long key, final long deadlineNs)
    {
        final Instrument instrument = referenceData.instrumentAt((int)(key >> 1));
        final PhaseSchedule schedule = schedule(instrument);
        final boolean isVolatilityEnd = VOLATILITY_KEY == (key & VOLATILITY_KEY);
        final PendingChange pending = isVolatilityEnd ? schedule.volatilityEnd : schedule.next;
        final Phase phase = pending.phase();
        final PhaseCause cause = pending.cause();
        pending.fired();
        if (!isVolatilityEnd)
        {
            schedule.isHeld = false;
            schedule.volatilityEnd.cancel();
        }
        applyOrPostpone(instrument, schedule, phase, cause);
    }

    private void applyOrPostpone(
        final Instrument instrument, final PhaseSchedule schedule, final Phase phase, final PhaseCause cause)
    {
        if (!isForbidden(instrument, phase))
        {
            apply(instrument, schedule, phase, cause);
            return;
        }
        postpone(schedule, phase, cause);
    }

    /** Lets a change wait until trading goes on. */
    public void postpone(final PhaseSchedule schedule, final Phase phase, final PhaseCause cause)
    {
        schedule.postponedPhase = phase;
        schedule.postponedCause = cause;
    }

    private void apply(
        final Instrument instrument, final PhaseSchedule schedule, final Phase phase, final PhaseCause cause)
    {
        forgetPostponed(schedule);
        final Phase previous = instrument.phase;
        if (PhaseRules.isUncrossing(previous, phase))
        {
            auctionEnd.run(instrument);
        }
        instrument.phase = phase;
        placement.onPhaseChanged();
        publisher.phaseChanged(instrument, previous, cause, endNs(instrument, schedule));
        if (previous != phase && PhaseTraits.of(phase).isAuction())
        {
            indications.begin(instrument);
            activate(instrument);
        }
    }

    private void activate(final Instrument instrument)
    {
        Order order = auctionOrders.first(instrument);
        while (null != order)
        {
            final Order nextOrder = order.nextParked;
            if (TimeInForceTraits.of(order.timeInForce).isDue(instrument.phase))
            {
                auctionOrders.remove(order);
                placement.activate(order, ActivationCause.AUCTION_STARTED);
            }
            order = nextOrder;
        }
    }

    /** What was to come does not. */
    private PhaseSchedule overrule(final Instrument instrument)
    {
        final PhaseSchedule schedule = schedule(instrument);
        schedule.next.cancel();
        schedule.volatilityEnd.cancel();
        forgetPostponed(schedule);
        return schedule;
    }

    private void forgetPostponed(final PhaseSchedule schedule)
    {
        schedule.postponedPhase = null;
        schedule.postponedCause = null;
    }

    /** Scheduled end of the present phase without its random part, 0 for none. */
    private long endNs(final Instrument instrument, final PhaseSchedule schedule)
    {
        final PhaseCalendar calendar = schedule.isHeld ? null : calendars.of(instrument);
        long endNs = null == calendar ? DeadlineQueue.NONE : calendar.nextStartNs();
        if (schedule.next.isSet())
        {
            endNs = Math.min(endNs, schedule.next.endNs());
        }
        if (schedule.volatilityEnd.isSet())
        {
            endNs = Math.min(endNs, schedule.volatilityEnd.endNs());
        }
        return DeadlineQueue.NONE == endNs ? 0 : endNs;
    }

    /** Schedule of an instrument, made when there is none yet. */
    public PhaseSchedule schedule(final Instrument instrument)
    {
        final int index = instrument.index;
        if (index >= schedules.length)
        {
            schedules = Arrays.copyOf(schedules, Math.max(schedules.length << 1, index + 1));
        }
        if (null == schedules[index])
        {
            schedules[index] = new PhaseSchedule(deadlines);
        }
        return schedules[index];
    }

    /** Schedule of an instrument, or null. */
    public PhaseSchedule existingSchedule(final Instrument instrument)
    {
        return instrument.index < schedules.length ? schedules[instrument.index] : null;
    }

    private static long key(final Instrument instrument)
    {
        return (long)instrument.index << 1;
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        for (int i = 0; i < schedules.length; i++)
        {
            if (null != schedules[i])
            {
                hash.add(i);
                schedules[i].hashInto(hash);
            }
        }
    }
}
