// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

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
            codes.put(reason, RejectCodes.of(reason));
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
        expected.put(RejectReason.NULL_VAL, 10000);
        assertEquals(expected, codes);
    }
}
