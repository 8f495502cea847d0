// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest.order;

import io.bourse.clearing.layout.OrderEvent;
import io.bourse.clearing.layout.OrderRowKind;

import java.nio.ByteBuffer;

/**
 * A row of an order segment, as a view of a buffer: 48 bytes, little-endian. Lots are unsigned ints. What is left of a
 * new or replaced order is what the row is about: there the place has time in force (four bits) and login instead, and
 * that of the reason the compliance id.
 */
public final class OrderRow implements OrderEvent
{
    /** Bytes of a row. */
    public static final int LENGTH = 48;

    static final int TIME = 0;
    static final int ORDER = 8;
    static final int PRICE = 16;
    static final int REF = 24;
    static final int QTY = 32;
    static final int REST = 36;
    static final int ACCOUNT = 40;
    static final int INSTRUMENT = 44;
    static final int KIND = 46;
    static final int REASON = 47;
    static final int BUY_BIT = 0x40;
    /** Highest login that fits into a row. */
    static final int MAX_LOGIN = 0x0FFF_FFFF;
    private static final int TIME_IN_FORCE_SHIFT = 28;
    private static final int KIND_MASK = 0x3F;
    private static final OrderRowKind[] KINDS = OrderRowKind.values();

    private ByteBuffer buffer;
    private int offset;

    void wrap(final ByteBuffer rows, final int rowOffset)
    {
        buffer = rows;
        offset = rowOffset;
    }

    @Override
    public long timeNs()
    {
        return buffer.getLong(offset + TIME);
    }

    @Override
    public long orderId()
    {
        return buffer.getLong(offset + ORDER);
    }

    @Override
    public long priceE5()
    {
        return buffer.getLong(offset + PRICE);
    }

    @Override
    public long ref()
    {
        return buffer.getLong(offset + REF);
    }

    @Override
    public long qtyLots()
    {
        return Integer.toUnsignedLong(buffer.getInt(offset + QTY));
    }

    @Override
    public long restLots()
    {
        return hasOrigin() ? qtyLots() : Integer.toUnsignedLong(buffer.getInt(offset + REST));
    }

    @Override
    public int account()
    {
        return buffer.getInt(offset + ACCOUNT);
    }

    @Override
    public int instrument()
    {
        return buffer.getShort(offset + INSTRUMENT);
    }

    @Override
    public OrderRowKind kind()
    {
        return KINDS[buffer.get(offset + KIND) & KIND_MASK];
    }

    @Override
    public boolean isBuy()
    {
        return 0 != (buffer.get(offset + KIND) & BUY_BIT);
    }

    @Override
    public int reason()
    {
        return hasOrigin() ? 0 : buffer.get(offset + REASON) & 0xFF;
    }

    @Override
    public int timeInForce()
    {
        return hasOrigin() ? buffer.getInt(offset + REST) >>> TIME_IN_FORCE_SHIFT : NO_TIME_IN_FORCE;
    }

    @Override
    public int loginId()
    {
        return hasOrigin() ? buffer.getInt(offset + REST) & MAX_LOGIN : -1;
    }

    @Override
    public int complianceId()
    {
        return hasOrigin() ? buffer.get(offset + REASON) & 0xFF : 0;
    }

    private boolean hasOrigin()
    {
        final int kind = buffer.get(offset + KIND) & KIND_MASK;
        return OrderRowKind.ACCEPTED.ordinal() == kind || OrderRowKind.REPLACED.ordinal() == kind;
    }

    /** Time in force and login in the place of what is left. */
    static int origin(final int timeInForce, final int loginId)
    {
        return (timeInForce & OrderEvent.NO_TIME_IN_FORCE) << TIME_IN_FORCE_SHIFT | loginId;
    }
}
