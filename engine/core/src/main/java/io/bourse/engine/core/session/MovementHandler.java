// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.session;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.ContractEventPublisher;
import io.bourse.engine.core.matching.PhaseChanges;
import io.bourse.engine.core.phase.PriceLimitWatch;
import io.bourse.engine.core.pretrade.Exposures;
import io.bourse.engine.core.risk.Exposure;
import io.bourse.engine.core.state.BrokerageFirm;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingRange;
import io.bourse.engine.protocol.ExpireInstrumentDecoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.MovePositionsDecoder;
import io.bourse.engine.protocol.MovementKind;
import io.bourse.engine.protocol.RejectReason;

/**
 * Executes what the clearing run that holds trading suspended does to positions and instruments.
 * <p>
 * Movements count: a command says how many rows of its run came before it, and is rejected if that is not so. A
 * sender that does not know whether a command was taken may send it again without moving anything twice. The limits of
 * the registers are not checked: who has exercised an option holds its future, whatever it costs.
 * <p>
 * An instrument expires when all positions in it are closed. With it expires every strategy that has it as a leg. An
 * option may end after the future it becomes: the run then moves the future too, there and back, and cannot be
 * completed while anything of it is left.
 */
public final class MovementHandler
{
    private static final MovementKind[] KINDS = {MovementKind.EXERCISE, MovementKind.ASSIGNMENT, MovementKind.EXPIRY,
        MovementKind.PORTING, MovementKind.CLOSE_OUT, MovementKind.DELIVERY};

    private final MovePositionsDecoder movePositions = new MovePositionsDecoder();
    private final ExpireInstrumentDecoder expireInstrument = new ExpireInstrumentDecoder();
    private final SessionState session;
    private final ReferenceData referenceData;
    private final Exposures exposures;
    private final SessionOrders sessionOrders;
    private final PriceLimitWatch priceLimits;
    private final PhaseChanges phaseChanges;
    private final ContractEventPublisher publisher;

    public MovementHandler(
        final SessionState session,
        final ReferenceData referenceData,
        final Exposures exposures,
        final SessionOrders sessionOrders,
        final PriceLimitWatch priceLimits,
        final PhaseChanges phaseChanges,
        final ContractEventPublisher publisher)
    {
        this.session = session;
        this.referenceData = referenceData;
        this.exposures = exposures;
        this.sessionOrders = sessionOrders;
        this.priceLimits = priceLimits;
        this.phaseChanges = phaseChanges;
        this.publisher = publisher;
    }

    /**
     * Enters the commands of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(MovePositionsDecoder.TEMPLATE_ID, this::onMovePositions));
        table.add(new CommandKind(ExpireInstrumentDecoder.TEMPLATE_ID, this::onExpireInstrument)
            .instrumentAt(ExpireInstrumentDecoder.instrumentIdEncodingOffset()));
    }

    private RejectReason onMovePositions(final CommandEnvelope envelope)
    {
        final MovePositionsDecoder command = envelope.decode(movePositions);
        if (!session.isRunning(command.runId()) || session.movedRows() != command.firstRow())
        {
            return RejectReason.WRONG_STATE;
        }
        final RejectReason refusal = refusal(command);
        if (null == refusal)
        {
            command.sbeRewind();
            final MovePositionsDecoder.RowsDecoder rows = command.rows();
            session.moved(rows.count());
            while (rows.hasNext())
            {
                move(rows.next());
            }
        }
        return refusal;
    }

    private RejectReason refusal(final MovePositionsDecoder command)
    {
        final MovePositionsDecoder.RowsDecoder rows = command.rows();
        if (!rows.hasNext())
        {
            return RejectReason.INVALID_FIELD;
        }
        long allLots = 0;
        while (rows.hasNext())
        {
            final RejectReason refusal = refusalOf(rows.next());
            if (null != refusal)
            {
                return refusal;
            }
            allLots += Math.abs(rows.lots());
        }
        return fits(command, allLots) ? null : RejectReason.QTY_OUT_OF_RANGE;
    }

    /** Rows of one register, firm or settlement account add up: whether all of them fit is asked for each of them. */
    private boolean fits(final MovePositionsDecoder command, final long allLots)
    {
        command.sbeRewind();
        final MovePositionsDecoder.RowsDecoder rows = command.rows();
        while (rows.hasNext())
        {
            rows.next();
            if (!fits(rows.accountId(), referenceData.instrument(rows.instrumentId()), allLots))
            {
                return false;
            }
        }
        return true;
    }

    private RejectReason refusalOf(final MovePositionsDecoder.RowsDecoder row)
    {
        if (0 == row.lots() || row.kind() >= KINDS.length)
        {
            return RejectReason.INVALID_FIELD;
        }
        if (row.lots() > ClearingRange.MAX_LOTS || row.lots() < -ClearingRange.MAX_LOTS)
        {
            return RejectReason.QTY_OUT_OF_RANGE;
        }
        if (row.accountId() < 0 || row.accountId() >= referenceData.accounts().size())
        {
            return RejectReason.UNKNOWN_ACCOUNT;
        }
        final Instrument instrument = referenceData.instrument(row.instrumentId());
        if (null == instrument)
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        return InstrumentKind.SPREAD == instrument.kind ? RejectReason.INVALID_COMBINATION : null;
    }

    private boolean fits(final int accountId, final Instrument instrument, final long lots)
    {
        final BrokerageFirm firm = firmOf(accountId);
        return fits(exposures.client(accountId, instrument), lots) &&
            fits(exposures.firm(firm, instrument), lots) &&
            fits(exposures.settlement(firm, instrument), lots);
    }

    private static boolean fits(final Exposure exposure, final long lots)
    {
        return null == exposure || exposure.fits(lots, lots);
    }

    private BrokerageFirm firmOf(final int accountId)
    {
        return referenceData.firm(AccountCode.brokerageFirm(referenceData.accounts().keyAt(accountId)));
    }

    private void move(final MovePositionsDecoder.RowsDecoder row)
    {
        final int accountId = row.accountId();
        final Instrument instrument = referenceData.instrument(row.instrumentId());
        exposures.clientOrAdd(accountId, firmOf(accountId), instrument).moveHeld(row.lots());
        publisher.positionMoved(
            session.runId(),
            row.lots(),
            referenceData.accounts().keyAt(accountId),
            accountId,
            instrument.instrumentId,
            KINDS[row.kind()]);
    }

    private RejectReason onExpireInstrument(final CommandEnvelope envelope)
    {
        final ExpireInstrumentDecoder command = envelope.decode(expireInstrument);
        if (!session.isRunning(command.runId()))
        {
            return RejectReason.WRONG_STATE;
        }
        final Instrument instrument = referenceData.instrument(command.instrumentId());
        if (null == instrument)
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        if (instrument.isExpired)
        {
            return RejectReason.INSTRUMENT_EXPIRED;
        }
        if (0 != instrument.exposures.held.longLots() || 0 != instrument.exposures.held.shortLots())
        {
            return RejectReason.POSITION_OPEN;
        }
        expire(instrument);
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            final Instrument strategy = referenceData.instrumentById(i);
            if (!strategy.isExpired && null != strategy.legs && strategy.legs.contains(instrument))
            {
                expire(strategy);
            }
        }
        return null;
    }

    private void expire(final Instrument instrument)
    {
        instrument.isExpired = true;
        publisher.instrumentExpired(session.runId(), instrument.instrumentId);
        sessionOrders.expire(instrument);
        priceLimits.onExpired(instrument);
        phaseChanges.expire(instrument);
    }
}
