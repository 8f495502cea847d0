// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.move;

import io.bourse.engine.core.matching.OrderExit;
import io.bourse.engine.core.matching.PhaseChanges;
import io.bourse.engine.core.order.OrderQueueSnapshot;
import io.bourse.engine.core.order.OrderSnapshot;
import io.bourse.engine.core.phase.PhaseCalendar;
import io.bourse.engine.core.phase.PhaseCalendars;
import io.bourse.engine.core.phase.PhaseSchedule;
import io.bourse.engine.core.phase.PriceLimitWatch;
import io.bourse.engine.core.pretrade.Exposures;
import io.bourse.engine.core.reference.InstrumentSnapshot;
import io.bourse.engine.core.risk.Exposure;
import io.bourse.engine.core.risk.ExposureTable;
import io.bourse.engine.core.risk.InstrumentExposures;
import io.bourse.engine.core.session.PhaseScheduleSnapshot;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.core.state.DeadlineQueue;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderTable;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MoveInDecoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseTraits;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.RollingHash;
import io.bourse.engine.protocol.snapshot.InstrumentEncoder;
import io.bourse.engine.protocol.snapshot.MessageHeaderEncoder;
import io.bourse.engine.protocol.snapshot.MovedPositionsEncoder;
import io.bourse.engine.protocol.snapshot.OrderQueueEncoder;
import io.bourse.engine.protocol.snapshot.OrdersEncoder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Takes all instruments of underlyings out of the core: writes what is of them, then lets them hold nothing.
 */
public final class Departure
{
    private static final int LENGTH = MoveInDecoder.dataLength();
    private static final int FREE = LENGTH - MessageHeaderEncoder.ENCODED_LENGTH;
    private static final int GROUP = 4;
    private static final int ORDERS =
        (FREE - OrdersEncoder.BLOCK_LENGTH - GROUP) / OrdersEncoder.EntriesEncoder.sbeBlockLength();
    private static final int POSITIONS =
        (FREE - MovedPositionsEncoder.BLOCK_LENGTH - GROUP) / MovedPositionsEncoder.EntriesEncoder.sbeBlockLength();
    private static final int IDS_LENGTH =
        (FREE - OrderQueueEncoder.BLOCK_LENGTH - OrderQueueEncoder.ordersHeaderLength()) / Long.BYTES * Long.BYTES;

    /** An exposure and whose it is: the packed code of the account, or 0 of a login. */
    private record Held(Exposure exposure, long accountCode)
    {
    }

    private final ReferenceData referenceData;
    private final Exposures exposures;
    private final OrderTable orders;
    private final OrderSnapshot orderSnapshot;
    private final OrderQueueSnapshot queueSnapshot;
    private final OrderExit exit;
    private final PriceLimitWatch priceLimits;
    private final PhaseChanges phaseChanges;
    private final PhaseCalendars calendars;
    private final DeadlineQueue deadlines;

    public Departure(
        final ReferenceData referenceData,
        final Exposures exposures,
        final OrderParts orderParts,
        final PhaseParts phaseParts)
    {
        this.referenceData = referenceData;
        this.exposures = exposures;
        orders = orderParts.table();
        orderSnapshot = orderParts.snapshot();
        queueSnapshot = orderParts.queues();
        exit = orderParts.exit();
        priceLimits = phaseParts.priceLimits();
        phaseChanges = phaseParts.changes();
        calendars = phaseParts.calendars();
        deadlines = phaseParts.deadlines();
    }

