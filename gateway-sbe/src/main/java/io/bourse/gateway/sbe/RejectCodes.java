// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.protocol.RejectReason;

/**
 * The engine's reasons as return codes of BusinessMessageReject (sheet A.8).
 */
final class RejectCodes
{
    static final int SESSION_INACTIVE = 3;
    static final int SESSION_HALTED = 4;
    static final int ORDER_NOT_FOUND = 14;
    static final int PRICE_OUT_OF_LIMITS = 32;
    static final int BAD_PARAMETER = 35;
    static final int PRICE_OFF_TICK = 39;
    static final int FOK_NOT_FILLABLE = 4103;
    static final int NOT_PERMITTED = 4220;
    static final int SYSTEM_ERROR = 10000;

    private RejectCodes()
    {
    }

    static int of(final RejectReason reason)
    {
        return switch (reason)
        {
            case UNKNOWN_INSTRUMENT, UNKNOWN_ACCOUNT, QTY_OUT_OF_RANGE, INVALID_FIELD, WRONG_PARTITION -> BAD_PARAMETER;
            case UNKNOWN_LOGIN, ACCOUNT_NOT_PERMITTED -> NOT_PERMITTED;
            case UNKNOWN_ORDER -> ORDER_NOT_FOUND;
            case PRICE_OFF_TICK -> PRICE_OFF_TICK;
            case PRICE_OUT_OF_LIMITS -> PRICE_OUT_OF_LIMITS;
            case FOK_NOT_FILLABLE -> FOK_NOT_FILLABLE;
            case SESSION_CLOSED -> SESSION_INACTIVE;
            case TRADING_SUSPENDED -> SESSION_HALTED;
            default -> SYSTEM_ERROR;
        };
    }
}
