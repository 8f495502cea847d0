// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.ContractEventPublisher;
import io.bourse.engine.core.event.EventGroupWriter;
import io.bourse.engine.core.event.MemberEventPublisher;
import io.bourse.engine.core.event.OffBookPublisher;
import io.bourse.engine.core.event.OrderEventPublisher;
import io.bourse.engine.core.event.PriceEventPublisher;
import io.bourse.engine.core.event.ReferenceEventPublisher;
import io.bourse.engine.core.event.RejectPublisher;
import io.bourse.engine.core.event.RiskEventPublisher;
import io.bourse.engine.core.event.SelfTradePublisher;
import io.bourse.engine.core.event.SessionEventPublisher;
import io.bourse.engine.core.matching.Matching;
import io.bourse.engine.core.matching.Negotiations;
import io.bourse.engine.core.matching.OrderExit;
import io.bourse.engine.core.matching.OrderExpiry;
import io.bourse.engine.core.matching.OrderPlacement;
import io.bourse.engine.core.matching.OrderReplacement;
import io.bourse.engine.core.matching.Parking;
import io.bourse.engine.core.matching.PassiveDelay;
import io.bourse.engine.core.matching.PhaseChanges;
import io.bourse.engine.core.matching.PhaseControl;
import io.bourse.engine.core.matching.Strategies;
import io.bourse.engine.core.matching.TriggerOrders;
import io.bourse.engine.core.move.Arrival;
import io.bourse.engine.core.move.Departure;
import io.bourse.engine.core.move.MoveHandler;
import io.bourse.engine.core.move.Moves;
import io.bourse.engine.core.move.OrderParts;
import io.bourse.engine.core.move.PhaseParts;
import io.bourse.engine.core.operator.OperatorGate;
import io.bourse.engine.core.operator.OperatorRegister;
import io.bourse.engine.core.order.ConnectionHandler;
import io.bourse.engine.core.order.KillSwitchHandler;
import io.bourse.engine.core.order.LoginOrders;
import io.bourse.engine.core.order.MassCancelHandler;
import io.bourse.engine.core.order.NegotiationHandler;
import io.bourse.engine.core.order.OrderEntry;
import io.bourse.engine.core.order.OrderHandler;
import io.bourse.engine.core.order.OrderQueueSnapshot;
import io.bourse.engine.core.order.OrderSnapshot;
import io.bourse.engine.core.order.OrderValidator;
import io.bourse.engine.core.phase.AuctionOrders;
import io.bourse.engine.core.phase.PriceLimitWatch;
import io.bourse.engine.core.pretrade.Exposures;
import io.bourse.engine.core.pretrade.PreTradeRisk;
import io.bourse.engine.core.quote.ProtectionHandler;
import io.bourse.engine.core.quote.QuoteEventPublisher;
import io.bourse.engine.core.quote.QuoteHandler;
import io.bourse.engine.core.quote.QuoteReplacement;
import io.bourse.engine.core.quote.QuoteSnapshot;
import io.bourse.engine.core.quote.QuoteWithdrawal;
import io.bourse.engine.core.reference.AccountHandler;
import io.bourse.engine.core.reference.ContractHandler;
import io.bourse.engine.core.reference.ExposureSnapshot;
import io.bourse.engine.core.reference.FeatureLevel;
import io.bourse.engine.core.reference.InstrumentSnapshot;
import io.bourse.engine.core.reference.MemberSnapshot;
import io.bourse.engine.core.reference.PriceControlsHandler;
import io.bourse.engine.core.reference.RangeUnits;
import io.bourse.engine.core.reference.ReferenceDataHandler;
import io.bourse.engine.core.reference.RegisterSnapshot;
import io.bourse.engine.core.reference.RiskHandler;
import io.bourse.engine.core.reference.SelfTradeHandler;
import io.bourse.engine.core.reference.StrategyHandler;
import io.bourse.engine.core.reference.TradingDaysHandler;
import io.bourse.engine.core.reference.VenueLimitsHandler;
import io.bourse.engine.core.session.AuditTrail;
import io.bourse.engine.core.session.ClockHandler;
import io.bourse.engine.core.session.Consequences;
import io.bourse.engine.core.session.MovementHandler;
import io.bourse.engine.core.session.NewsHandler;
import io.bourse.engine.core.session.QuarantinedCommands;
import io.bourse.engine.core.session.ServiceHandler;
import io.bourse.engine.core.session.SessionHandler;
import io.bourse.engine.core.session.SessionOrders;
import io.bourse.engine.core.session.SnapshotHandler;
import io.bourse.engine.core.session.StateReporter;
import io.bourse.engine.core.session.TimeHandler;
import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.state.ClockGuard;
import io.bourse.engine.core.state.DeadlineQueue;
import io.bourse.engine.core.state.EngineTime;
import io.bourse.engine.core.state.IdSource;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderPool;
import io.bourse.engine.core.state.OrderTable;
import io.bourse.engine.core.state.Positions;
import io.bourse.engine.core.state.Quotes;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.SequenceTracker;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.core.state.VenueLimits;
import io.bourse.engine.core.trade.TradeCorrections;
import io.bourse.engine.core.trade.TradeEventPublisher;
import io.bourse.engine.core.trade.TradeRegister;
import io.bourse.engine.protocol.FeatureLevels;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Assembles the core. Nothing but construction happens here.
 */