    /** Instruments of underlyings that are here, in order of definition. */
    List<Instrument> instruments(final List<byte[]> underlyings)
    {
        final List<Instrument> found = new ArrayList<>();
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            final Instrument instrument = referenceData.instrumentAt(i);
            if (!instrument.isMoved && isOfOne(underlyings, instrument))
            {
                found.add(instrument);
            }
        }
        return found;
    }

    private static boolean isOfOne(final List<byte[]> underlyings, final Instrument instrument)
    {
        boolean isOne = false;
        for (final byte[] underlying : underlyings)
        {
            isOne |= Arrays.equals(underlying, instrument.underlying);
        }
        return isOne;
    }

    /** Why instruments of underlyings cannot go, with names of orders or without; null when they can. */
    RejectReason refusal(final List<Instrument> group, final List<byte[]> underlyings, final boolean hasNames)
    {
        boolean areKnown = !underlyings.isEmpty();
        for (final byte[] underlying : underlyings)
        {
            boolean isKnown = false;
            for (final Instrument instrument : group)
            {
                isKnown |= Arrays.equals(underlying, instrument.underlying);
            }
            areKnown &= isKnown;
        }
        if (!areKnown)
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        final Set<Instrument> members = new HashSet<>(group);
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            final Instrument instrument = referenceData.instrumentAt(i);
            if (!instrument.isMoved && !dependsOnItsLike(instrument, members))
            {
                return RejectReason.INVALID_COMBINATION;
            }
        }
        for (final Instrument instrument : group)
        {
            final PhaseSchedule schedule = phaseChanges.existingSchedule(instrument);
            if (PhaseTraits.of(instrument.phase).isAuction() ||
                null != schedule && (schedule.next.isSet() || schedule.volatilityEnd.isSet()))
            {
                return RejectReason.WRONG_STATE;
            }
        }
        boolean outliveSession = true;
        for (final Order order : orders(group))
        {
            if (!hasNames && LoginProtocol.FIX == order.login.protocol)
            {
                return RejectReason.FIX_ORDERS;
            }
            outliveSession &= order.outlivesSession();
        }
        return outliveSession ? null : RejectReason.WRONG_STATE;
    }

    /** Whether legs and underlying of an instrument go where it goes. */
    private boolean dependsOnItsLike(final Instrument instrument, final Set<Instrument> group)
    {
        final boolean isIn = group.contains(instrument);
        final Instrument underlying = null == instrument.contract ?
            null : referenceData.instrument(instrument.contract.underlyingInstrumentId);
        boolean areTogether = null == underlying || isIn == group.contains(underlying);
        for (int i = 0; null != instrument.legs && i < instrument.legs.instruments.length; i++)
        {
            areTogether &= isIn == group.contains(instrument.legs.instruments[i]);
        }
        return areTogether;
    }

    private List<Order> orders(final List<Instrument> group)
    {
        final Set<Instrument> members = new HashSet<>(group);
        final List<Order> found = new ArrayList<>();
        orders.forEach(order ->
        {
            if (members.contains(order.instrument))
            {
                found.add(order);
            }
        });
        return found;
    }

    /**
     * Writes all that is of instruments; changes nothing.
     *
     * @param move that takes the records.
     * @param version of the records.
     * @return false when something is too long for a record.
     */
    boolean write(final List<Instrument> group, final Move move, final int version)
    {
        final List<byte[]> tooLong = new ArrayList<>();
        final SnapshotWriter writer = new SnapshotWriter((buffer, offset, length) ->
        {
            final byte[] record = new byte[length];
            buffer.getBytes(offset, record);
            if (length > LENGTH)
            {
                tooLong.add(record);
            }
            else
            {
                move.add(record);
            }
        }, version, 0, RollingHash.INITIAL);
        final InstrumentEncoder encoder = new InstrumentEncoder();
        group.forEach(instrument -> InstrumentSnapshot.write(writer, encoder, instrument));
        for (final Instrument instrument : group)
        {
            if (null != instrument.legs)
            {
                InstrumentSnapshot.writeLegs(writer, instrument, each -> each.instrumentId);
            }
            final PhaseSchedule schedule = phaseChanges.existingSchedule(instrument);
            if (null != schedule && (schedule.isHeld || null != schedule.postponedPhase))
            {
                PhaseScheduleSnapshot.write(writer, instrument.instrumentId, schedule);
            }
        }
        calendarsOf(group).forEach(calendar -> PhaseScheduleSnapshot.write(writer, calendar));
        final Map<InstrumentExposures, List<Held>> held = held(group);
        group.forEach(instrument -> write(writer, instrument, held.get(instrument.exposures)));
        final Set<Instrument> members = new HashSet<>(group);
        final Predicate<Order> isOfGroup = order -> members.contains(order.instrument);
        orderSnapshot.write(writer, ORDERS, isOfGroup, order -> order.instrument.instrumentId);
        queueSnapshot.write(writer, IDS_LENGTH, isOfGroup);
        return tooLong.isEmpty();
    }

    /** The calendars of underlyings that do not follow that of the market. */
    private Set<PhaseCalendar> calendarsOf(final List<Instrument> group)
    {
        final Set<PhaseCalendar> found = new LinkedHashSet<>();
        group.forEach(instrument -> found.add(calendars.of(instrument)));
        found.remove(calendars.get(0));
        found.remove(null);
        return found;
    }

    /** Positions, and where orders count: of each instrument, accounts first, in order of creation. */
    private Map<InstrumentExposures, List<Held>> held(final List<Instrument> group)
    {
        final Map<InstrumentExposures, List<Held>> all = new IdentityHashMap<>();
        group.forEach(instrument -> all.put(instrument.exposures, new ArrayList<>()));
        add(all, exposures.clients(), true);
        add(all, exposures.logins(), false);
        return all;
    }

    private void add(
        final Map<InstrumentExposures, List<Held>> all, final ExposureTable table, final boolean isOfAccounts)
    {
        for (Exposure exposure = table.first(); null != exposure; exposure = table.next(exposure))
        {
            final List<Held> of = all.get(exposure.instrument());
            if (null != of && (0 != exposure.netLots() || 0 != exposure.openBuyLots() || 0 != exposure.openSellLots()))
            {
                of.add(new Held(
                    exposure, isOfAccounts ? referenceData.accounts().keyAt(exposure.entityId()) : 0));
            }
        }
    }

    private static void write(final SnapshotWriter writer, final Instrument instrument, final List<Held> all)
    {
        final MovedPositionsEncoder encoder = new MovedPositionsEncoder();
        for (int first = 0; first < all.size(); first += POSITIONS)
        {
            final List<Held> page = all.subList(first, Math.min(all.size(), first + POSITIONS));
            final MovedPositionsEncoder.EntriesEncoder group = writer.begin(encoder)
                .instrumentId(instrument.instrumentId)
                .entriesCount(page.size());
            for (final Held held : page)
            {
                group.next()
                    .netLots(held.exposure.netLots())
                    .accountCode(held.accountCode)
                    .entity(held.exposure.entityId());
            }
            writer.write(encoder.encodedLength());
        }
    }

    /** Lets instruments hold nothing, and be found no more. */
    void takeOut(final List<Instrument> group)
    {
        orders(group).forEach(exit::takeOut);
        for (final PhaseCalendar calendar : calendarsOf(group))
        {
            deadlines.cancel(calendar.deadlineId);
            calendar.deadlineId = 0;
            calendar.clear(0);
        }
        final Map<InstrumentExposures, List<Held>> all = held(group);
        for (final Instrument instrument : group)
        {
            for (final Held held : all.get(instrument.exposures))
            {
                if (0 != held.accountCode)
                {
                    held.exposure.moveHeld(-held.exposure.netLots());
                }
                else
                {
                    held.exposure.move(-held.exposure.netLots());
                }
            }
            priceLimits.onExpired(instrument);
            phaseChanges.forget(instrument);
            instrument.phase = Phase.CLOSED;
            instrument.isExpired = true;
            instrument.isMoved = true;
            instrument.hasLast = false;
            instrument.lastTicks = 0;
            instrument.sessionTrades = 0;
            instrument.sessionLots = 0;
            instrument.trades = 0;
        }
    }
}
