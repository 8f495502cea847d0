// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import java.lang.reflect.Proxy;

import org.agrona.concurrent.UnsafeBuffer;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.EventListener;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.protocol.TradeDecoder;

/** A real client of a real engine on whose way one trade's quantity is flipped. */
final class CorruptingClient implements EngineClient
{
    private final EngineClient client;
    private final long tradeId;

    CorruptingClient(final EngineClient client, final long tradeId)
    {
        this.client = client;
        this.tradeId = tradeId;
    }

    @Override
    public int partition()
    {
        return client.partition();
    }

    @Override
    public CommandPublisher newCommandPublisher()
    {
        return client.newCommandPublisher();
    }

    @Override
    public EventFollower follow(final long fromCursor, final EventListener listener)
    {
        final Object proxy = Proxy.newProxyInstance(
            EventListener.class.getClassLoader(),
            new Class<?>[]{EventListener.class},
            (self, method, arguments) ->
            {
                if (arguments.length > 1 && arguments[1] instanceof final TradeDecoder trade &&
                    tradeId == trade.tradeId())
                {
                    arguments[1] = flipped(trade);
                }
                return method.invoke(listener, arguments);
            });
        return client.follow(fromCursor, (EventListener)proxy);
    }

    private static TradeDecoder flipped(final TradeDecoder trade)
    {
        final byte[] bytes = new byte[TradeDecoder.BLOCK_LENGTH];
        trade.buffer().getBytes(trade.offset(), bytes);
        final UnsafeBuffer copy = new UnsafeBuffer(bytes);
        copy.putLong(TradeDecoder.qtyLotsEncodingOffset(), trade.qtyLots() ^ 1);
        return new TradeDecoder().wrap(copy, 0, TradeDecoder.BLOCK_LENGTH, TradeDecoder.SCHEMA_VERSION);
    }

    @Override
    public long endCursor()
    {
        return client.endCursor();
    }

    @Override
    public PublishedWatermark publishedWatermark()
    {
        return client.publishedWatermark();
    }

    @Override
    public void close()
    {
        // The engine owns the client behind this one.
    }
}
