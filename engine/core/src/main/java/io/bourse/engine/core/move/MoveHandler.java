// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.move;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.ContractEventPublisher;
import io.bourse.engine.core.event.EventGroupWriter;
import io.bourse.engine.core.event.OffBookPublisher;
import io.bourse.engine.core.event.OrderEventPublisher;
import io.bourse.engine.core.event.PriceEventPublisher;
import io.bourse.engine.core.event.ReferenceEventPublisher;
import io.bourse.engine.core.event.RiskEventPublisher;
import io.bourse.engine.core.phase.PhaseCalendar;
import io.bourse.engine.core.phase.PhaseEventPublisher;
import io.bourse.engine.core.reference.FeatureLevel;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.protocol.BeginMoveDecoder;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.EndMoveDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.MoveInDecoder;
import io.bourse.engine.protocol.MoveOutDecoder;
import io.bourse.engine.protocol.MoveOutTogetherDecoder;
import io.bourse.engine.protocol.MoveState;
import io.bourse.engine.protocol.MovementKind;
import io.bourse.engine.protocol.NameMovedOrderDecoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseCause;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.snapshot.MovedNameDecoder;
import io.bourse.engine.protocol.snapshot.MovedNameEncoder;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.ArrayList;
import java.util.List;

/**
 * Executes the commands that move instruments to another partition, while no session is open.
 * <p>
 * {@code MoveOut} takes them out and publishes records with all that is of them; the core keeps the records. {@code
 * NameMovedOrder} adds what the FIX gateway alone knows of orders. {@code MoveIn} brings the records to the other
 * partition, one by one, after {@code BeginMove}. {@code EndMove} there brings in everything at once, when its records
 * are as many as those that left and have the same hash; {@code EndMove} here forgets the records. So an instrument is
 * never in both. Until the first {@code EndMove} the move can be undone, in the same order: the other partition forgets
 * what came and takes it no more, this one brings it back from the same records.
 * <p>
 * Members and market data hear of a move when it is done. No session opens in a partition while one is under way.
 */
public final class MoveHandler
{
    private static final int OPERATORS = 0;
    private static final int MOST_PARTITION = 0xFF;
    private static final int FORMER_MOST_RECORDS = 100_000;
    private static final int MOST_RECORDS = 500_000;
    /** Of the schema of snapshots that records have: it stays that of the level when the schema goes on. */
    static final int FORMER_VERSION = 11;
    static final int VERSION = 12;
    private static final long NO_RUN = 0;

    private final MoveOutDecoder moveOut = new MoveOutDecoder();
    private final MoveOutTogetherDecoder moveOutTogether = new MoveOutTogetherDecoder();
    private final MoveInDecoder moveIn = new MoveInDecoder();
    private final EndMoveDecoder endMove = new EndMoveDecoder();
    private final NameMovedOrderDecoder nameMovedOrder = new NameMovedOrderDecoder();
    private final BeginMoveDecoder beginMove = new BeginMoveDecoder();
    private final MovedNameEncoder nameEncoder = new MovedNameEncoder();
    private final FeatureLevel featureLevel;
    private final SessionState session;
    private final Moves moves;
    private final Departure departure;
    private final Arrival arrival;
    private final MoveEventPublisher publisher;
    private final ReferenceEventPublisher referencePublisher;
    private final ContractEventPublisher contractPublisher;
    private final OffBookPublisher legPublisher;
    private final RiskEventPublisher riskPublisher;
    private final PriceEventPublisher pricePublisher;
    private final PhaseEventPublisher phasePublisher;
    private final OrderEventPublisher orderPublisher;

    public MoveHandler(
        final FeatureLevel featureLevel,
        final SessionState session,
        final Moves moves,
        final Departure departure,
        final Arrival arrival,
        final EventGroupWriter writer)
    {
        this.featureLevel = featureLevel;
        this.session = session;
        this.moves = moves;
        this.departure = departure;
        this.arrival = arrival;
        publisher = new MoveEventPublisher(writer);
        referencePublisher = new ReferenceEventPublisher(writer);
        contractPublisher = new ContractEventPublisher(writer);
        legPublisher = new OffBookPublisher(writer);
        riskPublisher = new RiskEventPublisher(writer);
        pricePublisher = new PriceEventPublisher(writer);
        phasePublisher = new PhaseEventPublisher(writer);
        orderPublisher = new OrderEventPublisher(writer);
    }

