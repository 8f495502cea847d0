// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.quote;

import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.MarketMakerProtection;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderTable;
import io.bourse.engine.core.state.Quote;
import io.bourse.engine.core.state.Quotes;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.snapshot.ProtectionDecoder;
import io.bourse.engine.protocol.snapshot.ProtectionEncoder;
import io.bourse.engine.protocol.snapshot.ProtectionTradesDecoder;
import io.bourse.engine.protocol.snapshot.ProtectionTradesEncoder;
import io.bourse.engine.protocol.snapshot.QuotesDecoder;
import io.bourse.engine.protocol.snapshot.QuotesEncoder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Quotes and the protections that watch them in snapshots. Protections come first: a quote is entered in its protection
 * when it is made, and so in the same order again.
 */
public final class QuoteSnapshot implements SnapshotPart
{
    private static final int TRADES = SnapshotWriter.entriesPerRecord(
        ProtectionTradesEncoder.BLOCK_LENGTH, ProtectionTradesEncoder.TradesEncoder.sbeBlockLength());
    private static final int QUOTES = SnapshotWriter.entriesPerRecord(
        QuotesEncoder.BLOCK_LENGTH, QuotesEncoder.EntriesEncoder.sbeBlockLength());

    private final ProtectionDecoder protectionDecoder = new ProtectionDecoder();
    private final ProtectionTradesDecoder tradesDecoder = new ProtectionTradesDecoder();
    private final QuotesDecoder quotesDecoder = new QuotesDecoder();
    private final UnsafeBuffer underlying = new UnsafeBuffer(new byte[Instrument.UNDERLYING_LENGTH]);
    private final ReferenceData referenceData;
    private final OrderTable orders;
    private final Quotes quotes;
    /** Whose trades are being read. */
    private MarketMakerProtection protection;

    public QuoteSnapshot(final ReferenceData referenceData, final OrderTable orders, final Quotes quotes)
    {
        this.referenceData = referenceData;
        this.orders = orders;
        this.quotes = quotes;
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(ProtectionDecoder.TEMPLATE_ID, this::readProtection);
        table.add(ProtectionTradesDecoder.TEMPLATE_ID, this::readTrades);
        table.add(QuotesDecoder.TEMPLATE_ID, this::readQuotes);
    }

    @Override
    public void writeTo(final SnapshotWriter writer)
    {
        for (int i = 0; i < quotes.protectionCount(); i++)
        {
            writeProtection(writer, quotes.protectionAt(i));
            writeTrades(writer, quotes.protectionAt(i));
        }
        writeQuotes(writer);
    }

    private static void writeProtection(final SnapshotWriter writer, final MarketMakerProtection from)
    {
        final ProtectionEncoder encoder = new ProtectionEncoder();
        writer.begin(encoder)
            .windowNs(from.windowNs())
            .maxVolumeLots(from.maxVolumeLots())
            .maxDeltaLots(from.maxDeltaLots())
            .loginId(from.login.loginId)
            .maxTrades(from.maxTrades())
            .isTripped(SnapshotWriter.flag(from.isTripped()))
            .putUnderlying(from.underlying, 0);
        writer.write(encoder.encodedLength());
    }

    private void readProtection(final SnapshotRecord record)
    {
        record.decode(protectionDecoder);
        protectionDecoder.getUnderlying(underlying.byteArray(), 0);
        protection =
            new MarketMakerProtection(referenceData.login(protectionDecoder.loginId()), underlying, 0);
        protection.set(
            protectionDecoder.windowNs(),
            protectionDecoder.maxVolumeLots(),
            protectionDecoder.maxDeltaLots(),
            protectionDecoder.maxTrades());
        protection.restoreTripped(0 != protectionDecoder.isTripped());
        quotes.add(protection);
    }

    private static void writeTrades(final SnapshotWriter writer, final MarketMakerProtection from)
    {
        final ProtectionTradesEncoder encoder = new ProtectionTradesEncoder();
        for (int first = 0; first < from.trades(); first += TRADES)
        {
            final int end = Math.min(from.trades(), first + TRADES);
            final ProtectionTradesEncoder.TradesEncoder group = writer.begin(encoder).tradesCount(end - first);
            for (int i = first; i < end; i++)
            {
                group.next().timeNs(from.tradeTimeNs(i)).signedLots(from.tradeLots(i));
            }
            writer.write(encoder.encodedLength());
        }
    }

    private void readTrades(final SnapshotRecord record)
    {
        final ProtectionTradesDecoder.TradesDecoder group = record.decode(tradesDecoder).trades();
        while (group.hasNext())
        {
            group.next();
            protection.restoreTrade(group.timeNs(), group.signedLots());
        }
    }

    private void writeQuotes(final SnapshotWriter writer)
    {
        final QuotesEncoder encoder = new QuotesEncoder();
        for (int first = 0; first < quotes.size(); first += QUOTES)
        {
            final int end = Math.min(quotes.size(), first + QUOTES);
            final QuotesEncoder.EntriesEncoder group = writer.begin(encoder).entriesCount(end - first);
            for (int i = first; i < end; i++)
            {
                final Quote quote = quotes.quoteAt(i);
                group.next()
                    .bidOrderId(id(quote.order(Side.BUY)))
                    .askOrderId(id(quote.order(Side.SELL)))
                    .loginId(quote.login.loginId)
                    .instrument(quote.instrument.index);
            }
            writer.write(encoder.encodedLength());
        }
    }

    private void readQuotes(final SnapshotRecord record)
    {
        final QuotesDecoder.EntriesDecoder group = record.decode(quotesDecoder).entries();
        while (group.hasNext())
        {
            group.next();
            final Quote quote = quotes.findOrAdd(
                referenceData.login(group.loginId()), referenceData.instrumentAt(group.instrument()));
            quote.order(Side.BUY, order(group.bidOrderId()));
            quote.order(Side.SELL, order(group.askOrderId()));
        }
    }

    private static long id(final Order order)
    {
        return null == order ? 0 : order.orderId;
    }

    private Order order(final long orderId)
    {
        return 0 == orderId ? null : orders.get(orderId);
    }
}
