// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.util.List;
import java.util.function.Supplier;

import io.bourse.engine.core.book.OrderBook;

/**
 * Assembles the rooms of the core. Nothing but construction happens here.
 */
final class CoreRooms
{
    private static final int PARTITION_SHIFT = 48;

    private final CommandTable commandTable = new CommandTable();
    private final EngineTime time = new EngineTime();
    private final SequenceTracker sequences = new SequenceTracker();
    private final DeadlineQueue deadlines = new DeadlineQueue();
    private final ReferenceData referenceData = new ReferenceData();
    private final SessionState sessionState = new SessionState();
    private final Positions positions = new Positions();
    private final PreTradeRisk risk = new PreTradeRisk(positions);
    private final OrderPool pool = new OrderPool();
    private final Parking parking =
        new Parking(new StopOrders(), new AuctionOrders(), new PassiveDelay(), new Negotiations());
    private final Quotes quotes = new Quotes();
    private final Strategies strategies = new Strategies();
    private final OrderHandler orderHandler;
    private final Consequences consequences;
    private final RejectPublisher rejectPublisher;

    CoreRooms(
        final int partition, final EventGroupWriter writer, final Supplier<OrderBook<Order>> bookSupplier)
    {
        final long idPrefix = (long)partition << PARTITION_SHIFT;
        final IdSource ids = new IdSource(idPrefix);
        final OrderTable orders = new OrderTable(idPrefix);
        final OrderEventPublisher orderPublisher = new OrderEventPublisher(writer);
        final SessionEventPublisher sessionPublisher = new SessionEventPublisher(writer);
        rejectPublisher = new RejectPublisher(writer, risk);

        final PhaseRooms phaseRooms = new PhaseRooms(sessionState, writer);
        final PhaseControl phases = phaseRooms.control();
        final OrderValidator validator = new OrderValidator(referenceData, sessionState, phases, orders);
        final OrderExit exit =
            new OrderExit(orders, pool, risk, phases, parking, quotes, deadlines, orderPublisher);
        final Matching matching = new Matching(
            ids, orders, risk, phases, parking.stops(), quotes, strategies, exit, orderPublisher);
        final OrderPlacement placement =
            new OrderPlacement(phases, parking, matching, orders, exit, orderPublisher);
        final OrderEntry entry = new OrderEntry(validator, pool, ids, risk, placement, orderPublisher);
        final SessionOrders sessionOrders = new SessionOrders(referenceData, exit);
        consequences = new Consequences(parking.stops(), quotes, placement, phases);

        final OrderReplacement replacement =
            new OrderReplacement(orders, ids, risk, placement, exit, orderPublisher);
        orderHandler = new OrderHandler(entry, validator, replacement, exit);
        orderHandler.register(commandTable);
        new ReferenceDataHandler(referenceData, new ReferenceEventPublisher(writer), bookSupplier)
            .register(commandTable);
        final PhaseChanges phaseChanges = phaseRooms.connect(
            commandTable, referenceData, time, deadlines, parking, matching, exit, replacement, placement);
        new SessionHandler(sessionState, referenceData, sessionOrders, phaseChanges, sessionPublisher)
            .register(commandTable);

        final StateHash stateHash = new StateHash(List.of(
            ids,
            sessionState,
            referenceData,
            risk,
            sequences,
            deadlines,
            phaseRooms,
            parking.stops(),
            parking.auctionOrders(),
            parking.delay(),
            parking.negotiations(),
            quotes));
        final StateReporter stateReporter =
            new StateReporter(referenceData, positions, orders, ids, stateHash, sessionPublisher);
        new ServiceHandler(stateReporter, time, sessionPublisher).register(commandTable);
    }

    CommandTable commandTable()
    {
        return commandTable;
    }

    EngineTime time()
    {
        return time;
    }

    SequenceTracker sequences()
    {
        return sequences;
    }

    DeadlineQueue deadlines()
    {
        return deadlines;
    }

    OrderHandler orderHandler()
    {
        return orderHandler;
    }

    Consequences consequences()
    {
        return consequences;
    }

    RejectPublisher rejectPublisher()
    {
        return rejectPublisher;
    }
}
