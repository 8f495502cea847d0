// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import java.nio.ByteBuffer;

/**
 * A row of an order segment, as a view of a buffer: 48 bytes, little-endian. Lots are unsigned ints.
 */
public final class OrderRow
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
    private static final int KIND_MASK = 0x3F;
    private static final OrderRowKind[] KINDS = OrderRowKind.values();

    private ByteBuffer buffer;
    private int offset;

    void wrap(final ByteBuffer rows, final int rowOffset)
    {
        buffer = rows;
        offset = rowOffset;
    }

    /**
     * Engine time.
     *
     * @return nanoseconds since the Unix epoch.
     */
    public long timeNs()
    {
        return buffer.getLong(offset + TIME);
    }

    /**
     * The order.
     *
     * @return order id.
     */
    public long orderId()
    {
        return buffer.getLong(offset + ORDER);
    }

    /**
     * Price of the order, of a fill that of the trade.
     *
     * @return price x 100 000.
     */
    public long priceE5()
    {
        return buffer.getLong(offset + PRICE);
    }

    /**
     * What the kind says.
     *
     * @return an id.
     */
    public long ref()
    {
        return buffer.getLong(offset + REF);
    }

    /**
     * Lots that the row is about: accepted, left after a replace, cancelled, traded, shown or taken off.
     *
     * @return lots.
     */
    public long qtyLots()
    {
        return Integer.toUnsignedLong(buffer.getInt(offset + QTY));
    }

    /**
     * Lots left in the order.
     *
     * @return lots.
     */
    public long restLots()
    {
        return Integer.toUnsignedLong(buffer.getInt(offset + REST));
    }

    /**
     * Register of the order.
     *
     * @return account id.
     */
    public int account()
    {
        return buffer.getInt(offset + ACCOUNT);
    }

    /**
     * Instrument of the order.
     *
     * @return ordinal.
     */
    public int instrument()
    {
        return buffer.getShort(offset + INSTRUMENT);
    }

    /**
     * What happened.
     *
     * @return kind.
     */
    public OrderRowKind kind()
    {
        return KINDS[buffer.get(offset + KIND) & KIND_MASK];
    }

    /**
     * Side of the order.
     *
     * @return true to buy.
     */
    public boolean isBuy()
    {
        return 0 != (buffer.get(offset + KIND) & BUY_BIT);
    }

    /**
     * Why an order was removed.
     *
     * @return value of a CancelReason; 0 for other kinds.
     */
    public int reason()
    {
        return buffer.get(offset + REASON) & 0xFF;
    }
}