    /**
     * Enters the commands of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(MoveOutDecoder.TEMPLATE_ID, this::onMoveOut));
        table.add(new CommandKind(MoveOutTogetherDecoder.TEMPLATE_ID, this::onMoveOutTogether));
        table.add(new CommandKind(MoveInDecoder.TEMPLATE_ID, this::onMoveIn));
        table.add(new CommandKind(EndMoveDecoder.TEMPLATE_ID, this::onEndMove));
        table.add(new CommandKind(NameMovedOrderDecoder.TEMPLATE_ID, this::onNameMovedOrder));
        table.add(new CommandKind(BeginMoveDecoder.TEMPLATE_ID, this::onBeginMove));
    }

    private boolean hasNames()
    {
        return featureLevel.level() >= FeatureLevels.NAMED;
    }

    private int version()
    {
        return hasNames() ? VERSION : FORMER_VERSION;
    }

    private int mostRecords()
    {
        return hasNames() ? MOST_RECORDS : FORMER_MOST_RECORDS;
    }

    private static RejectReason refusal(final CommandEnvelope envelope, final long moveId, final int otherPartition)
    {
        if (OPERATORS != envelope.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        return moveId <= 0 || otherPartition == envelope.partition || otherPartition > MOST_PARTITION ?
            RejectReason.INVALID_FIELD : null;
    }

    private RejectReason onMoveOut(final CommandEnvelope envelope)
    {
        final MoveOutDecoder command = envelope.decode(moveOut);
        final byte[] underlying = new byte[Instrument.UNDERLYING_LENGTH];
        command.getUnderlying(underlying, 0);
        return moveOut(envelope, command.moveId(), command.toPartition(), List.of(underlying));
    }

    private RejectReason onMoveOutTogether(final CommandEnvelope envelope)
    {
        final MoveOutTogetherDecoder command = envelope.decode(moveOutTogether);
        final List<byte[]> underlyings = new ArrayList<>();
        for (final MoveOutTogetherDecoder.UnderlyingsDecoder each : command.underlyings())
        {
            final byte[] underlying = new byte[Instrument.UNDERLYING_LENGTH];
            each.getUnderlying(underlying, 0);
            underlyings.add(underlying);
        }
        return moveOut(envelope, command.moveId(), command.toPartition(), underlyings);
    }

    private RejectReason moveOut(
        final CommandEnvelope envelope, final long moveId, final int toPartition, final List<byte[]> underlyings)
    {
        final RejectReason form = refusal(envelope, moveId, toPartition);
        if (null != form)
        {
            return form;
        }
        Move move = moves.find(moveId);
        if (null == move)
        {
            if (SessionState.Phase.CLOSED != session.phase() || moves.isUnderWay())
            {
                return RejectReason.WRONG_STATE;
            }
            final List<Instrument> group = departure.instruments(underlyings);
            final RejectReason refusal = departure.refusal(group, underlyings, hasNames());
            if (null != refusal)
            {
                return refusal;
            }
            move = new Move(moveId, MoveState.OUT, toPartition);
            if (!departure.write(group, move, version()) || move.count > mostRecords())
            {
                return RejectReason.CAPACITY;
            }
            departure.takeOut(group);
            moves.add(move);
        }
        else if (MoveState.OUT != move.state || toPartition != move.otherPartition)
        {
            return RejectReason.WRONG_STATE;
        }
        publisher.records(move);
        if (hasNames())
        {
            move.names(arrival).forEach((orderId, loginId) -> publisher.moving(moveId, orderId, loginId));
        }
        publisher.advanced(move);
        return null;
    }

    private RejectReason onNameMovedOrder(final CommandEnvelope envelope)
    {
        final NameMovedOrderDecoder command = envelope.decode(nameMovedOrder);
        if (OPERATORS == envelope.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        final Move move = moves.find(command.moveId());
        if (null == move || MoveState.OUT != move.state)
        {
            return RejectReason.WRONG_STATE;
        }
        final MovedNames names = move.names(arrival);
        final List<byte[]> known = names.of(command.orderId());
        if (null == known)
        {
            return RejectReason.UNKNOWN_ORDER;
        }
        if (command.number() >= known.size())
        {
            final byte[] record = nameRecord(move, command, envelope);
            if (move.count == MOST_RECORDS)
            {
                return RejectReason.CAPACITY;
            }
            if (0 == envelope.clientRefLength || !names.add(name(record), record))
            {
                return RejectReason.INVALID_FIELD;
            }
            move.add(record);
            publisher.record(move, move.count - 1, record);
        }
        publisher.advanced(move);
        return null;
    }

    private byte[] nameRecord(final Move move, final NameMovedOrderDecoder command, final CommandEnvelope envelope)
    {
        final byte[][] record = {null};
        final SnapshotWriter writer = new SnapshotWriter((buffer, offset, length) ->
        {
            record[0] = new byte[length];
            buffer.getBytes(offset, record[0]);
        }, version(), move.count, move.hash);
        writer.write(writer.begin(nameEncoder)
            .orderId(command.orderId())
            .rootOrderId(command.rootOrderId())
            .orderQtyLots(command.orderQtyLots())
            .cumLots(command.cumLots())
            .valueHigh(command.valueHigh())
            .valueLow(command.valueLow())
            .isPriced(command.isPriced())
            .number(command.number())
            .names(command.names())
            .putName(envelope.buffer, envelope.clientRefOffset, envelope.clientRefLength)
            .encodedLength());
        return record[0];
    }

    private static MovedNameDecoder name(final byte[] bytes)
    {
        final SnapshotRecord record = new SnapshotRecord();
        record.wrap(new UnsafeBuffer(bytes), 0, bytes.length);
        return record.decode(new MovedNameDecoder());
    }

    private RejectReason onBeginMove(final CommandEnvelope envelope)
    {
        final BeginMoveDecoder command = envelope.decode(beginMove);
        final RejectReason form = refusal(envelope, command.moveId(), command.fromPartition());
        if (null != form || command.records() <= 0)
        {
            return null != form ? form : RejectReason.INVALID_FIELD;
        }
        if (command.records() > MOST_RECORDS)
        {
            return RejectReason.CAPACITY;
        }
        Move move = moves.find(command.moveId());
        if (null == move)
        {
            if (SessionState.Phase.CLOSED != session.phase() || moves.isUnderWay())
            {
                return RejectReason.WRONG_STATE;
            }
            move = new Move(command.moveId(), MoveState.COMING, command.fromPartition());
            move.comingRecords = command.records();
            move.comingHash = command.hash();
            moves.add(move);
        }
        else if (MoveState.COMING != move.state || command.fromPartition() != move.otherPartition ||
            command.records() != move.comingRecords || command.hash() != move.comingHash)
        {
            return RejectReason.WRONG_STATE;
        }
        publisher.advanced(move);
        return null;
    }

    private RejectReason onMoveIn(final CommandEnvelope envelope)
    {
        final MoveInDecoder command = envelope.decode(moveIn);
        if (OPERATORS != envelope.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        if (command.moveId() <= 0 || command.number() < 0 || command.length() > MoveInDecoder.dataLength())
        {
            return RejectReason.INVALID_FIELD;
        }
        final byte[] bytes = new byte[command.length()];
        envelope.buffer.getBytes(command.offset() + MoveInDecoder.dataEncodingOffset(), bytes);
        final Move known = moves.find(command.moveId());
        final boolean isNew = null == known;
        if (isNew ? hasNames() || SessionState.Phase.CLOSED != session.phase() || moves.isUnderWay() :
            MoveState.COMING != known.state)
        {
            return RejectReason.WRONG_STATE;
        }
        final Move move = isNew ? new Move(command.moveId(), MoveState.COMING, 0) : known;
        if (command.number() >= mostRecords())
        {
            return RejectReason.CAPACITY;
        }
        if (0 != move.comingRecords && command.number() >= move.comingRecords)
        {
            return RejectReason.INVALID_FIELD;
        }
        if (!move.has(command.number(), bytes) && (command.number() != move.count || !move.add(bytes)))
        {
            return RejectReason.INVALID_FIELD;
        }
        if (isNew)
        {
            moves.add(move);
        }
        publisher.advanced(move);
        return null;
    }

    private RejectReason onEndMove(final CommandEnvelope envelope)
    {
        final EndMoveDecoder command = envelope.decode(endMove);
        final RejectReason form = refusal(envelope, command.moveId(), command.otherPartition());
        if (null != form || command.isUndone() > 1)
        {
            return null != form ? form : RejectReason.INVALID_FIELD;
        }
        final boolean isUndone = 1 == command.isUndone();
        final MoveState end = isUndone ? MoveState.UNDONE : MoveState.DONE;
        Move move = moves.find(command.moveId());
        if (null == move && isUndone)
        {
            // Nothing has come yet; nothing shall come later.
            move = new Move(command.moveId(), MoveState.UNDONE, command.otherPartition());
            moves.add(move);
        }
        final RejectReason refusal = endRefusal(move, end, command);
        if (null != refusal)
        {
            return refusal;
        }
        if (!move.hasEnded())
        {
            final boolean isOut = MoveState.OUT == move.state;
            move.otherPartition = command.otherPartition();
            if (isOut)
            {
                endOut(envelope.partition, move, isUndone);
            }
            else if (!isUndone)
            {
                arrival.bringIn(move, new Coming(move, envelope.partition));
            }
            move.end(end);
        }
        publisher.advanced(move);
        return null;
    }

    private RejectReason endRefusal(final Move move, final MoveState end, final EndMoveDecoder command)
    {
        if (null == move || move.hasEnded() && end != move.state)
        {
            return RejectReason.WRONG_STATE;
        }
        if (move.hasEnded())
        {
            return null;
        }
        if (SessionState.Phase.CLOSED != session.phase())
        {
            return RejectReason.WRONG_STATE;
        }
        final boolean isOut = MoveState.OUT == move.state;
        final boolean isBegun = 0 != move.comingRecords;
        if ((isOut || isBegun) && command.otherPartition() != move.otherPartition ||
            MoveState.DONE == end && (command.records() != move.count || command.hash() != move.hash) ||
            isBegun && MoveState.DONE == end && (move.comingRecords != move.count || move.comingHash != move.hash))
        {
            return RejectReason.INVALID_FIELD;
        }
        return isOut == (MoveState.DONE == end) ? null : arrival.refusal(move, version(), !isOut && hasNames());
    }

    private void endOut(final int partition, final Move move, final boolean isUndone)
    {
        if (isUndone)
        {
            arrival.bringIn(move, MoveObserver.SILENT);
        }
        else
        {
            arrival.recall(move, new Gone(move, partition));
        }
    }

    /** Publishes what has come. */
    private final class Coming implements MoveObserver
    {
        private final List<Instrument> instruments = new ArrayList<>();
        private final Move move;
        private final int partition;

