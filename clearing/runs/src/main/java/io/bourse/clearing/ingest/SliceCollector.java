// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.ingest.order.BestPrices;
import io.bourse.clearing.model.SettlementPrice;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Takes a slice of every book at regular moments of engine time, the multiples of the interval, and keeps the last ones
 * (rules 1.5). A slice holds best bid, best ask and the last trade since the slice before; it includes every
 * transaction stamped up to its moment. Only open trading is sliced, and opening begins a new window.
 */
public final class SliceCollector
{
    private final long intervalNs;
    private final int windowSlices;
    private final List<Ring> rings = new ArrayList<>();
    private long nextSliceNs;
    private long sliceCount;

    /**
     * An empty window.
     *
     * @param intervalNs between slices, above 0.
     * @param windowSlices slices kept, above 0.
     */
    public SliceCollector(final long intervalNs, final int windowSlices)
    {
        if (intervalNs <= 0 || windowSlices <= 0)
        {
            throw new IllegalArgumentException("slice interval and count must be positive: intervalNs=" + intervalNs +
                " windowSlices=" + windowSlices);
        }
        this.intervalNs = intervalNs;
        this.windowSlices = windowSlices;
    }

    void onInstrument(final int ordinal)
    {
        rings.add(ordinal, new Ring(windowSlices));
    }

    /** A new window begins: trading opens at this time. */
    void onOpen(final long engineTimeNs)
    {
        sliceCount = 0;
        nextSliceNs = Math.floorDiv(engineTimeNs, intervalNs) * intervalNs + intervalNs;
        for (final Ring ring : rings)
        {
            ring.clear();
        }
    }

    void onTrade(final int instrument, final long priceE5)
    {
        rings.get(instrument).lastE5 = priceE5;
    }

    /** Takes the slices whose moment is over, before the transaction of this time is applied. */
    void advance(final long engineTimeNs, final BestPrices orders)
    {
        if (nextSliceNs >= engineTimeNs)
        {
            return;
        }
        final long due = (engineTimeNs - 1 - nextSliceNs) / intervalNs + 1;
        // After a long silence only the last slices of the window can matter; the first of them still saw the trades.
        final long skipped = Math.max(0, due - windowSlices - 1);
        for (long i = 0; i < due - skipped; i++)
        {
            capture(orders);
        }
        nextSliceNs += due * intervalNs;
    }

    private void capture(final BestPrices orders)
    {
        final int slot = (int)(sliceCount++ % windowSlices);
        for (int i = 0; i < rings.size(); i++)
        {
            rings.get(i).capture(slot, orders.bestBidE5(i), orders.bestAskE5(i));
        }
    }

    /** Everything a checkpoint has to keep. */
    void write(final DataOutput out) throws IOException
    {
        out.writeLong(nextSliceNs);
        out.writeLong(sliceCount);
        out.writeInt(rings.size());
        for (final Ring ring : rings)
        {
            ring.write(out);
        }
    }

    /** A collector as {@link #write} has written it. */
    static SliceCollector read(final long intervalNs, final int windowSlices, final DataInput in) throws IOException
    {
        final SliceCollector slices = new SliceCollector(intervalNs, windowSlices);
        slices.nextSliceNs = in.readLong();
        slices.sliceCount = in.readLong();
        final int size = in.readInt();
        for (int i = 0; i < size; i++)
        {
            slices.onInstrument(i);
            slices.rings.get(i).read(in);
        }
        return slices;
    }

    /**
     * Puts the window of an instrument together.
     *
     * @param instrument ordinal.
     * @param maxSpreadE5 widest book of a valid slice.
     * @return slices of the window.
     */
    public SettlementPrice window(final int instrument, final long maxSpreadE5)
    {
        final SettlementPrice price = new SettlementPrice(maxSpreadE5, windowSlices);
        final Ring ring = rings.get(instrument);
        for (int i = 0; i < windowSlices; i++)
        {
            price.addSlice(ring.bidsE5[i], ring.asksE5[i], ring.lastsE5[i]);
        }
        return price;
    }

    private static final class Ring
    {
        private final long[] bidsE5;
        private final long[] asksE5;
        private final long[] lastsE5;
        private long lastE5 = SettlementPrice.NO_PRICE;

        Ring(final int size)
        {
            bidsE5 = new long[size];
            asksE5 = new long[size];
            lastsE5 = new long[size];
            clear();
        }

        void write(final DataOutput out) throws IOException
        {
            for (int i = 0; i < bidsE5.length; i++)
            {
                out.writeLong(bidsE5[i]);
                out.writeLong(asksE5[i]);
                out.writeLong(lastsE5[i]);
            }
            out.writeLong(lastE5);
        }

        void read(final DataInput in) throws IOException
        {
            for (int i = 0; i < bidsE5.length; i++)
            {
                bidsE5[i] = in.readLong();
                asksE5[i] = in.readLong();
                lastsE5[i] = in.readLong();
            }
            lastE5 = in.readLong();
        }

        void clear()
        {
            Arrays.fill(bidsE5, SettlementPrice.NO_PRICE);
            Arrays.fill(asksE5, SettlementPrice.NO_PRICE);
            Arrays.fill(lastsE5, SettlementPrice.NO_PRICE);
            lastE5 = SettlementPrice.NO_PRICE;
        }

        void capture(final int slot, final long bidE5, final long askE5)
        {
            bidsE5[slot] = bidE5;
            asksE5[slot] = askE5;
            lastsE5[slot] = lastE5;
            lastE5 = SettlementPrice.NO_PRICE;
        }
    }
}