final class CoreAssembly
{
    private static final int PARTITION_SHIFT = 48;

    private final CommandTable commandTable = new CommandTable();
    private final EngineTime time = new EngineTime();
    private final SequenceTracker sequences = new SequenceTracker();
    private final DeadlineQueue deadlines = new DeadlineQueue();
    private final ReferenceData referenceData = new ReferenceData();
    private final Moves moves = new Moves();
    private final SessionState sessionState = new SessionState(moves::isUnderWay);
    private final Exposures exposures = new Exposures();
    private final Positions positions = new Positions(exposures.clients());
    private final VenueLimits limits;
    private final TradeRegister trades;
    private final PreTradeRisk risk;
    private final OrderPool pool = new OrderPool();
    private final PhaseAssembly phaseAssembly;
    private final PhaseControl phases;
    private final Quotes quotes = new Quotes(time, this::isGuarded);
    private final OrderHandler orderHandler;
    private final Consequences consequences;
    private final RejectPublisher rejectPublisher;
    private final FeatureLevel featureLevel;
    private final RangeUnits rangeUnits;
    private final QuarantinedCommands quarantined;
    private final AuditTrail auditTrail;
    private final OperatorRegister operators;
    private final OperatorGate operatorGate;
    private final ClockGuard clock = new ClockGuard();
    private final CoreSnapshot snapshot;
    private final SnapshotHandler snapshotHandler;

    CoreAssembly(
        final int partition, final EventGroupWriter writer, final Supplier<OrderBook<Order>> bookSupplier)
    {
        final long idPrefix = (long)partition << PARTITION_SHIFT;
        final IdSource ids = new IdSource(idPrefix);
        final OrderTable orders = new OrderTable(idPrefix);
        limits = new VenueLimits(referenceData, orders, exposures::size);
        risk = new PreTradeRisk(referenceData, exposures, limits, time);
        trades = new TradeRegister(idPrefix, this::isCorrectable);
        final Parking parking = new Parking(
            new TriggerOrders(sessionState),
            new AuctionOrders(),
            new PassiveDelay(deadlines, time, orders, sessionState),
            new Negotiations());
        final OrderEventPublisher orderPublisher = new OrderEventPublisher(writer);
        final SessionEventPublisher sessionPublisher = new SessionEventPublisher(writer);
        featureLevel = new FeatureLevel(sessionPublisher);
        rangeUnits = new RangeUnits(referenceData, exposures, featureLevel);
        featureLevel.register(commandTable, rangeUnits::countAgain);
        quarantined = new QuarantinedCommands(writer, commandTable);
        auditTrail = new AuditTrail(sessionState, writer, commandTable);
        operators = new OperatorRegister(referenceData, featureLevel, writer, commandTable);
        final OffBookPublisher offBookPublisher = new OffBookPublisher(writer);
        final Strategies strategies = new Strategies(ids, risk, trades, offBookPublisher);
        final PriceEventPublisher pricePublisher = new PriceEventPublisher(writer);
        final PriceLimitWatch priceLimits =
            new PriceLimitWatch(deadlines, time, referenceData, sessionState, pricePublisher);
        rejectPublisher = new RejectPublisher(writer);
        phaseAssembly = new PhaseAssembly(sessionState, writer);
        phases = phaseAssembly.control();
        final OrderValidator validator = new OrderValidator(
            referenceData, sessionState, featureLevel, time, phases, orders, clock);
        final OrderExit exit = new OrderExit(orders, pool, risk, phases, parking, quotes, deadlines, orderPublisher);
        final Matching matching = new Matching(
            ids, orders, risk, phases, priceLimits, parking.triggers(), quotes, strategies, exit, orderPublisher);
        final OrderPlacement placement =
            new OrderPlacement(risk, phases, parking, matching, orders, exit, orderPublisher);
        final OrderExpiry expiry = new OrderExpiry(deadlines, orders, sessionState, exit);
        final OrderEntry entry =
            new OrderEntry(validator, limits, pool, ids, risk, placement, expiry, orderPublisher);
        final SessionOrders sessionOrders =
            new SessionOrders(referenceData, orders, time, exit, matching, risk, orderPublisher);
        final QuoteEventPublisher quotePublisher = new QuoteEventPublisher(writer);
        final QuoteWithdrawal withdrawal = new QuoteWithdrawal(quotes, exit, quotePublisher);
        consequences = new Consequences(parking, withdrawal, placement, phases);

        final OrderReplacement replacement =
            new OrderReplacement(orders, ids, risk, placement, exit, expiry, orderPublisher);
        final QuoteReplacement quoteReplacement =
            new QuoteReplacement(referenceData, validator, limits, phases, quotes, risk, entry, replacement, exit);
        orderHandler = new OrderHandler(entry, validator, replacement, exit);
        orderHandler.register(commandTable);
        new NegotiationHandler(
            referenceData,
            parking.negotiations(),
            entry,
            ids,
            orders,
            risk,
            exit,
            trades,
            orderPublisher,
            offBookPublisher)
            .register(commandTable);
        new StrategyHandler(referenceData, offBookPublisher).register(commandTable);
        registerQuotes(quoteReplacement, quotePublisher);
        registerMembers(writer, new LoginOrders(referenceData, exit));
        registerReferenceData(writer, bookSupplier);
        final PhaseChanges phaseChanges = phaseAssembly.connect(
            commandTable, referenceData, time, deadlines, parking, priceLimits, matching, exit, replacement, placement);
        operatorGate = new OperatorGate(operators, featureLevel, phaseAssembly.handler(), writer, commandTable);
        registerClearing(writer, sessionOrders, priceLimits, phaseChanges, sessionPublisher);
        new TradeCorrections(trades, referenceData, sessionState, risk, ids, new TradeEventPublisher(writer))
            .register(commandTable);
        new PriceControlsHandler(referenceData, priceLimits, pricePublisher).register(commandTable);
        registerMoves(writer, bookSupplier, orders, parking, exit, expiry, priceLimits, phaseChanges);
        final StateHash stateHash = stateHash(ids, parking);
        registerServices(ids, orders, stateHash, sessionPublisher);
        snapshotHandler = new SnapshotHandler(stateHash, time, sessionPublisher);
        snapshotHandler.register(commandTable);
        snapshot = snapshot(partition, writer, stateHash, ids, orders, parking, bookSupplier);
    }

