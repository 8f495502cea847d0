// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.EventGroupWriter;
import io.bourse.engine.core.matching.AuctionEnd;
import io.bourse.engine.core.matching.Matching;
import io.bourse.engine.core.matching.OrderExit;
import io.bourse.engine.core.matching.OrderPlacement;
import io.bourse.engine.core.matching.OrderReplacement;
import io.bourse.engine.core.matching.Parking;
import io.bourse.engine.core.matching.PhaseChanges;
import io.bourse.engine.core.matching.PhaseControl;
import io.bourse.engine.core.phase.AuctionIndications;
import io.bourse.engine.core.phase.AuctionPricer;
import io.bourse.engine.core.phase.PhaseCalendars;
import io.bourse.engine.core.phase.PhaseEventPublisher;
import io.bourse.engine.core.phase.PriceLimitWatch;
import io.bourse.engine.core.session.PhaseHandler;
import io.bourse.engine.core.session.PhaseScheduleSnapshot;
import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.state.DeadlineQueue;
import io.bourse.engine.core.state.EngineTime;
import io.bourse.engine.core.state.HashedState;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.core.state.StateHash;

import java.util.List;

/**
 * Assembles what has to do with phases, in two steps: first what orders ask, then what moves orders. Nothing but
 * construction happens here.
 */
final class PhaseAssembly implements HashedState
{
    private final SessionState session;
    private final PhaseEventPublisher publisher;
    private final AuctionPricer pricer = new AuctionPricer();
    private final PhaseCalendars calendars = new PhaseCalendars();
    private final AuctionIndications indications;
    private final PhaseControl control;
    private PhaseChanges changes;
    private PhaseHandler handler;

    PhaseAssembly(final SessionState session, final EventGroupWriter writer)
    {
        this.session = session;
        publisher = new PhaseEventPublisher(writer);
        indications = new AuctionIndications(pricer, publisher);
        control = new PhaseControl(session, calendars, indications);
    }

    PhaseControl control()
    {
        return control;
    }

    /**
     * The second step.
     *
     * @param commandTable to enter the commands of phases in.
     * @param referenceData of the core.
     * @param time of the core.
     * @param deadlines of the core.
     * @param parking of the core.
     * @param priceLimits of the core.
     * @param matching of the core.
     * @param exit of the core.
     * @param replacement of the core.
     * @param placement of the core.
     * @return what changes phases.
     */
    PhaseChanges connect(
        final CommandTable commandTable,
        final ReferenceData referenceData,
        final EngineTime time,
        final DeadlineQueue deadlines,
        final Parking parking,
        final PriceLimitWatch priceLimits,
        final Matching matching,
        final OrderExit exit,
        final OrderReplacement replacement,
        final OrderPlacement placement)
    {
        final AuctionEnd auctionEnd = new AuctionEnd(
            pricer, session, priceLimits, matching, exit, replacement, publisher);
        changes = new PhaseChanges(
            referenceData,
            session,
            time,
            deadlines,
            calendars,
            indications,
            parking.auctionOrders(),
            auctionEnd,
            placement,
            publisher);
        control.changes(changes);
        handler = new PhaseHandler(referenceData, time, deadlines, changes, calendars, publisher);
        handler.register(commandTable);
        return changes;
    }

    PhaseCalendars calendars()
    {
        return calendars;
    }

    /** Made by the second step. */
    PhaseHandler handler()
    {
        return handler;
    }

    /**
     * What of the phases goes into snapshots.
     *
     * @param referenceData of the core.
     * @return in the order in which they can be read.
     */
    List<SnapshotPart> snapshotParts(final ReferenceData referenceData)
    {
        return List.of(new PhaseScheduleSnapshot(referenceData, changes, calendars), indications);
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        calendars.hashInto(hash);
        indications.hashInto(hash);
        changes.hashInto(hash);
    }
}
