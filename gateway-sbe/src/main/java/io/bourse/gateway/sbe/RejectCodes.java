// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.RejectReason;

/**
 * The engine's reasons as return codes of BusinessMessageReject (TWIME A.8).
 */
final class RejectCodes
{
    static final int SESSION_INACTIVE = 3;
    static final int SESSION_HALTED = 4;
    static final int ORDER_NOT_FOUND = 14;
    static final int PROHIBITED_BY_TRADING_ADMINISTRATOR = 25;
    static final int PRICE_OUT_OF_LIMITS = 32;
    static final int BAD_PARAMETER = 35;
    static final int PRICE_OFF_TICK = 39;
    static final int QUOTA_EXCEEDED = 54;
    static final int PROHIBITED_BY_CLEARING_ADMINISTRATOR = 310;
    static final int PROHIBITED_BY_TRADER = 314;
    static final int VOLUME_ABOVE_LIMIT = 317;
    static final int ACTIVE_ORDERS_ABOVE_LIMIT = 320;
    static final int NO_FUNDS_OF_SETTLEMENT_ACCOUNT = 331;
    static final int NO_FUNDS_OF_CLIENT = 332;
    static final int NO_FUNDS_OF_BROKERAGE_FIRM = 333;
    static final int POSITION_ABOVE_LIMIT_OF_SETTLEMENT_ACCOUNT = 335;
    static final int POSITION_ABOVE_LIMIT_OF_CLIENT = 336;
    static final int POSITION_ABOVE_LIMIT_OF_BROKERAGE_FIRM = 337;
    static final int FOK_NOT_FILLABLE = 4103;
    static final int NOT_PERMITTED = 4220;
    static final int TOO_MANY_TRANSACTIONS_OF_LOGIN = 9999;
    static final int SYSTEM_ERROR = 10000;

    private RejectCodes()
    {
    }

    /**
     * Code of a refusal.
     *
     * @param reason of the engine.
     * @param level whose limit it was, with RISK_LIMIT only.
     * @param kind of the limit, with RISK_LIMIT only.
     * @return return code.
     */
    static int of(final RejectReason reason, final LimitLevel level, final LimitKind kind)
    {
        return switch (reason)
        {
            case UNKNOWN_INSTRUMENT, UNKNOWN_ACCOUNT, QTY_OUT_OF_RANGE, INVALID_FIELD, WRONG_PARTITION,
                INVALID_COMBINATION, WOULD_TRADE, EXPIRED, INSTRUMENT_EXPIRED -> BAD_PARAMETER;
            case UNKNOWN_LOGIN, ACCOUNT_NOT_PERMITTED, BLOCKED, PROTECTION_TRIPPED, NO_RIGHT,
                OTHER_FIRM -> NOT_PERMITTED;
            case UNKNOWN_ORDER -> ORDER_NOT_FOUND;
            case PRICE_OFF_TICK -> PRICE_OFF_TICK;
            case PRICE_OUT_OF_LIMITS, PRICE_OUT_OF_COLLAR -> PRICE_OUT_OF_LIMITS;
            case FOK_NOT_FILLABLE, MIN_QTY_NOT_FILLABLE -> FOK_NOT_FILLABLE;
            case SESSION_CLOSED -> SESSION_INACTIVE;
            case TRADING_SUSPENDED, PHASE_FORBIDS, CLOCK_UNCERTAIN -> SESSION_HALTED;
            case POSITION_OUT_OF_RANGE -> VOLUME_ABOVE_LIMIT;
            case CAPACITY -> ACTIVE_ORDERS_ABOVE_LIMIT;
            case RISK_LIMIT -> ofLimit(level, kind);
            case DUPLICATE_COMMAND, ALREADY_DEFINED, UNKNOWN_FIRM, WRONG_STATE, UNKNOWN_SETTLEMENT_ACCOUNT,
                NOT_AN_OPTION, POSITION_OPEN, UNBALANCED_POSITIONS, NOT_A_TRADING_DATE, SESSION_HAS_TRADES,
                UNKNOWN_TRADE, NOT_SIGNED, SIGNATURE_INVALID, APPROVAL_MISSING, SIGNATURE_EXPIRED,
                ABOVE_VENUE_LIMIT, FIX_ORDERS, NULL_VAL -> SYSTEM_ERROR;
        };
    }

    private static int ofLimit(final LimitLevel level, final LimitKind kind)
    {
        return switch (kind)
        {
            case ORDER_RATE -> LimitLevel.LOGIN == level ? TOO_MANY_TRANSACTIONS_OF_LOGIN : QUOTA_EXCEEDED;
            case ACTIVE_ORDERS -> ACTIVE_ORDERS_ABOVE_LIMIT;
            case COLLATERAL -> switch (level)
            {
                case SETTLEMENT_ACCOUNT -> NO_FUNDS_OF_SETTLEMENT_ACCOUNT;
                case BROKERAGE_FIRM -> NO_FUNDS_OF_BROKERAGE_FIRM;
                case CLIENT, LOGIN, NULL_VAL -> NO_FUNDS_OF_CLIENT;
            };
            // A limit of how many contracts a register may hold: the nearest the table has is a limit of securities.
            case POSITION -> switch (level)
            {
                case SETTLEMENT_ACCOUNT -> POSITION_ABOVE_LIMIT_OF_SETTLEMENT_ACCOUNT;
                case BROKERAGE_FIRM -> POSITION_ABOVE_LIMIT_OF_BROKERAGE_FIRM;
                case CLIENT, LOGIN, NULL_VAL -> POSITION_ABOVE_LIMIT_OF_CLIENT;
            };
            case BLOCKED -> NOT_PERMITTED;
            // The protocol has no code of its own for notionals.
            case ORDER_LOTS, ORDER_NOTIONAL, NULL_VAL -> VOLUME_ABOVE_LIMIT;
        };
    }
}
