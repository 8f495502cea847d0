// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.event;

import io.bourse.engine.core.risk.LimitMoves;
import io.bourse.engine.core.risk.LimitValues;
import io.bourse.engine.core.risk.MarginRates;
import io.bourse.engine.core.risk.Register;
import io.bourse.engine.core.state.BrokerageFirm;
import io.bourse.engine.core.state.SettlementAccount;
import io.bourse.engine.protocol.CollateralMovedEncoder;
import io.bourse.engine.protocol.CollateralSetEncoder;
import io.bourse.engine.protocol.FirmLimitsSetEncoder;
import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.MarginSetEncoder;
import io.bourse.engine.protocol.SetVenueLimitsDecoder;
import io.bourse.engine.protocol.SettlementAccountAssignedEncoder;
import io.bourse.engine.protocol.SettlementAccountDefinedEncoder;
import io.bourse.engine.protocol.SharedLimits;
import io.bourse.engine.protocol.TradingLimitsSetEncoder;
import io.bourse.engine.protocol.VenueLimitsSetEncoder;
import org.agrona.DirectBuffer;

/**
 * Encodes limits as they are after the command.
 */
public final class RiskEventPublisher
{
    private final EventGroupWriter writer;
    private final SettlementAccountDefinedEncoder settlementAccountDefined = new SettlementAccountDefinedEncoder();
    private final SettlementAccountAssignedEncoder settlementAccountAssigned = new SettlementAccountAssignedEncoder();
    private final CollateralSetEncoder collateralSet = new CollateralSetEncoder();
    private final CollateralMovedEncoder collateralMoved = new CollateralMovedEncoder();
    private final MarginSetEncoder marginSet = new MarginSetEncoder();
    private final TradingLimitsSetEncoder tradingLimitsSet = new TradingLimitsSetEncoder();
    private final FirmLimitsSetEncoder firmLimitsSet = new FirmLimitsSetEncoder();
    private final VenueLimitsSetEncoder venueLimitsSet = new VenueLimitsSetEncoder();

    public RiskEventPublisher(final EventGroupWriter writer)
    {
        this.writer = writer;
    }

    public void settlementAccountDefined(final SettlementAccount account)
    {
        writer.next(settlementAccountDefined).putCode(account.code, 0);
    }

    public void settlementAccountAssigned(final BrokerageFirm firm, final SettlementAccount account)
    {
        writer.next(settlementAccountAssigned).putCode(account.code, 0);
        for (int i = 0; i < SettlementAccountAssignedEncoder.brokerageFirmLength(); i++)
        {
            settlementAccountAssigned.brokerageFirm(i, (byte)(firm.code >>> (i << 3)));
        }
    }

    /**
     * A collateral is set.
     *
     * @param level of the register.
     * @param register as it is now.
     * @param from command that names the register.
     * @param codeOffset where in the command.
     */
    public void collateralSet(
        final LimitLevel level, final Register register, final DirectBuffer from, final int codeOffset)
    {
        writer.next(collateralSet)
            .collateralKopecks(register.collateralKopecks())
            .requiredKopecks(register.required().clamped())
            .level(level);
        writer.buffer().putBytes(
            collateralSet.offset() + CollateralSetEncoder.registerCodeEncodingOffset(),
            from,
            codeOffset,
            CollateralSetEncoder.registerCodeLength());
    }

    /**
     * A limit is moved between partitions, or what there is was asked for.
     *
     * @param kind of the limit.
     * @param level of the register.
     * @param register as it is now.
     * @param index of the other partition in its moves.
     * @param amount more; below 0 for less.
     * @param nowNs engine time.
     * @param from command that names the register.
     * @param codeOffset where in the command.
     */
    public void collateralMoved(
        final LimitKind kind,
        final LimitLevel level,
        final Register register,
        final int index,
        final long amount,
        final long nowNs,
        final DirectBuffer from,
        final int codeOffset)
    {
        final LimitMoves moves = register.moves(kind);
        writer.next(collateralMoved)
            .kopecks(amount)
            .givenKopecks(moves.givenAt(index))
            .takenKopecks(moves.takenAt(index))
            .usableKopecks(register.usable(kind))
            .requiredKopecks(register.used(kind, nowNs))
            .otherPartition((short)moves.partitionAt(index))
            .limitKind(SharedLimits.value(kind))
            .level(level);
        writer.buffer().putBytes(
            collateralMoved.offset() + CollateralMovedEncoder.registerCodeEncodingOffset(),
            from,
            codeOffset,
            CollateralMovedEncoder.registerCodeLength());
    }

    public void marginSet(final int instrumentId, final MarginRates margin)
    {
        writer.next(marginSet)
            .longKopecks(margin.longKopecks())
            .shortKopecks(margin.shortKopecks())
            .instrumentId(instrumentId);
    }

    /**
     * Limits of the venue are set.
     *
     * @param level of the register.
     * @param limits as they are now.
     * @param from command that names the register.
     * @param codeOffset where in the command.
     */
    public void tradingLimitsSet(
        final LimitLevel level, final LimitValues limits, final DirectBuffer from, final int codeOffset)
    {
        writer.next(tradingLimitsSet)
            .maxPositionLots(limits.positionLots())
            .maxOrderLots(limits.orderLots())
            .maxOrderNotionalKopecks(limits.orderNotionalKopecks())
            .maxActiveOrders(limits.activeOrders())
            .maxOrdersPerSecond(limits.ordersPerSecond())
            .level(level);
        writer.buffer().putBytes(
            tradingLimitsSet.offset() + TradingLimitsSetEncoder.registerCodeEncodingOffset(),
            from,
            codeOffset,
            TradingLimitsSetEncoder.registerCodeLength());
    }

    /**
     * Limits of a firm itself are set.
     *
     * @param level of the register.
     * @param limits as they are now.
     * @param isBlocked whether nothing may be ordered.
     * @param from command that names the register.
     * @param codeOffset where in the command.
     */
    public void firmLimitsSet(
        final LimitLevel level,
        final LimitValues limits,
        final boolean isBlocked,
        final DirectBuffer from,
        final int codeOffset)
    {
        writer.next(firmLimitsSet)
            .maxPositionLots(limits.positionLots())
            .maxOrderLots(limits.orderLots())
            .maxOrderNotionalKopecks(limits.orderNotionalKopecks())
            .maxActiveOrders(limits.activeOrders())
            .maxOrdersPerSecond(limits.ordersPerSecond())
            .level(level)
            .isBlocked((short)(isBlocked ? 1 : 0));
        writer.buffer().putBytes(
            firmLimitsSet.offset() + FirmLimitsSetEncoder.registerCodeEncodingOffset(),
            from,
            codeOffset,
            FirmLimitsSetEncoder.registerCodeLength());
    }

    public void venueLimitsSet(final SetVenueLimitsDecoder command)
    {
        writer.next(venueLimitsSet)
            .liveOrders(command.liveOrders())
            .liveOrdersPerLogin(command.liveOrdersPerLogin())
            .accounts(command.accounts())
            .instruments(command.instruments())
            .logins(command.logins())
            .exposures(command.exposures());
    }
}
