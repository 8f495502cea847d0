// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.move;

import io.bourse.engine.core.matching.OrderExpiry;
import io.bourse.engine.core.matching.PhaseChanges;
import io.bourse.engine.core.order.OrderQueueSnapshot;
import io.bourse.engine.core.order.OrderSnapshot;
import io.bourse.engine.core.phase.PhaseCalendars;
import io.bourse.engine.core.pretrade.Exposures;
import io.bourse.engine.core.pretrade.PreTradeRisk;
import io.bourse.engine.core.reference.InstrumentSnapshot;
import io.bourse.engine.core.reference.RangeUnits;
import io.bourse.engine.core.risk.Exposure;
import io.bourse.engine.core.session.PhaseHandler;
import io.bourse.engine.core.session.PhaseScheduleSnapshot;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.state.DeadlineQueue;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.KeyTable;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderPool;
import io.bourse.engine.core.state.OrderTable;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.VenueLimits;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.DefineInstrumentDecoder;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MovedOrderNamedEncoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.snapshot.CalendarDecoder;
import io.bourse.engine.protocol.snapshot.InstrumentDecoder;
import io.bourse.engine.protocol.snapshot.MovedNameDecoder;
import io.bourse.engine.protocol.snapshot.MovedPositionsDecoder;
import io.bourse.engine.protocol.snapshot.OrderQueueDecoder;
import io.bourse.engine.protocol.snapshot.OrdersDecoder;
import io.bourse.engine.protocol.snapshot.PhaseSchedulesDecoder;
import io.bourse.engine.protocol.snapshot.StrategyLegsDecoder;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Brings instruments into the core from the records of a move, or back into the one that they came from.
 */
public final class Arrival
{
    private final ReferenceData referenceData;
    private final Exposures exposures;
    private final PreTradeRisk risk;
    private final VenueLimits limits;
    private final RangeUnits rangeUnits;
    private final OrderTable orders;
    private final OrderPool pool;
    private final OrderExpiry expiry;
    private final InstrumentSnapshot instrumentSnapshot;
    private final OrderSnapshot orderSnapshot;
    private final OrderQueueSnapshot queueSnapshot;
    private final PhaseChanges phaseChanges;
    private final PhaseCalendars calendars;
    private final PhaseHandler phaseHandler;
    private final DeadlineQueue deadlines;

    private final SnapshotRecord record = new SnapshotRecord();
    private final InstrumentDecoder instrumentDecoder = new InstrumentDecoder();
    private final MovedPositionsDecoder positionsDecoder = new MovedPositionsDecoder();
    private final OrdersDecoder ordersDecoder = new OrdersDecoder();
    private final MovedNameDecoder nameDecoder = new MovedNameDecoder();

    public Arrival(
        final ReferenceData referenceData,
        final Exposures exposures,
        final VenueLimits limits,
        final RangeUnits rangeUnits,
        final InstrumentSnapshot instrumentSnapshot,
        final OrderParts orderParts,
        final PhaseParts phaseParts)
    {
        this.referenceData = referenceData;
        this.exposures = exposures;
        this.limits = limits;
        this.rangeUnits = rangeUnits;
        this.instrumentSnapshot = instrumentSnapshot;
        orders = orderParts.table();
        pool = orderParts.pool();
        risk = orderParts.risk();
        expiry = orderParts.expiry();
        orderSnapshot = orderParts.snapshot();
        queueSnapshot = orderParts.queues();
        phaseChanges = phaseParts.changes();
        calendars = phaseParts.calendars();
        phaseHandler = phaseParts.handler();
        deadlines = phaseParts.deadlines();
    }

    /**
     * Why the instruments of a move cannot come; null when they can. Looks at everything that another partition may
     * have otherwise (reference data, bounds of the venue), and whether the records have the form that they must have.
     *
     * @param move with its records.
     * @param version of the records at most.
     * @param isNew whether this partition has not had the orders before: those of FIX logins need names.
     */
    RejectReason refusal(final Move move, final int version, final boolean isNew)
    {
        try
        {
            final RejectReason refusal = refusalOf(move, version);
            return null != refusal || !isNew || move.names(this).isComplete() ? refusal : RejectReason.FIX_ORDERS;
        }
        catch (final IndexOutOfBoundsException | IllegalArgumentException ex)
        {
            return RejectReason.INVALID_FIELD;
        }
    }