    private boolean isGuarded()
    {
        return featureLevel.level() >= FeatureLevels.GUARDED;
    }

    private boolean isCorrectable()
    {
        return featureLevel.level() >= FeatureLevels.CORRECTABLE;
    }

    /** What is not in the list here is not part of the state hash. */
    private StateHash stateHash(final IdSource ids, final Parking parking)
    {
        return new StateHash(List.of(
            ids,
            featureLevel,
            quarantined,
            auditTrail,
            operators,
            limits,
            clock,
            sessionState,
            referenceData,
            risk,
            sequences,
            deadlines,
            phaseAssembly,
            parking.triggers(),
            parking.auctionOrders(),
            parking.delay(),
            parking.negotiations(),
            quotes,
            trades,
            moves));
    }

    private CoreSnapshot snapshot(
        final int partition,
        final EventGroupWriter writer,
        final StateHash stateHash,
        final IdSource ids,
        final OrderTable orders,
        final Parking parking,
        final Supplier<OrderBook<Order>> bookSupplier)
    {
        final OrderQueueSnapshot queues = new OrderQueueSnapshot(referenceData, orders, parking);
        return new CoreSnapshot(
            partition,
            time,
            writer,
            stateHash,
            new SnapshotCounts(referenceData, orders, queues, exposures, deadlines, sequences, quotes),
            snapshotParts(ids, orders, queues, bookSupplier));
    }

    /** What is not in the list here is not in snapshots; each part is read after those before it. */
    private List<SnapshotPart> snapshotParts(
        final IdSource ids,
        final OrderTable orders,
        final OrderQueueSnapshot queues,
        final Supplier<OrderBook<Order>> bookSupplier)
    {
        final List<SnapshotPart> parts = new ArrayList<>(List.of(
            ids,
            featureLevel,
            quarantined,
            auditTrail,
            operators,
            limits,
            clock,
            sessionState,
            sequences,
            new MemberSnapshot(referenceData, exposures.settlementAccounts()),
            new AccountSnapshot(referenceData),
            new InstrumentSnapshot(referenceData, bookSupplier),
            new RegisterSnapshot(referenceData, exposures),
            new ExposureSnapshot(referenceData, exposures),
            deadlines,
            new OrderSnapshot(referenceData, orders, pool, risk),
            queues,
            new QuoteSnapshot(referenceData, orders, quotes),
            trades,
            moves));
        parts.addAll(phaseAssembly.snapshotParts(referenceData));
        return parts;
    }

