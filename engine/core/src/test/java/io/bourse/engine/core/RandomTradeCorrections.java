// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.SplittableRandom;

/**
 * Breaks and corrects trades of a random flow: old ones and new ones, some twice, some that never were.
 */
final class RandomTradeCorrections
{
    private static final int REMEMBERED = 64;
    private static final int OPERATORS = 0;

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final SplittableRandom random;
    private final CoreFixture core;
    private final long[] tradeIds = new long[REMEMBERED];
    private final int[] instrumentIds = new int[REMEMBERED];
    private final long[] pricesE5 = new long[REMEMBERED];
    private final long[] lots = new long[REMEMBERED];
    private int count;

    RandomTradeCorrections(final SplittableRandom random, final CoreFixture core)
    {
        this.random = random;
        this.core = core;
    }

    /** Trades of the last command. */
    void remember()
    {
        for (final byte[] event : core.recorder.events)
        {
            final UnsafeBuffer buffer = new UnsafeBuffer(event);
            header.wrap(buffer, 0);
            if (TradeDecoder.TEMPLATE_ID == header.templateId())
            {
                final TradeDecoder trade = new TradeDecoder().wrapAndApplyHeader(buffer, 0, header);
                remember(trade.tradeId(), trade.instrumentId(), trade.priceE5(), trade.qtyLots());
            }
            else if (OffBookTradeDecoder.TEMPLATE_ID == header.templateId())
            {
                final OffBookTradeDecoder trade = new OffBookTradeDecoder().wrapAndApplyHeader(buffer, 0, header);
                remember(trade.tradeId(), trade.instrumentId(), trade.priceE5(), trade.qtyLots());
            }
        }
    }

    private void remember(final long tradeId, final int instrumentId, final long priceE5, final long qtyLots)
    {
        final int index = count++ % REMEMBERED;
        tradeIds[index] = tradeId;
        instrumentIds[index] = instrumentId;
        pricesE5[index] = priceE5;
        lots[index] = qtyLots;
    }

    void sendNext()
    {
        final int index = random.nextInt(REMEMBERED);
        final long tradeId = 0 == random.nextInt(20) ? random.nextLong() : tradeIds[index];
        final int sender = 0 == random.nextInt(20) ? CommandWriter.GATEWAY_ID : OPERATORS;
        final int instrumentId = 0 == random.nextInt(20) ? random.nextInt(6) : instrumentIds[index];
        final String reason = 0 == random.nextInt(20) ? "" : "random";
        if (random.nextBoolean())
        {
            core.send(core.commands.bustTrade(sender, tradeId, instrumentId, reason));
        }
        else
        {
            core.send(core.commands.correctTrade(
                sender,
                tradeId,
                instrumentId,
                pricesE5[index] + 10 * (random.nextInt(5) - 2),
                lots[index] - random.nextInt(3),
                reason));
        }
    }
}
