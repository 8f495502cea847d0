// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.trade;

import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.protocol.Side;

import java.util.Arrays;

/**
 * One trade in the longs of its register.
 */
final class Trade
{
    /** What a trade takes. */
    static final int LONGS = 10;

    private static final int PRICE_E5 = 0;
    private static final int LOTS = 1;
    private static final int PARENT_TRADE_ID = 2;
    private static final int TERMS = 3;
    private static final int BUY = 4;
    private static final int SELL = 7;
    private static final int CL_ORD_ID = 1;
    private static final int NAMES = 2;
    private static final int KIND_MASK = (1 << Byte.SIZE) - 1;

    private long[] longs;
    private int offset;

    Trade()
    {
    }

    Trade wrap(final long[] newLongs, final int newOffset)
    {
        longs = newLongs;
        offset = newOffset;
        return this;
    }

    long priceE5()
    {
        return longs[offset + PRICE_E5];
    }

    long lots()
    {
        return longs[offset + LOTS];
    }

    long parentTradeId()
    {
        return longs[offset + PARENT_TRADE_ID];
    }

    int instrumentId()
    {
        return low(TERMS);
    }

    /** Value of an OffBookKind, or {@link TradeRegister#IN_BOOK}. */
    int kind()
    {
        return high(TERMS) & KIND_MASK;
    }

    /** Side that came upon the other one; NULL_VAL for none. */
    Side aggressor()
    {
        final int side = high(TERMS) >>> Byte.SIZE;
        return 0 == side ? Side.NULL_VAL : Side.get((short)side);
    }

    /** Kind, and the aggressor above it. */
    int kinds()
    {
        return high(TERMS);
    }

    long buyOrderId()
    {
        return longs[offset + BUY];
    }

    long buyClOrdId()
    {
        return longs[offset + BUY + CL_ORD_ID];
    }

    int buyAccountId()
    {
        return low(BUY + NAMES);
    }

    int buyLoginId()
    {
        return high(BUY + NAMES);
    }

    long sellOrderId()
    {
        return longs[offset + SELL];
    }

    long sellClOrdId()
    {
        return longs[offset + SELL + CL_ORD_ID];
    }

    int sellAccountId()
    {
        return low(SELL + NAMES);
    }

    int sellLoginId()
    {
        return high(SELL + NAMES);
    }

    Trade priceE5(final long priceE5)
    {
        longs[offset + PRICE_E5] = priceE5;
        return this;
    }

    /** Lots from now on; 0 breaks the trade. */
    Trade lots(final long lots)
    {
        longs[offset + LOTS] = lots;
        return this;
    }

    Trade parentTradeId(final long parentTradeId)
    {
        longs[offset + PARENT_TRADE_ID] = parentTradeId;
        return this;
    }

    Trade terms(final int instrumentId, final int kinds)
    {
        longs[offset + TERMS] = pair(instrumentId, kinds);
        return this;
    }

    Trade buy(final long orderId, final long clOrdId, final int accountId, final int loginId)
    {
        return side(BUY, orderId, clOrdId, accountId, loginId);
    }

    Trade sell(final long orderId, final long clOrdId, final int accountId, final int loginId)
    {
        return side(SELL, orderId, clOrdId, accountId, loginId);
    }

    private Trade side(
        final int field, final long orderId, final long clOrdId, final int accountId, final int loginId)
    {
        longs[offset + field] = orderId;
        longs[offset + field + CL_ORD_ID] = clOrdId;
        longs[offset + field + NAMES] = pair(accountId, loginId);
        return this;
    }

    private static long pair(final int low, final int high)
    {
        return (long)high << Integer.SIZE | low & 0xFFFF_FFFFL;
    }

    private int low(final int field)
    {
        return (int)longs[offset + field];
    }

    private int high(final int field)
    {
        return (int)(longs[offset + field] >>> Integer.SIZE);
    }

    void clear()
    {
        Arrays.fill(longs, offset, offset + LONGS, 0);
    }

    long[] copy()
    {
        return Arrays.copyOfRange(longs, offset, offset + LONGS);
    }

    Trade set(final long[] copy)
    {
        System.arraycopy(copy, 0, longs, offset, LONGS);
        return this;
    }

    void hashInto(final StateHash hash)
    {
        for (int i = 0; i < LONGS; i++)
        {
            hash.add(longs[offset + i]);
        }
    }
}
