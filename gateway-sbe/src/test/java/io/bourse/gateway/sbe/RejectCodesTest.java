// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.RejectReason;
import org.junit.jupiter.api.Test;

import java.util.EnumMap;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;

class RejectCodesTest
{
    @Test
    void shouldGiveEveryReasonTheCodeOfTheTable()
    {
        final Map<RejectReason, Integer> codes = new EnumMap<>(RejectReason.class);
        for (final RejectReason reason : RejectReason.values())
        {
            codes.put(reason, RejectCodes.of(reason, LimitLevel.CLIENT, LimitKind.COLLATERAL));
        }
        final Map<RejectReason, Integer> expected = new EnumMap<>(RejectReason.class);
        expected.put(RejectReason.UNKNOWN_INSTRUMENT, 35);
        expected.put(RejectReason.UNKNOWN_LOGIN, 4220);
        expected.put(RejectReason.UNKNOWN_ACCOUNT, 35);
        expected.put(RejectReason.ACCOUNT_NOT_PERMITTED, 4220);
        expected.put(RejectReason.UNKNOWN_ORDER, 14);
        expected.put(RejectReason.QTY_OUT_OF_RANGE, 35);
        expected.put(RejectReason.PRICE_OFF_TICK, 39);
        expected.put(RejectReason.PRICE_OUT_OF_LIMITS, 32);
        expected.put(RejectReason.FOK_NOT_FILLABLE, 4103);
        expected.put(RejectReason.INVALID_FIELD, 35);
        expected.put(RejectReason.SESSION_CLOSED, 3);
        expected.put(RejectReason.TRADING_SUSPENDED, 4);
        expected.put(RejectReason.DUPLICATE_COMMAND, 10000);
        expected.put(RejectReason.ALREADY_DEFINED, 10000);
        expected.put(RejectReason.UNKNOWN_FIRM, 10000);
        expected.put(RejectReason.WRONG_STATE, 10000);
        expected.put(RejectReason.WRONG_PARTITION, 35);
        expected.put(RejectReason.INVALID_COMBINATION, 35);
        expected.put(RejectReason.WOULD_TRADE, 35);
        expected.put(RejectReason.MIN_QTY_NOT_FILLABLE, 4103);
        expected.put(RejectReason.PHASE_FORBIDS, 4);
        expected.put(RejectReason.RISK_LIMIT, 332);
        expected.put(RejectReason.BLOCKED, 4220);
        expected.put(RejectReason.PROTECTION_TRIPPED, 4220);
        expected.put(RejectReason.NO_RIGHT, 4220);
        expected.put(RejectReason.PRICE_OUT_OF_COLLAR, 32);
        expected.put(RejectReason.EXPIRED, 35);
        expected.put(RejectReason.UNKNOWN_SETTLEMENT_ACCOUNT, 10000);
        expected.put(RejectReason.INSTRUMENT_EXPIRED, 35);
        expected.put(RejectReason.NOT_AN_OPTION, 10000);
        expected.put(RejectReason.POSITION_OPEN, 10000);
        expected.put(RejectReason.UNBALANCED_POSITIONS, 10000);
        expected.put(RejectReason.POSITION_OUT_OF_RANGE, 317);
        expected.put(RejectReason.NOT_A_TRADING_DATE, 10000);
        expected.put(RejectReason.SESSION_HAS_TRADES, 10000);
        expected.put(RejectReason.UNKNOWN_TRADE, 10000);
        expected.put(RejectReason.NOT_SIGNED, 10000);
        expected.put(RejectReason.SIGNATURE_INVALID, 10000);
        expected.put(RejectReason.APPROVAL_MISSING, 10000);
        expected.put(RejectReason.SIGNATURE_EXPIRED, 10000);
        expected.put(RejectReason.CAPACITY, 320);
        expected.put(RejectReason.CLOCK_UNCERTAIN, 4);
        expected.put(RejectReason.OTHER_FIRM, 4220);
        expected.put(RejectReason.ABOVE_VENUE_LIMIT, 10000);
        expected.put(RejectReason.FIX_ORDERS, 10000);
        expected.put(RejectReason.NULL_VAL, 10000);
        assertEquals(expected, codes);
    }

    @Test
    void shouldNameTheLimitThatRefused()
    {
        assertEquals(331, risk(LimitLevel.SETTLEMENT_ACCOUNT, LimitKind.COLLATERAL));
        assertEquals(332, risk(LimitLevel.CLIENT, LimitKind.COLLATERAL));
        assertEquals(333, risk(LimitLevel.BROKERAGE_FIRM, LimitKind.COLLATERAL));
        assertEquals(9999, risk(LimitLevel.LOGIN, LimitKind.ORDER_RATE));
        assertEquals(54, risk(LimitLevel.CLIENT, LimitKind.ORDER_RATE));
        assertEquals(320, risk(LimitLevel.CLIENT, LimitKind.ACTIVE_ORDERS));
        assertEquals(317, risk(LimitLevel.CLIENT, LimitKind.ORDER_LOTS));
        assertEquals(317, risk(LimitLevel.CLIENT, LimitKind.ORDER_NOTIONAL));
        assertEquals(335, risk(LimitLevel.SETTLEMENT_ACCOUNT, LimitKind.POSITION));
        assertEquals(336, risk(LimitLevel.CLIENT, LimitKind.POSITION));
        assertEquals(337, risk(LimitLevel.BROKERAGE_FIRM, LimitKind.POSITION));
    }

    private static int risk(final LimitLevel level, final LimitKind kind)
    {
        return RejectCodes.of(RejectReason.RISK_LIMIT, level, kind);
    }
}
