// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.event;

import io.bourse.engine.core.state.ContractTerms;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.protocol.ContractDefinedEncoder;
import io.bourse.engine.protocol.ExerciseInstructedEncoder;
import io.bourse.engine.protocol.InstrumentExpiredEncoder;
import io.bourse.engine.protocol.InstrumentTotalsEncoder;
import io.bourse.engine.protocol.MovementKind;
import io.bourse.engine.protocol.PositionMovedEncoder;

/**
 * Encodes what contracts promise, and what clearing runs do to positions and instruments.
 */
public final class ContractEventPublisher
{
    private final EventGroupWriter writer;
    private final ContractDefinedEncoder contractEncoder = new ContractDefinedEncoder();
    private final ExerciseInstructedEncoder instructedEncoder = new ExerciseInstructedEncoder();
    private final PositionMovedEncoder movedEncoder = new PositionMovedEncoder();
    private final InstrumentExpiredEncoder expiredEncoder = new InstrumentExpiredEncoder();
    private final InstrumentTotalsEncoder totalsEncoder = new InstrumentTotalsEncoder();

    public ContractEventPublisher(final EventGroupWriter writer)
    {
        this.writer = writer;
    }

    public void contractDefined(final Instrument instrument)
    {
        final ContractTerms contract = instrument.contract;
        writer.next(contractEncoder)
            .strikeE5(contract.strikeE5)
            .lotUnits(contract.lotUnits)
            .instrumentId(instrument.instrumentId)
            .underlyingInstrumentId(contract.underlyingInstrumentId)
            .expiryDate(contract.expiryDate)
            .style(contract.style)
            .right(contract.right)
            .settlement(contract.settlement)
            .expiresIntraday((short)(contract.expiresIntraday ? 1 : 0))
            .settlementDays((short)contract.settlementDays)
            .putAsset(contract.asset, 0);
    }

    public void exerciseInstructed(
        final long lots, final long accountCode, final int accountId, final int instrumentId)
    {
        writer.next(instructedEncoder)
            .lots(lots)
            .accountCode(accountCode)
            .accountId(accountId)
            .instrumentId(instrumentId);
    }

    public void positionMoved(
        final long runId,
        final long lots,
        final long accountCode,
        final int accountId,
        final int instrumentId,
        final MovementKind kind)
    {
        writer.next(movedEncoder)
            .runId(runId)
            .lots(lots)
            .accountCode(accountCode)
            .accountId(accountId)
            .instrumentId(instrumentId)
            .kind(kind);
    }

    public void instrumentExpired(final long runId, final int instrumentId)
    {
        writer.next(expiredEncoder).runId(runId).instrumentId(instrumentId);
    }

    /**
     * What clearing compares its own sums with, if there is anything.
     *
     * @param instrument whose totals they are.
     */
    public void instrumentTotals(final Instrument instrument)
    {
        final long openInterestLots = instrument.exposures.held.longLots();
        if (0 == instrument.trades && 0 == openInterestLots)
        {
            return;
        }
        writer.next(totalsEncoder)
            .sessionTrades(instrument.sessionTrades)
            .sessionLots(instrument.sessionLots)
            .openInterestLots(openInterestLots)
            .trades(instrument.trades)
            .instrumentId(instrument.instrumentId);
    }
}
