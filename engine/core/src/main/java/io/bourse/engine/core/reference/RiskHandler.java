// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.reference;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.command.FieldCheck;
import io.bourse.engine.core.event.RiskEventPublisher;
import io.bourse.engine.core.pretrade.Exposures;
import io.bourse.engine.core.risk.LimitMoves;
import io.bourse.engine.core.risk.LimitValues;
import io.bourse.engine.core.risk.MarginRates;
import io.bourse.engine.core.risk.Register;
import io.bourse.engine.core.risk.TradingLimits;
import io.bourse.engine.core.state.BrokerageFirm;
import io.bourse.engine.core.state.EngineTime;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.KeyTable;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.SettlementAccount;
import io.bourse.engine.core.state.SettlementAccounts;
import io.bourse.engine.protocol.AssignSettlementAccountDecoder;
import io.bourse.engine.protocol.DefineSettlementAccountDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.GiveCollateralDecoder;
import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.SetCollateralDecoder;
import io.bourse.engine.protocol.SetFirmLimitsDecoder;
import io.bourse.engine.protocol.SetMarginDecoder;
import io.bourse.engine.protocol.SetTradingLimitsDecoder;
import io.bourse.engine.protocol.SharedLimits;
import io.bourse.engine.protocol.TakeCollateralDecoder;

/**
 * Executes the commands that set limits. They are legal in every state of the session: clearing publishes them while
 * trading is suspended, an operator may move one in the middle of the day. New limits hold for the next order; live
 * orders stay as they are even when they would not be accepted any more, until trading is resumed or a session opens:
 * then those whose margin is not covered are cancelled.
 * <p>
 * Every method returns null when it has published its event, or the reason for which it changed nothing.
 */
public final class RiskHandler
{
    private static final int OPERATORS = 0;
    private static final int REBALANCER = 65_534;

    private final DefineSettlementAccountDecoder defineSettlementAccount = new DefineSettlementAccountDecoder();
    private final SetCollateralDecoder setCollateral = new SetCollateralDecoder();
    private final GiveCollateralDecoder giveCollateral = new GiveCollateralDecoder();
    private final TakeCollateralDecoder takeCollateral = new TakeCollateralDecoder();
    private final SetMarginDecoder setMargin = new SetMarginDecoder();
    private final SetTradingLimitsDecoder setTradingLimits = new SetTradingLimitsDecoder();
    private final SetFirmLimitsDecoder setFirmLimits = new SetFirmLimitsDecoder();
    private final ReferenceData referenceData;
    private final Exposures exposures;
    private final FeatureLevel featureLevel;
    private final EngineTime time;
    private final RegisterFinder registers;
    private final RiskEventPublisher publisher;

    public RiskHandler(
        final ReferenceData referenceData,
        final Exposures exposures,
        final FeatureLevel featureLevel,
        final EngineTime time,
        final RiskEventPublisher publisher)
    {
        this.referenceData = referenceData;
        this.exposures = exposures;
        this.featureLevel = featureLevel;
        this.time = time;
        registers = new RegisterFinder(referenceData, exposures);
        this.publisher = publisher;
    }

