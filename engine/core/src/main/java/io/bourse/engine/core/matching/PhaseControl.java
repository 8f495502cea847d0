// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.matching;

import io.bourse.engine.core.phase.AuctionIndications;
import io.bourse.engine.core.phase.PhaseCalendar;
import io.bourse.engine.core.phase.PhaseCalendars;
import io.bourse.engine.core.phase.PhaseRules;
import io.bourse.engine.core.phase.VolatilityCorridor;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderRequest;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseTraits;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.TimeInForce;

/**
 * What the phase of an instrument allows, see {@link PhaseRules}; and what others report to the phases. How one phase
 * becomes another is the business of {@link PhaseChanges}.
 */
public final class PhaseControl
{
    private final SessionState session;
    private final PhaseCalendars calendars;
    private final AuctionIndications indications;
    private PhaseChanges changes;

    public PhaseControl(
        final SessionState session, final PhaseCalendars calendars, final AuctionIndications indications)
    {
        this.session = session;
        this.calendars = calendars;
        this.indications = indications;
    }

    /**
     * Sets what changes phases. It trades, and trading asks here what is allowed: one of the two has to be set later.
     *
     * @param phaseChanges of the core.
     */
    public void changes(final PhaseChanges phaseChanges)
    {
        changes = phaseChanges;
    }

    /**
     * Why the phase does not take a new order. What must trade at once has no place where orders are collected; an
     * order for the opening must have one to come.
     *
     * @param instrument of the order.
     * @param request of the order.
     * @return null when it does.
     */
    public RejectReason orderRefusal(final Instrument instrument, final OrderRequest request)
    {
        final Phase phase = instrument.phase;
        if (Phase.CONTINUOUS == phase)
        {
            return TimeInForce.AT_OPENING != request.timeInForce || isOpeningAhead(instrument) ?
                null : RejectReason.PHASE_FORBIDS;
        }
        if (0 != request.counterparty)
        {
            return negotiatedRefusal(instrument);
        }
        if (!PhaseTraits.of(phase).takesOrders() || request.isImmediate() || 0 != request.minLots)
        {
            return RejectReason.PHASE_FORBIDS;
        }
        return TimeInForce.AT_OPENING != request.timeInForce ||
            Phase.PRE_OPEN == phase || Phase.OPENING_AUCTION == phase || isOpeningAhead(instrument) ?
            null : RejectReason.PHASE_FORBIDS;
    }

    /**
     * Why the phase does not take a negotiated order.
     *
     * @param instrument of the order.
     * @return null when it does.
     */
    RejectReason negotiatedRefusal(final Instrument instrument)
    {
        return PhaseTraits.of(instrument.phase).takesNegotiated() ?
            null : RejectReason.PHASE_FORBIDS;
    }

    /**
     * Why the phase does not let a live order change.
     *
     * @param instrument of the order.
     * @return null when it does.
     */
    public RejectReason replaceRefusal(final Instrument instrument)
    {
        return PhaseTraits.of(instrument.phase).takesOrders() ? null : RejectReason.PHASE_FORBIDS;
    }

    /**
     * Why the phase does not let a live order be cancelled.
     *
     * @param instrument of the order.
     * @return null when it does.
     */
    public RejectReason cancelRefusal(final Instrument instrument)
    {
        return PhaseTraits.of(instrument.phase).takesCancels() ? null : RejectReason.PHASE_FORBIDS;
    }

    /** Whether orders are collected without trading. */
    public boolean isCollecting(final Instrument instrument)
    {
        return Phase.CONTINUOUS != instrument.phase;
    }

    /**
     * How far an aggressor may trade: its limit, or the edge of the volatility corridor if that comes first.
     *
     * @param order aggressor.
     * @return limit in ticks.
     */
    long matchingLimitTicks(final Order order)
    {
        return VolatilityCorridor.isSet(order.instrument.controls) ?
            VolatilityCorridor.limitTicks(order, session.sessionId()) : order.priceTicks;
    }

    /**
     * An aggressor has been matched as far as {@link #matchingLimitTicks} let it. When it could trade on beyond the
     * corridor the instrument goes into a volatility auction, which then also collects its rest.
     *
     * @param order aggressor with something left.
     */
    void matched(final Order order)
    {
        if (VolatilityCorridor.isSet(order.instrument.controls) && OrderPlacement.isMarketable(order))
        {
            changes.interrupt(order.instrument);
        }
    }

    /**
     * The book of an instrument has changed: its auction may have another price now.
     *
     * @param instrument of the book.
     */
    void bookChanged(final Instrument instrument)
    {
        if (Phase.CONTINUOUS != instrument.phase)
        {
            indications.touch(instrument);
        }
    }

    /**
     * Ends the transaction: publishes what auctions that were touched would give now.
     */
    public void endTransaction()
    {
        indications.publish();
    }

    private boolean isOpeningAhead(final Instrument instrument)
    {
        final PhaseCalendar calendar = calendars.of(instrument);
        return null != calendar && calendar.isAhead(Phase.OPENING_AUCTION);
    }
}
