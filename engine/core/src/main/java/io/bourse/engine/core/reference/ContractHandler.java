// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.reference;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.command.FieldCheck;
import io.bourse.engine.core.event.ContractEventPublisher;
import io.bourse.engine.core.state.ContractTerms;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.KeyTable;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.protocol.ClearingRange;
import io.bourse.engine.protocol.ContractStyle;
import io.bourse.engine.protocol.DefineContractDecoder;
import io.bourse.engine.protocol.InstructExerciseDecoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.SettlementType;

/**
 * Executes the definition of contracts and the instructions of those who hold options.
 * <p>
 * A contract fits the kind of its instrument: futures are FUTURE or PERPETUAL, options one of the two styles of
 * options, spot instruments SPOT, strategies have none. Options, and nothing else, have a right, and an expiry date
 * with it; one that is settled physically names the future that it becomes. A spot instrument is settled physically,
 * never expires and names the asset that is delivered; so may a future that is settled physically. The same contract
 * again is confirmed, another one refused.
 * <p>
 * Instructions are not kept here: the event is the instruction, and clearing takes the last one of a register and an
 * option. They are taken while the session is open only: a run that has suspended trading has read them already.
 * Whether the register holds that much is asked by the run: it may buy what it wants to exercise later in the day.
 */
public final class ContractHandler
{
    private static final int DAYS = 100;
    private static final int MONTHS = 100;
    private static final int LAST_MONTH = 12;
    private static final int LAST_DAY = 31;
    private static final int FIRST_YEAR = 1970;
    private static final int LAST_YEAR = 9999;
    private static final int MOST_SETTLEMENT_DAYS = 30;

    private final DefineContractDecoder defineContract = new DefineContractDecoder();
    private final InstructExerciseDecoder instructExercise = new InstructExerciseDecoder();
    private final ReferenceData referenceData;
    private final SessionState session;
    private final FeatureLevel featureLevel;
    private final RangeUnits rangeUnits;
    private final ContractEventPublisher publisher;

    public ContractHandler(
        final ReferenceData referenceData,
        final SessionState session,
        final FeatureLevel featureLevel,
        final RangeUnits rangeUnits,
        final ContractEventPublisher publisher)
    {
        this.referenceData = referenceData;
        this.session = session;
        this.featureLevel = featureLevel;
        this.rangeUnits = rangeUnits;
        this.publisher = publisher;
    }

