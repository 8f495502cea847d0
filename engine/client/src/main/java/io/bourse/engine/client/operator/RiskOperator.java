// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.AssignSettlementAccountEncoder;
import io.bourse.engine.protocol.DefineSettlementAccountEncoder;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.SetCollateralEncoder;
import io.bourse.engine.protocol.SetFirmLimitsEncoder;
import io.bourse.engine.protocol.SetMarginEncoder;
import io.bourse.engine.protocol.SetTradingLimitsEncoder;

import java.util.Iterator;

/**
 * An operator's hand on limits: settlement accounts, collateral, margins and trading limits. Clearing publishes with it
 * while trading is suspended; every command is legal at any time. Uses the connection of an {@link OperatorClient},
 * with the same exceptions, and is not thread-safe either.
 */
public final class RiskOperator
{
    private static final int WINDOW = 256;

    private final DefineSettlementAccountEncoder defineSettlementAccount = new DefineSettlementAccountEncoder();
    private final AssignSettlementAccountEncoder assignSettlementAccount = new AssignSettlementAccountEncoder();
    private final SetCollateralEncoder setCollateral = new SetCollateralEncoder();
    private final SetMarginEncoder setMargin = new SetMarginEncoder();
    private final SetTradingLimitsEncoder setTradingLimits = new SetTradingLimitsEncoder();
    private final OperatorClient operator;

    /**
     * Limits on an engine.
     *
     * @param operator whose connection is used, not owned.
     */
    public RiskOperator(final OperatorClient operator)
    {
        this.operator = operator;
    }

    /**
     * Defines a settlement account.
     *
     * @param code up to 12 characters.
     */
    public void defineSettlementAccount(final String code)
    {
        operator.execute(operator.begin(new DefineSettlementAccountEncoder()).code(code),
            "command=DefineSettlementAccount code=" + code);
    }

    /**
     * Puts a brokerage firm under a settlement account, with all it holds and has ordered.
     *
     * @param brokerageFirm four characters.
     * @param code of a settlement account that is defined.
     */
    public void assignSettlementAccount(final String brokerageFirm, final String code)
    {
        operator.execute(operator.begin(new AssignSettlementAccountEncoder()).brokerageFirm(brokerageFirm).code(code),
            "command=AssignSettlementAccount brokerageFirm=" + brokerageFirm + " code=" + code);
    }

    /**
     * Sets what a register may use; it is checked from now on.
     *
     * @param level client, brokerage firm or settlement account.
     * @param registerCode account, firm or settlement account code.
     * @param kopecks any value; below zero nothing can be opened.
     */
    public void setCollateral(final LimitLevel level, final String registerCode, final long kopecks)
    {
        operator.execute(
            encode(level, registerCode, kopecks),
            "command=SetCollateral level=" + level + " registerCode=" + registerCode + " kopecks=" + kopecks);
    }

    /**
     * Sets what many registers may use, in their order, with a window of commands in flight. Repeating one changes
     * nothing, so a caller that does not know its progress may send all of them again.
     *
     * @param collaterals read as it goes.
     * @return number of registers set; less were when this throws, no more of them after the first refused one than
     *     were in flight.
     * @throws CommandRefusedException that names the first refused one.
     */
    public long setCollaterals(final Iterator<CollateralSpec> collaterals)
    {
        // A refusal is seen at the latest when a whole window is in flight after it.
        final CollateralSpec[] last = new CollateralSpec[WINDOW + 1];
        long count = 0;
        operator.beginWindow();
        while (collaterals.hasNext() && !operator.isRefusedInWindow())
        {
            final CollateralSpec next = collaterals.next();
            count++;
            final SetCollateralEncoder command = encode(next.level(), next.registerCode(), next.kopecks());
            last[(int)(operator.sequence() % last.length)] = next;
            operator.publishInWindow(command, WINDOW, "command=SetCollateral");
        }
        operator.endWindow(
            "command=SetCollateral registers=" + count,
            sequence -> facts(last[(int)(sequence % last.length)]));
        return count;
    }

    private static String facts(final CollateralSpec refused)
    {
        return " level=" + refused.level() + " registerCode=" + refused.registerCode() + " kopecks=" +
            refused.kopecks();
    }

    private SetCollateralEncoder encode(final LimitLevel level, final String registerCode, final long kopecks)
    {
        return operator.begin(setCollateral)
            .collateralKopecks(kopecks).level(level.value()).registerCode(registerCode);
    }

    /**
     * Sets the margin of one lot.
     *
     * @param longKopecks of a lot held or bought, from 0 to 10^14.
     * @param shortKopecks of a lot owed or sold, from 0 to 10^14.
     */
    public void setMargin(final int instrumentId, final long longKopecks, final long shortKopecks)
    {
        operator.execute(
            operator.begin(new SetMarginEncoder())
                .longKopecks(longKopecks).shortKopecks(shortKopecks).instrumentId(instrumentId),
            "command=SetMargin instrumentId=" + instrumentId + " longKopecks=" + longKopecks + " shortKopecks=" +
                shortKopecks);
    }

    /**
     * Sets all trading limits of a register; those left out of the specification are switched off.
     *
     * @param level of the register.
     * @param registerCode account, firm or settlement account code, or login id in decimal.
     * @param limits to set.
     */
    public void setTradingLimits(final LimitLevel level, final String registerCode, final TradingLimitsSpec limits)
    {
        operator.execute(operator.begin(new SetTradingLimitsEncoder())
            .maxPositionLots(limits.maxPositionLots())
            .maxOrderLots(limits.maxOrderLots())
            .maxOrderNotionalKopecks(limits.maxOrderNotionalKopecks())
            .maxActiveOrders(limits.maxActiveOrders())
            .maxOrdersPerSecond(limits.maxOrdersPerSecond())
            .level(level.value())
            .registerCode(registerCode),
            "command=SetTradingLimits level=" + level + " registerCode=" + registerCode + " limits=" + limits);
    }

    /**
     * Sets all limits that a firm has of its own for a register; of each the tighter one of the venue's and the firm's
     * holds.
     *
     * @param level client, brokerage firm or login.
     * @param registerCode account or firm code, or login id in decimal.
     * @param limits to set, not above those of the venue; 0: none of its own.
     * @param isBlocked whether nothing may be ordered.
     */
    public void setFirmLimits(
        final LimitLevel level, final String registerCode, final TradingLimitsSpec limits, final boolean isBlocked)
    {
        operator.execute(operator.begin(new SetFirmLimitsEncoder())
            .maxPositionLots(limits.maxPositionLots())
            .maxOrderLots(limits.maxOrderLots())
            .maxOrderNotionalKopecks(limits.maxOrderNotionalKopecks())
            .maxActiveOrders(limits.maxActiveOrders())
            .maxOrdersPerSecond(limits.maxOrdersPerSecond())
            .level(level.value())
            .isBlocked((short)(isBlocked ? 1 : 0))
            .registerCode(registerCode),
            "command=SetFirmLimits level=" + level + " registerCode=" + registerCode + " limits=" + limits +
                " isBlocked=" + isBlocked);
    }
}
