// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.protocol.snapshot.IdsDecoder;
import io.bourse.engine.protocol.snapshot.IdsEncoder;

/**
 * Gives out ids of orders (slices of icebergs included) and of trades: the partition in the highest bits, then a
 * counter.
 */
public final class IdSource implements HashedState, SnapshotPart
{
    private final long prefix;
    private long orderCounter;
    private long tradeCounter;

    public IdSource(final long prefix)
    {
        this.prefix = prefix;
    }

    public long nextOrderId()
    {
        return prefix + ++orderCounter;
    }

    public long nextTradeId()
    {
        return prefix + ++tradeCounter;
    }

    /** Trades so far. */
    public long tradeCounter()
    {
        return tradeCounter;
    }

    @Override
    public void writeTo(final SnapshotWriter writer)
    {
        final IdsEncoder encoder = writer.begin(new IdsEncoder());
        writer.write(encoder.orderCounter(orderCounter).tradeCounter(tradeCounter).encodedLength());
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(IdsDecoder.TEMPLATE_ID, this::read);
    }

    private void read(final SnapshotRecord record)
    {
        final IdsDecoder decoder = record.decode(new IdsDecoder());
        orderCounter = decoder.orderCounter();
        tradeCounter = decoder.tradeCounter();
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(orderCounter);
        hash.add(tradeCounter);
    }
}