    /**
     * Enters the commands of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(DefineSettlementAccountDecoder.TEMPLATE_ID, this::onDefineSettlementAccount));
        table.add(new CommandKind(AssignSettlementAccountDecoder.TEMPLATE_ID, this::onAssignSettlementAccount));
        table.add(new CommandKind(SetCollateralDecoder.TEMPLATE_ID, this::onSetCollateral));
        table.add(new CommandKind(GiveCollateralDecoder.TEMPLATE_ID, this::onGiveCollateral));
        table.add(new CommandKind(TakeCollateralDecoder.TEMPLATE_ID, this::onTakeCollateral));
        table.add(new CommandKind(SetMarginDecoder.TEMPLATE_ID, this::onSetMargin)
            .instrumentAt(SetMarginDecoder.instrumentIdEncodingOffset()));
        table.add(new CommandKind(SetTradingLimitsDecoder.TEMPLATE_ID, this::onSetTradingLimits));
        table.add(new CommandKind(SetFirmLimitsDecoder.TEMPLATE_ID, this::onSetFirmLimits));
    }

    private RejectReason onDefineSettlementAccount(final CommandEnvelope envelope)
    {
        final DefineSettlementAccountDecoder command = envelope.decode(defineSettlementAccount);
        final int codeOffset = command.offset() + DefineSettlementAccountDecoder.codeEncodingOffset();
        if (!FieldCheck.isText(envelope.buffer, codeOffset, SettlementAccount.CODE_LENGTH, 1))
        {
            return RejectReason.INVALID_FIELD;
        }
        final SettlementAccounts accounts = exposures.settlementAccounts();
        if (null == accounts.find(envelope.buffer, codeOffset))
        {
            accounts.add(envelope.buffer, codeOffset);
        }
        publisher.settlementAccountDefined(accounts.find(envelope.buffer, codeOffset));
        return null;
    }

    private RejectReason onAssignSettlementAccount(final CommandEnvelope envelope)
    {
        final long firmCode = envelope.firmAt(AssignSettlementAccountDecoder.brokerageFirmEncodingOffset());
        final BrokerageFirm firm = referenceData.firm(firmCode);
        if (null == firm)
        {
            return RejectReason.UNKNOWN_FIRM;
        }
        final SettlementAccount account = exposures.settlementAccounts().find(
            envelope.buffer, envelope.blockOffset + AssignSettlementAccountDecoder.codeEncodingOffset());
        if (null == account)
        {
            return RejectReason.UNKNOWN_SETTLEMENT_ACCOUNT;
        }
        if (!isOfItsClearingFirm(account, firm))
        {
            return RejectReason.ACCOUNT_NOT_PERMITTED;
        }
        final RejectReason reason = exposures.assign(firm, account);
        if (null == reason)
        {
            publisher.settlementAccountAssigned(firm, account);
        }
        return reason;
    }

    /**
     * A clearing firm answers for its settlement accounts: none has firms of two. The account with the code of a
     * clearing firm is that of its firms that are not assigned.
     */
    private boolean isOfItsClearingFirm(final SettlementAccount account, final BrokerageFirm firm)
    {
        final long clearingFirm = BrokerageFirm.clearingFirm(firm.code);
        final long owner = account.clearingFirm();
        if (owner != clearingFirm && KeyTable.MISSING != referenceData.clearingFirms().indexOf(owner))
        {
            return false;
        }
        for (int i = 0; i < referenceData.brokerageFirms().size(); i++)
        {
            final BrokerageFirm other = referenceData.firmAt(i);
            if (other.settlementAccountId == account.settlementAccountId &&
                clearingFirm != BrokerageFirm.clearingFirm(other.code))
            {
                return false;
            }
        }
        return true;
    }

    private RejectReason onSetCollateral(final CommandEnvelope envelope)
    {
        final SetCollateralDecoder command = envelope.decode(setCollateral);
        final LimitLevel level = levelOf(command.level());
        if (LimitLevel.LOGIN == level)
        {
            return RejectReason.INVALID_FIELD;
        }
        final int codeOffset = command.offset() + SetCollateralDecoder.registerCodeEncodingOffset();
        final Register register = registers.find(level, envelope.buffer, codeOffset);
        if (null == register)
        {
            return RegisterFinder.refusal(level, envelope.buffer, codeOffset);
        }
        register.collateral(command.collateralKopecks());
        publisher.collateralSet(level, register, envelope.buffer, codeOffset);
        return null;
    }

    private RejectReason onGiveCollateral(final CommandEnvelope envelope)
    {
        final GiveCollateralDecoder command = envelope.decode(giveCollateral);
        final LimitKind kind = SharedLimits.of(command.limitKind());
        final LimitLevel level = levelOf(command.level());
        final int codeOffset = command.offset() + GiveCollateralDecoder.registerCodeEncodingOffset();
        final RejectReason reason = moveRefusal(envelope, kind, level, command.toPartition(), command.kopecks());
        if (null != reason)
        {
            return reason;
        }
        final Register register = registers.find(level, envelope.buffer, codeOffset);
        if (null == register)
        {
            return RegisterFinder.refusal(level, envelope.buffer, codeOffset);
        }
        if (!register.isLimited(kind))
        {
            return RejectReason.WRONG_STATE;
        }
        final int index = register.share(kind, command.toPartition());
        final long less = register.give(kind, index, command.kopecks(), time.nowNs());
        publisher.collateralMoved(
            kind, level, register, index, -less, time.nowNs(), envelope.buffer, codeOffset);
        return null;
    }

    /** Taken is also what a register has no use for yet: else it would be lost to all partitions. */
    private RejectReason onTakeCollateral(final CommandEnvelope envelope)
    {
        final TakeCollateralDecoder command = envelope.decode(takeCollateral);
        final LimitKind kind = SharedLimits.of(command.limitKind());
        final LimitLevel level = levelOf(command.level());
        final int codeOffset = command.offset() + TakeCollateralDecoder.registerCodeEncodingOffset();
        final RejectReason reason = moveRefusal(envelope, kind, level, command.fromPartition(), command.givenKopecks());
        if (null != reason)
        {
            return reason;
        }
        final Register register = registers.find(level, envelope.buffer, codeOffset);
        if (null == register)
        {
            return RegisterFinder.refusal(level, envelope.buffer, codeOffset);
        }
        final int index = register.share(kind, command.fromPartition());
        final long more = register.take(kind, index, command.givenKopecks());
        publisher.collateralMoved(kind, level, register, index, more, time.nowNs(), envelope.buffer, codeOffset);
        return null;
    }