    private void registerServices(
        final IdSource ids, final OrderTable orders, final StateHash stateHash, final SessionEventPublisher publisher)
    {
        final StateReporter stateReporter =
            new StateReporter(referenceData, positions, orders, ids, stateHash, publisher);
        new TimeHandler(deadlines, time, consequences).register(commandTable);
        new ServiceHandler(stateReporter, time, publisher).register(commandTable);
        new ClockHandler(clock, time, publisher).register(commandTable);
    }

    private void registerQuotes(final QuoteReplacement quoteReplacement, final QuoteEventPublisher publisher)
    {
        new QuoteHandler(referenceData, sessionState, phases, quoteReplacement, publisher, clock)
            .register(commandTable);
        new ProtectionHandler(referenceData, quotes, publisher).register(commandTable);
    }

    private void registerMembers(final EventGroupWriter writer, final LoginOrders loginOrders)
    {
        final MemberEventPublisher publisher = new MemberEventPublisher(writer);
        new SelfTradeHandler(referenceData, new SelfTradePublisher(writer)).register(commandTable);
        new MassCancelHandler(referenceData, sessionState, phases, loginOrders, publisher).register(commandTable);
        new KillSwitchHandler(referenceData, featureLevel, loginOrders, publisher).register(commandTable);
        new ConnectionHandler(referenceData, featureLevel, loginOrders, deadlines, publisher).register(commandTable);
        new NewsHandler(referenceData, writer).register(commandTable);
    }

    private void registerClearing(
        final EventGroupWriter writer,
        final SessionOrders sessionOrders,
        final PriceLimitWatch priceLimits,
        final PhaseChanges phaseChanges,
        final SessionEventPublisher publisher)
    {
        final ContractEventPublisher contracts = new ContractEventPublisher(writer);
        new SessionHandler(
            sessionState,
            featureLevel,
            referenceData,
            sessionOrders,
            priceLimits,
            phaseChanges,
            rangeUnits,
            trades,
            publisher,
            contracts)
            .register(commandTable);
        new ContractHandler(referenceData, sessionState, featureLevel, rangeUnits, contracts).register(commandTable);
        new MovementHandler(
            sessionState, referenceData, exposures, sessionOrders, priceLimits, phaseChanges, contracts)
            .register(commandTable);
    }

    private void registerMoves(
        final EventGroupWriter writer,
        final Supplier<OrderBook<Order>> bookSupplier,
        final OrderTable orders,
        final Parking parking,
        final OrderExit exit,
        final OrderExpiry expiry,
        final PriceLimitWatch priceLimits,
        final PhaseChanges phaseChanges)
    {
        final OrderParts orderParts = new OrderParts(
            orders,
            pool,
            risk,
            exit,
            expiry,
            new OrderSnapshot(referenceData, orders, pool, risk),
            new OrderQueueSnapshot(referenceData, orders, parking));
        final PhaseParts phaseParts = new PhaseParts(
            phaseChanges, phaseAssembly.calendars(), phaseAssembly.handler(), priceLimits, deadlines);
        final Departure departure = new Departure(referenceData, exposures, orderParts, phaseParts);
        final Arrival arrival = new Arrival(
            referenceData,
            exposures,
            limits,
            rangeUnits,
            new InstrumentSnapshot(referenceData, bookSupplier),
            orderParts,
            phaseParts);
        new MoveHandler(featureLevel, sessionState, moves, departure, arrival, writer).register(commandTable);
    }

    private void registerReferenceData(
        final EventGroupWriter writer, final Supplier<OrderBook<Order>> bookSupplier)
    {
        final ReferenceEventPublisher publisher = new ReferenceEventPublisher(writer);
        new ReferenceDataHandler(
            referenceData, exposures.settlementAccounts(), limits, featureLevel, rangeUnits, publisher, bookSupplier)
            .register(commandTable);
        new TradingDaysHandler(publisher).register(commandTable);
        new AccountHandler(referenceData, limits, publisher).register(commandTable);
        final RiskEventPublisher riskPublisher = new RiskEventPublisher(writer);
        new RiskHandler(referenceData, exposures, featureLevel, time, riskPublisher).register(commandTable);
        new VenueLimitsHandler(limits, riskPublisher).register(commandTable);
    }

    FeatureLevel featureLevel()
    {
        return featureLevel;
    }

    VenueLimits limits()
    {
        return limits;
    }

    ClockGuard clock()
    {
        return clock;
    }

    QuarantinedCommands quarantined()
    {
        return quarantined;
    }

    OperatorGate operatorGate()
    {
        return operatorGate;
    }

    CoreSnapshot snapshot()
    {
        return snapshot;
    }

    SnapshotHandler snapshotHandler()
    {
        return snapshotHandler;
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