    private RejectReason refusalOf(final Move move, final int version)
    {
        final Set<Long> placed = new HashSet<>();
        final Set<Integer> coming = new HashSet<>();
        int newInstruments = 0;
        int newExposures = 0;
        final Set<Long> live = new HashSet<>();
        for (final byte[] bytes : move.records())
        {
            wrap(bytes);
            if (record.version() < MoveHandler.FORMER_VERSION || record.version() > version)
            {
                return RejectReason.INVALID_FIELD;
            }
            RejectReason refusal = null;
            switch (record.templateId())
            {
                case InstrumentDecoder.TEMPLATE_ID ->
                {
                    newInstruments++;
                    refusal = instrumentRefusal(coming);
                }
                case MovedPositionsDecoder.TEMPLATE_ID ->
                {
                    refusal = positionsRefusal(coming);
                    newExposures += positionsDecoder.entries().count();
                }
                case OrdersDecoder.TEMPLATE_ID ->
                {
                    refusal = ordersRefusal(coming, live);
                }
                case OrderQueueDecoder.TEMPLATE_ID -> OrderQueueSnapshot.ids(record, placed::add);
                case MovedNameDecoder.TEMPLATE_ID ->
                    refusal = record.version() < MoveHandler.VERSION ? RejectReason.INVALID_FIELD : null;
                case StrategyLegsDecoder.TEMPLATE_ID, PhaseSchedulesDecoder.TEMPLATE_ID, CalendarDecoder.TEMPLATE_ID ->
                {
                    // Of what has been looked at, or of the instruments alone.
                }
                default -> refusal = RejectReason.INVALID_FIELD;
            }
            if (null != refusal)
            {
                return refusal;
            }
        }
        if (!live.equals(placed))
        {
            return RejectReason.INVALID_FIELD;
        }
        final RejectReason instruments = limits.refusal(VenueLimits.Kind.INSTRUMENTS, newInstruments);
        final RejectReason all = null != instruments ?
            instruments : limits.refusal(VenueLimits.Kind.EXPOSURES, newExposures);
        return null != all ? all : limits.refusal(VenueLimits.Kind.LIVE_ORDERS, live.size());
    }

    private RejectReason instrumentRefusal(final Set<Integer> coming)
    {
        final DefineInstrumentDecoder definition = InstrumentSnapshot.definition(record.decode(instrumentDecoder));
        final Instrument former = referenceData.everDefined(definition.instrumentId());
        coming.add(definition.instrumentId());
        final boolean isFree = null == former ? !referenceData.isSymbolTaken(definition) :
            former.isMoved && former.isDefinedBy(definition);
        return isFree ? null : RejectReason.ALREADY_DEFINED;
    }

    private RejectReason positionsRefusal(final Set<Integer> coming)
    {
        record.decode(positionsDecoder);
        if (!coming.contains(positionsDecoder.instrumentId()))
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        final KeyTable accounts = referenceData.accounts();
        final MovedPositionsDecoder.EntriesDecoder entries = positionsDecoder.entries();
        while (entries.hasNext())
        {
            entries.next();
            final int entity = entries.entity();
            if (0 == entries.accountCode() && null == referenceData.login(entity))
            {
                return RejectReason.UNKNOWN_LOGIN;
            }
            if (0 != entries.accountCode() && (entity < 0 || entity >= accounts.size() ||
                accounts.keyAt(entity) != entries.accountCode()))
            {
                return RejectReason.UNKNOWN_ACCOUNT;
            }
        }
        record.decode(positionsDecoder);
        return null;
    }

    private RejectReason ordersRefusal(final Set<Integer> coming, final Set<Long> live)
    {
        final OrdersDecoder.EntriesDecoder entries = record.decode(ordersDecoder).entries();
        while (entries.hasNext())
        {
            entries.next();
            if (!coming.contains(entries.instrument()))
            {
                return RejectReason.UNKNOWN_INSTRUMENT;
            }
            final Login login = referenceData.login(entries.loginId());
            if (null == login)
            {
                return RejectReason.UNKNOWN_LOGIN;
            }
            if (entries.account() < 0 || entries.account() >= referenceData.accounts().size())
            {
                return RejectReason.UNKNOWN_ACCOUNT;
            }
            if (null != orders.get(entries.orderId()) || !live.add(entries.orderId()))
            {
                return RejectReason.ALREADY_DEFINED;
            }
            final Order order = pool.acquire();
            decode(entries, order);
            pool.release(order);
        }
        return null;
    }

