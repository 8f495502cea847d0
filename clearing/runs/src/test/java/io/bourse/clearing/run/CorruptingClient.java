// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.TradeDecoder;
import org.agrona.concurrent.UnsafeBuffer;

import java.lang.reflect.Proxy;

/** On its way one trade's quantity is flipped. */
final class CorruptingClient extends ForwardingClient
{
    private final long tradeId;

    CorruptingClient(final EngineClient client, final long tradeId)
    {
        super(client);
        this.tradeId = tradeId;
    }

    @Override
    public EventFollower follow(final long fromCursor, final EventListener listener)
    {
        final Object proxy = Proxy.newProxyInstance(
            EventListener.class.getClassLoader(),
            new Class<?>[]{EventListener.class},
            (self, method, arguments) ->
            {
                if (null != arguments && arguments.length > 1 && arguments[1] instanceof final TradeDecoder trade &&
                    tradeId == trade.tradeId())
                {
                    arguments[1] = flipped(trade);
                }
                return method.invoke(listener, arguments);
            });
        return super.follow(fromCursor, (EventListener)proxy);
    }

    private static TradeDecoder flipped(final TradeDecoder trade)
    {
        final byte[] bytes = new byte[TradeDecoder.BLOCK_LENGTH];
        trade.buffer().getBytes(trade.offset(), bytes);
        final UnsafeBuffer copy = new UnsafeBuffer(bytes);
        copy.putLong(TradeDecoder.qtyLotsEncodingOffset(), trade.qtyLots() ^ 1);
        return new TradeDecoder().wrap(copy, 0, TradeDecoder.BLOCK_LENGTH, TradeDecoder.SCHEMA_VERSION);
    }
}
