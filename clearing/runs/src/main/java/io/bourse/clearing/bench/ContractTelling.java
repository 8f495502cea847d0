// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.model.ContractTerms;
import io.bourse.engine.protocol.ContractDefinedDecoder;
import io.bourse.engine.protocol.ContractDefinedEncoder;
import io.bourse.engine.protocol.ContractStyle;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.ExerciseInstructedDecoder;
import io.bourse.engine.protocol.ExerciseInstructedEncoder;
import io.bourse.engine.protocol.InstrumentExpiredDecoder;
import io.bourse.engine.protocol.InstrumentExpiredEncoder;
import io.bourse.engine.protocol.InstrumentTotalsDecoder;
import io.bourse.engine.protocol.InstrumentTotalsEncoder;
import io.bourse.engine.protocol.MovementKind;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.PositionMovedDecoder;
import io.bourse.engine.protocol.PositionMovedEncoder;
import io.bourse.engine.protocol.SettlementType;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteBuffer;

/**
 * Tells a listener of contracts, instructions and movements in the engine's own encoding, as its stream would.
 */
final class ContractTelling
{
    private static final int BUFFER_LENGTH = 128;

    private final MutableDirectBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(BUFFER_LENGTH));
    private final PositionMovedEncoder moved = new PositionMovedEncoder();
    private final PositionMovedDecoder movedView = new PositionMovedDecoder();

    void defined(final EventListener listener, final EventGroup group, final SyntheticInstrument instrument)
    {
        final ContractTerms terms = instrument.terms();
        new ContractDefinedEncoder().wrap(buffer, 0)
            .strikeE5(terms.strikeE5())
            .lotUnits(terms.lotUnits())
            .instrumentId(instrument.instrumentId())
            .underlyingInstrumentId(terms.underlyingId())
            .expiryDate(terms.expiryDate())
            .style(ContractStyle.valueOf(terms.style().name()))
            .right(OptionRight.valueOf(terms.right().name()))
            .settlement(SettlementType.valueOf(terms.settlement().name()))
            .expiresIntraday((short)(terms.expiresIntraday() ? 1 : 0))
            .settlementDays((short)terms.settlementDays())
            .asset(terms.asset());
        listener.onContractDefined(group, new ContractDefinedDecoder().wrap(
            buffer, 0, ContractDefinedEncoder.BLOCK_LENGTH, ContractDefinedEncoder.SCHEMA_VERSION));
    }

    void instructed(
        final EventListener listener,
        final EventGroup group,
        final SyntheticDay day,
        final SyntheticDay.Instruction instruction)
    {
        new ExerciseInstructedEncoder().wrap(buffer, 0)
            .lots(instruction.lots())
            .accountCode(day.registers().code(instruction.account()))
            .accountId(instruction.account())
            .instrumentId(day.instruments().get(instruction.instrument()).instrumentId());
        listener.onExerciseInstructed(group, new ExerciseInstructedDecoder().wrap(
            buffer, 0, ExerciseInstructedEncoder.BLOCK_LENGTH, ExerciseInstructedEncoder.SCHEMA_VERSION));
    }

    void moved(
        final EventListener listener,
        final EventGroup group,
        final long runId,
        final SyntheticRegisters registers,
        final VenueJournal.Movement movement)
    {
        moved.wrap(buffer, 0)
            .runId(runId)
            .lots(movement.lots())
            .accountCode(registers.code(movement.account()))
            .accountId(movement.account())
            .instrumentId(movement.instrumentId())
            .kind(MovementKind.valueOf(movement.kind().name()));
        listener.onPositionMoved(group, movedView.wrap(
            buffer, 0, PositionMovedEncoder.BLOCK_LENGTH, PositionMovedEncoder.SCHEMA_VERSION));
    }

    void expired(final EventListener listener, final EventGroup group, final long runId, final int instrumentId)
    {
        new InstrumentExpiredEncoder().wrap(buffer, 0).runId(runId).instrumentId(instrumentId);
        listener.onInstrumentExpired(group, new InstrumentExpiredDecoder().wrap(
            buffer, 0, InstrumentExpiredEncoder.BLOCK_LENGTH, InstrumentExpiredEncoder.SCHEMA_VERSION));
    }

    void totals(
        final EventListener listener, final EventGroup group, final int instrumentId, final VenueTotals.Row totals)
    {
        new InstrumentTotalsEncoder().wrap(buffer, 0)
            .sessionTrades(totals.trades())
            .sessionLots(totals.lots())
            .openInterestLots(totals.openInterestLots())
            .trades(totals.trades())
            .instrumentId(instrumentId);
        listener.onInstrumentTotals(group, new InstrumentTotalsDecoder().wrap(
            buffer, 0, InstrumentTotalsEncoder.BLOCK_LENGTH, InstrumentTotalsEncoder.SCHEMA_VERSION));
    }
}