    /**
     * Looks for the orders of FIX logins in a move, and for the names that they have in it.
     *
     * @throws IllegalArgumentException when a name is not the one that follows, or too long.
     */
    MovedNames names(final Move move)
    {
        final MovedNames names = new MovedNames();
        for (final byte[] bytes : move.records())
        {
            wrap(bytes);
            if (OrdersDecoder.TEMPLATE_ID == record.templateId())
            {
                final OrdersDecoder.EntriesDecoder entries = record.decode(ordersDecoder).entries();
                while (entries.hasNext())
                {
                    entries.next();
                    if (LoginProtocol.FIX == referenceData.login(entries.loginId()).protocol)
                    {
                        names.add(entries.orderId(), entries.loginId());
                    }
                }
            }
            else if (MovedNameDecoder.TEMPLATE_ID == record.templateId())
            {
                final MovedNameDecoder name = record.decode(nameDecoder);
                final int length = name.nameLength();
                if (0 == length || length > MovedOrderNamedEncoder.nameLength() || !names.add(name, bytes))
                {
                    throw new IllegalArgumentException("a name of an order is not the next one: moveId=" +
                        move.moveId + " orderId=" + name.orderId() + " number=" + name.number());
                }
            }
        }
        return names;
    }

    /**
     * Brings all of it in, at once.
     *
     * @param move that is not {@link #refusal refused}.
     * @param observer sees what has come.
     */
    void bringIn(final Move move, final MoveObserver observer)
    {
        boolean areCounted = false;
        final MovedNames names = move.names(this);
        for (final byte[] bytes : move.records())
        {
            wrap(bytes);
            if (!areCounted && InstrumentDecoder.TEMPLATE_ID != record.templateId())
            {
                areCounted = true;
                rangeUnits.countAgain();
                observer.onInstruments();
            }
            bringIn(observer, names);
        }
    }

    private void bringIn(final MoveObserver observer, final MovedNames names)
    {
        switch (record.templateId())
        {
            case InstrumentDecoder.TEMPLATE_ID -> observer.onInstrument(instrument(), Phase.CONTINUOUS);
            case StrategyLegsDecoder.TEMPLATE_ID ->
                observer.onLegs(instrumentSnapshot.readLegs(record, referenceData::instrument));
            case PhaseSchedulesDecoder.TEMPLATE_ID -> PhaseScheduleSnapshot.readSchedules(
                record, new PhaseSchedulesDecoder(), phaseChanges, referenceData::instrument);
            case CalendarDecoder.TEMPLATE_ID ->
            {
                final int number = calendar();
                phaseHandler.schedule(number);
                observer.onCalendar(calendars.get(number));
            }
            case MovedPositionsDecoder.TEMPLATE_ID -> positions(observer);
            case OrdersDecoder.TEMPLATE_ID -> orders(observer, names);
            case OrderQueueDecoder.TEMPLATE_ID -> queueSnapshot.restore(record);
            case MovedNameDecoder.TEMPLATE_ID ->
            {
                // Comes with its order.
            }
            default -> throw new IllegalStateException(
                "a record of a move was not looked at: templateId=" + record.templateId());
        }
    }

    /** In place of one that the underlying may have here. */
    private int calendar()
    {
        final CalendarDecoder decoder = record.decode(new CalendarDecoder());
        final UnsafeBuffer underlying = new UnsafeBuffer(new byte[Instrument.UNDERLYING_LENGTH]);
        decoder.getUnderlying(underlying.byteArray(), 0);
        deadlines.cancel(calendars.get(calendars.numberOf(underlying, 0)).deadlineId);
        return PhaseScheduleSnapshot.readCalendar(record, decoder, calendars);
    }

