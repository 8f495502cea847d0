// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Check value of a row of {@link DayTables#TRADES}: CRC32C over its other columns, little-endian, in their order. Taken
 * from the event, so it tells of every value that has changed since. One for each thread.
 */
public final class TradeCheck
{
    private static final int ROW_LENGTH = 71;

    private final ByteBuffer row = ByteBuffer.allocate(ROW_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C crc = new CRC32C();

    /**
     * Begins a row with what is of the trade itself.
     *
     * @param tradeId of the matcher.
     * @param timeNs engine time.
     * @param priceE5 price x 100 000.
     * @param qtyLots above 0.
     * @param instrument ordinal.
     * @return this, for {@link #parties}.
     */
    public TradeCheck trade(
        final long tradeId, final long timeNs, final long priceE5, final int qtyLots, final int instrument)
    {
        row.clear();
        row.putLong(tradeId).putLong(timeNs).putLong(priceE5).putInt(qtyLots).putShort((short)instrument);
        return this;
    }

    /**
     * Adds the two sides.
     *
     * @param buyer account id.
     * @param seller account id.
     * @param buyOrder order id.
     * @param sellOrder order id.
     * @param buyExt the client's order id.
     * @param sellExt the client's order id.
     * @return this, for {@link #value}.
     */
    public TradeCheck parties(
        final int buyer,
        final int seller,
        final long buyOrder,
        final long sellOrder,
        final long buyExt,
        final long sellExt)
    {
        row.putInt(buyer).putInt(seller).putLong(buyOrder).putLong(sellOrder).putLong(buyExt).putLong(sellExt);
        return this;
    }

    /**
     * Ends the row.
     *
     * @param flags of the trade.
     * @return check value.
     */
    public int value(final int flags)
    {
        row.put((byte)flags);
        crc.reset();
        crc.update(row.array(), 0, ROW_LENGTH);
        return (int)crc.getValue();
    }
}