    private RejectReason moveRefusal(
        final CommandEnvelope envelope,
        final LimitKind kind,
        final LimitLevel level,
        final int otherPartition,
        final long amount)
    {
        if (REBALANCER != envelope.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        final boolean isKnown = LimitKind.COLLATERAL == kind ?
            LimitLevel.LOGIN != level : featureLevel.level() >= FeatureLevels.BALANCED && LimitKind.NULL_VAL != kind;
        return !isKnown || otherPartition == envelope.partition || otherPartition >= LimitMoves.MAX_PARTITIONS ||
            amount < 0 || amount > LimitMoves.MAX_AMOUNT ? RejectReason.INVALID_FIELD : null;
    }

    private RejectReason onSetMargin(final CommandEnvelope envelope)
    {
        final SetMarginDecoder command = envelope.decode(setMargin);
        final Instrument instrument = referenceData.instrument(command.instrumentId());
        if (null == instrument)
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        if (!MarginRates.isInRange(command.longKopecks()) || !MarginRates.isInRange(command.shortKopecks()))
        {
            return RejectReason.INVALID_FIELD;
        }
        instrument.exposures.setMargin(command.longKopecks(), command.shortKopecks());
        publisher.marginSet(instrument.instrumentId, instrument.margin);
        return null;
    }

    private RejectReason onSetTradingLimits(final CommandEnvelope envelope)
    {
        final SetTradingLimitsDecoder command = envelope.decode(setTradingLimits);
        final LimitLevel level = levelOf(command.level());
        final boolean isNegative = (command.maxPositionLots() | command.maxOrderLots() |
            command.maxOrderNotionalKopecks() | command.maxActiveOrders() | command.maxOrdersPerSecond()) < 0;
        if (isNegative)
        {
            return RejectReason.INVALID_FIELD;
        }
        final int codeOffset = command.offset() + SetTradingLimitsDecoder.registerCodeEncodingOffset();
        final Register register = registers.find(level, envelope.buffer, codeOffset);
        if (null == register)
        {
            return RegisterFinder.refusal(level, envelope.buffer, codeOffset);
        }
        final TradingLimits limits = register.limitsOrAdd();
        limits.set(
            command.maxPositionLots(),
            command.maxOrderLots(),
            command.maxOrderNotionalKopecks(),
            command.maxActiveOrders(),
            command.maxOrdersPerSecond());
        publisher.tradingLimitsSet(level, limits.venue(), envelope.buffer, codeOffset);
        return null;
    }

    private RejectReason onSetFirmLimits(final CommandEnvelope envelope)
    {
        if (OPERATORS != envelope.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        final SetFirmLimitsDecoder command = envelope.decode(setFirmLimits);
        final LimitLevel level = levelOf(command.level());
        final boolean isNegative = (command.maxPositionLots() | command.maxOrderLots() |
            command.maxOrderNotionalKopecks() | command.maxActiveOrders() | command.maxOrdersPerSecond()) < 0;
        if (isNegative || LimitLevel.SETTLEMENT_ACCOUNT == level || command.isBlocked() > 1)
        {
            return RejectReason.INVALID_FIELD;
        }
        final int codeOffset = command.offset() + SetFirmLimitsDecoder.registerCodeEncodingOffset();
        if (0 != envelope.officerFirm && envelope.officerFirm != registers.firmOf(level, envelope.buffer, codeOffset))
        {
            return RejectReason.OTHER_FIRM;
        }
        final Register register = registers.find(level, envelope.buffer, codeOffset);
        if (null == register)
        {
            return RegisterFinder.refusal(level, envelope.buffer, codeOffset);
        }
        final LimitValues values = new LimitValues(
            command.maxPositionLots(),
            command.maxOrderLots(),
            command.maxOrderNotionalKopecks(),
            command.maxActiveOrders(),
            command.maxOrdersPerSecond());
        if (null != register.limits() && values.isAbove(register.limits().venue()))
        {
            return RejectReason.ABOVE_VENUE_LIMIT;
        }
        register.limitsOrAdd().setFirm(values, 1 == command.isBlocked());
        publisher.firmLimitsSet(level, values, 1 == command.isBlocked(), envelope.buffer, codeOffset);
        return null;
    }

    /** Level of a number that may come from outside; {@code NULL_VAL} when there is none. */
    private static LimitLevel levelOf(final short level)
    {
        return level < LimitLevel.CLIENT.value() || level > LimitLevel.LOGIN.value() ?
            LimitLevel.NULL_VAL : LimitLevel.get(level);
    }
}