    /** Of no meaning here: the watch of limits has ended, the session of its last auction is one of another core. */
    private Instrument instrument()
    {
        final Instrument instrument = instrumentSnapshot.read(record);
        instrument.auctionTicks = 0;
        instrument.auctionSessionId = 0;
        instrument.controls.watchDeadlineId = 0;
        instrument.controls.watchedBound = 0;
        return instrument;
    }

    private void positions(final MoveObserver observer)
    {
        record.decode(positionsDecoder);
        final Instrument instrument = referenceData.instrument(positionsDecoder.instrumentId());
        final MovedPositionsDecoder.EntriesDecoder entries = positionsDecoder.entries();
        while (entries.hasNext())
        {
            entries.next();
            final long lots = entries.netLots();
            if (0 == entries.accountCode())
            {
                login(entries.entity(), instrument).move(lots);
            }
            else
            {
                exposures.clientOrAdd(
                    entries.entity(),
                    referenceData.firm(AccountCode.brokerageFirm(entries.accountCode())),
                    instrument).moveHeld(lots);
                if (0 != lots)
                {
                    observer.onPosition(instrument, entries.entity(), entries.accountCode(), lots);
                }
            }
        }
    }

    private Exposure login(final int loginId, final Instrument instrument)
    {
        final Exposure existing = instrument.exposures.logins.find(loginId);
        return null != existing ? existing : exposures.logins().add(
            instrument.exposures.logins,
            instrument.exposures,
            loginId,
            referenceData.login(loginId).register,
            null,
            null);
    }

    private void orders(final MoveObserver observer, final MovedNames names)
    {
        final OrdersDecoder.EntriesDecoder entries = record.decode(ordersDecoder).entries();
        while (entries.hasNext())
        {
            final Order order = pool.acquire();
            decode(entries.next(), order);
            orders.put(order);
            risk.reserved(order);
            expiry.watch(order);
            names(observer, names.of(order.orderId));
            observer.onOrder(order);
        }
    }

    private static void names(final MoveObserver observer, final List<byte[]> names)
    {
        if (null != names)
        {
            final SnapshotRecord record = new SnapshotRecord();
            for (final byte[] name : names)
            {
                record.wrap(new UnsafeBuffer(name), 0, name.length);
                observer.onName(record.decode(new MovedNameDecoder()));
            }
        }
    }

    private void decode(final OrdersDecoder.EntriesDecoder entries, final Order order)
    {
        orderSnapshot.decode(entries, order, referenceData::everDefined);
        order.deadlineId = 0;
        order.delayDeadlineId = 0;
    }

    /**
     * Reads what has left, once more, to say so: nothing of it is in the core.
     *
     * @param move with its records.
     * @param observer sees instruments, positions and orders.
     */
    void recall(final Move move, final MoveObserver observer)
    {
        for (final byte[] bytes : move.records())
        {
            wrap(bytes);
            if (InstrumentDecoder.TEMPLATE_ID == record.templateId())
            {
                final DefineInstrumentDecoder definition =
                    InstrumentSnapshot.definition(record.decode(instrumentDecoder));
                final Instrument instrument = referenceData.everDefined(definition.instrumentId());
                observer.onInstrument(instrument, Phase.get(instrumentDecoder.phase()));
            }
            else if (MovedPositionsDecoder.TEMPLATE_ID == record.templateId())
            {
                final MovedPositionsDecoder.EntriesDecoder entries = record.decode(positionsDecoder).entries();
                while (entries.hasNext())
                {
                    entries.next();
                    if (0 != entries.accountCode() && 0 != entries.netLots())
                    {
                        observer.onPosition(
                            referenceData.everDefined(positionsDecoder.instrumentId()),
                            entries.entity(),
                            entries.accountCode(),
                            entries.netLots());
                    }
                }
            }
            else if (OrdersDecoder.TEMPLATE_ID == record.templateId())
            {
                final OrdersDecoder.EntriesDecoder entries = record.decode(ordersDecoder).entries();
                while (entries.hasNext())
                {
                    final Order order = pool.acquire();
                    decode(entries.next(), order);
                    observer.onOrder(order);
                    pool.release(order);
                }
            }
        }
    }

    private void wrap(final byte[] bytes)
    {
        record.wrap(new UnsafeBuffer(bytes), 0, bytes.length);
    }
}