    /**
     * Enters the commands of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(DefineContractDecoder.TEMPLATE_ID, this::onDefineContract)
            .instrumentAt(DefineContractDecoder.instrumentIdEncodingOffset()));
        table.add(new CommandKind(InstructExerciseDecoder.TEMPLATE_ID, this::onInstructExercise)
            .accountAt(InstructExerciseDecoder.accountCodeEncodingOffset())
            .instrumentAt(InstructExerciseDecoder.instrumentIdEncodingOffset()));
    }

    private RejectReason onDefineContract(final CommandEnvelope envelope)
    {
        final DefineContractDecoder command = envelope.decode(defineContract);
        final Instrument instrument = referenceData.instrument(command.instrumentId());
        if (null == instrument)
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        if (!isValid(command))
        {
            return RejectReason.INVALID_FIELD;
        }
        if (null != instrument.contract)
        {
            if (!instrument.contract.isDefinedBy(command))
            {
                return RejectReason.ALREADY_DEFINED;
            }
        }
        else
        {
            final RejectReason refusal = refusal(instrument, command);
            if (null != refusal)
            {
                return refusal;
            }
            instrument.contract = new ContractTerms(command);
            rangeUnits.countAgain();
        }
        publisher.contractDefined(instrument);
        return null;
    }

    private RejectReason onInstructExercise(final CommandEnvelope envelope)
    {
        final InstructExerciseDecoder command = envelope.decode(instructExercise);
        final RejectReason sessionRefusal = session.orderRefusal();
        if (null != sessionRefusal)
        {
            return sessionRefusal;
        }
        final Instrument instrument = referenceData.instrument(command.instrumentId());
        if (null == instrument)
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        final int accountId = referenceData.accounts().indexOf(command.accountCode());
        if (KeyTable.MISSING == accountId)
        {
            return RejectReason.UNKNOWN_ACCOUNT;
        }
        if (null == instrument.contract || !instrument.contract.isOption())
        {
            return RejectReason.NOT_AN_OPTION;
        }
        if (instrument.isExpired)
        {
            return RejectReason.INSTRUMENT_EXPIRED;
        }
        if (command.lots() > ClearingRange.MAX_LOTS || command.lots() < -ClearingRange.MAX_LOTS)
        {
            return RejectReason.QTY_OUT_OF_RANGE;
        }
        publisher.exerciseInstructed(command.lots(), command.accountCode(), accountId, instrument.instrumentId);
        return null;
    }

    private boolean isValid(final DefineContractDecoder command)
    {
        return command.lotUnits() > 0 &&
            command.styleRaw() <= ContractStyle.SPOT.value() &&
            command.rightRaw() <= OptionRight.PUT.value() &&
            command.settlementRaw() <= SettlementType.PHYSICAL.value() &&
            command.expiresIntraday() <= 1 &&
            command.settlementDays() <= MOST_SETTLEMENT_DAYS &&
            FieldCheck.isText(command.buffer(), assetOffset(command), DefineContractDecoder.assetLength(), 0) &&
            (featureLevel.isBounded() ? FieldCheck.isDateOrNone(command.expiryDate()) : isDate(command.expiryDate()));
    }

    private static int assetOffset(final DefineContractDecoder command)
    {
        return command.offset() + DefineContractDecoder.assetEncodingOffset();
    }

    /** The rule of the first level: 31 November is one. */
    private static boolean isDate(final long date)
    {
        final long day = date % DAYS;
        final long month = date / DAYS % MONTHS;
        final long year = date / DAYS / MONTHS;
        return 0 == date ||
            day >= 1 && day <= LAST_DAY &&
            month >= 1 && month <= LAST_MONTH &&
            year >= FIRST_YEAR && year <= LAST_YEAR;
    }

    private RejectReason refusal(final Instrument instrument, final DefineContractDecoder command)
    {
        if (instrument.isExpired)
        {
            return RejectReason.INSTRUMENT_EXPIRED;
        }
        final Instrument underlying = referenceData.instrument(command.underlyingInstrumentId());
        if (null == underlying && 0 != command.underlyingInstrumentId())
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        return isFitting(instrument, underlying, command) ? null : RejectReason.INVALID_COMBINATION;
    }

    private static boolean isFitting(
        final Instrument instrument, final Instrument underlying, final DefineContractDecoder command)
    {
        if (underlying == instrument)
        {
            return false;
        }
        final int style = command.styleRaw();
        final boolean isOptionStyle =
            ContractStyle.MARGINED_OPTION.value() == style || ContractStyle.PREMIUM_OPTION.value() == style;
        final boolean hasRight = OptionRight.NONE.value() != command.rightRaw();
        final boolean isPhysical = SettlementType.PHYSICAL.value() == command.settlementRaw();
        final boolean hasAsset = 0 != command.asset(0);
        return switch (instrument.kind)
        {
            case FUTURE -> (ContractStyle.FUTURE.value() == style || ContractStyle.PERPETUAL.value() == style) &&
                !hasRight &&
                0 == command.strikeE5() &&
                (hasAsset ? isPhysical : 0 == command.settlementDays());
            case SPOT -> ContractStyle.SPOT.value() == style &&
                !hasRight &&
                0 == command.strikeE5() &&
                0 == command.expiryDate() &&
                isPhysical &&
                hasAsset;
            case OPTION -> isOptionStyle &&
                hasRight &&
                0 != command.expiryDate() &&
                !hasAsset &&
                0 == command.settlementDays() &&
                (!isPhysical || null != underlying && InstrumentKind.FUTURE == underlying.kind);
            case SPREAD, NULL_VAL -> false;
        };
    }
}