        Coming(final Move move, final int partition)
        {
            this.move = move;
            this.partition = partition;
        }

        @Override
        public void onInstrument(final Instrument instrument, final Phase formerPhase)
        {
            publisher.moved(move.moveId, instrument.instrumentId, move.otherPartition, partition);
            referencePublisher.instrumentDefined(instrument);
            instruments.add(instrument);
        }

        @Override
        public void onInstruments()
        {
            for (final Instrument instrument : instruments)
            {
                if (null != instrument.contract)
                {
                    contractPublisher.contractDefined(instrument);
                }
                riskPublisher.marginSet(instrument.instrumentId, instrument.margin);
                pricePublisher.priceControlsSet(instrument);
                if (Phase.CONTINUOUS != instrument.phase)
                {
                    phasePublisher.phaseChanged(instrument, Phase.CONTINUOUS, PhaseCause.OPERATOR, 0);
                }
            }
        }

        @Override
        public void onLegs(final Instrument strategy)
        {
            legPublisher.legsDefined(strategy);
        }

        @Override
        public void onCalendar(final PhaseCalendar calendar)
        {
            phasePublisher.calendarSet(calendar);
        }

        @Override
        public void onPosition(
            final Instrument instrument, final int accountId, final long accountCode, final long lots)
        {
            contractPublisher.positionMoved(
                NO_RUN, lots, accountCode, accountId, instrument.instrumentId, MovementKind.MOVE);
        }

        @Override
        public void onName(final MovedNameDecoder name)
        {
            publisher.named(name);
        }

        @Override
        public void onOrder(final Order order)
        {
            orderPublisher.accepted(order);
        }
    }

    /** Publishes what has gone. */
    private final class Gone implements MoveObserver
    {
        private final Move move;
        private final int partition;

        Gone(final Move move, final int partition)
        {
            this.move = move;
            this.partition = partition;
        }

        @Override
        public void onInstrument(final Instrument instrument, final Phase formerPhase)
        {
            if (Phase.CLOSED != formerPhase)
            {
                phasePublisher.phaseChanged(instrument, formerPhase, PhaseCause.OPERATOR, 0);
            }
            publisher.moved(move.moveId, instrument.instrumentId, partition, move.otherPartition);
        }

        @Override
        public void onPosition(
            final Instrument instrument, final int accountId, final long accountCode, final long lots)
        {
            contractPublisher.positionMoved(
                NO_RUN, -lots, accountCode, accountId, instrument.instrumentId, MovementKind.MOVE);
        }

        @Override
        public void onOrder(final Order order)
        {
            orderPublisher.cancelled(order, order.restLots, OrderEventPublisher.UNSOLICITED, CancelReason.MOVED);
        }
    }
}
