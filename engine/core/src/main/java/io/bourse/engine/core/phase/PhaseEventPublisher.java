// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.phase;

import io.bourse.engine.book.AuctionResult;
import io.bourse.engine.core.event.EventGroupWriter;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.protocol.AuctionIndicatedEncoder;
import io.bourse.engine.protocol.AuctionUncrossedEncoder;
import io.bourse.engine.protocol.CalendarSetEncoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseCause;
import io.bourse.engine.protocol.PhaseChangedEncoder;

/**
 * Encodes phases, auctions and calendars.
 */
public final class PhaseEventPublisher
{
    private final EventGroupWriter writer;
    private final PhaseChangedEncoder changedEncoder = new PhaseChangedEncoder();
    private final AuctionIndicatedEncoder indicatedEncoder = new AuctionIndicatedEncoder();
    private final AuctionUncrossedEncoder uncrossedEncoder = new AuctionUncrossedEncoder();
    private final CalendarSetEncoder calendarEncoder = new CalendarSetEncoder();

    public PhaseEventPublisher(final EventGroupWriter writer)
    {
        this.writer = writer;
    }

    /** A seed that traders cannot know and every replay finds again: the hash of all events, private ones included. */
    public long seed()
    {
        return writer.rollingHash();
    }

    /**
     * An instrument has another phase.
     *
     * @param instrument in its new phase.
     * @param previous phase.
     * @param cause of the change.
     * @param endNs scheduled end of the new phase without its random part, 0 for none.
     */
    public void phaseChanged(
        final Instrument instrument, final Phase previous, final PhaseCause cause, final long endNs)
    {
        writer.next(changedEncoder)
            .endNs(endNs)
            .instrumentId(instrument.instrumentId)
            .phase(instrument.phase)
            .previous(previous)
            .cause(cause);
    }

    /**
     * What an auction would give now.
     *
     * @param instrument in an auction.
     * @param result price and quantities.
     */
    void auctionIndicated(final Instrument instrument, final AuctionResult result)
    {
        writer.next(indicatedEncoder)
            .priceE5(result.priceTicks * instrument.priceTickE5)
            .qtyLots(result.lots)
            .imbalanceLots(result.imbalanceLots)
            .instrumentId(instrument.instrumentId);
    }

    /**
     * What an auction gives; its trades follow.
     *
     * @param instrument still in the phase that ends.
     * @param result price and quantities.
     */
    public void auctionUncrossed(final Instrument instrument, final AuctionResult result)
    {
        writer.next(uncrossedEncoder)
            .priceE5(result.priceTicks * instrument.priceTickE5)
            .qtyLots(result.lots)
            .imbalanceLots(result.imbalanceLots)
            .instrumentId(instrument.instrumentId)
            .phase(instrument.phase);
    }

    public void calendarSet(final PhaseCalendar calendar)
    {
        writer.next(calendarEncoder)
            .firstStartNs(0 == calendar.size() ? 0 : calendar.nextStartNs())
            .entries(calendar.size())
            .putUnderlying(calendar.underlying, 0);
    }
}
