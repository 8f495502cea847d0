// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.MassQuoteEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.RequestQuoteEncoder;
import io.bourse.engine.protocol.SetMarketMakerProtectionEncoder;

/**
 * Encodes mass quotes entry by entry and the rarer commands of market makers.
 */
public final class QuoteCommandWriter
{
    private final CommandWriter commands;
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final MassQuoteEncoder massQuote = new MassQuoteEncoder();
    private MassQuoteEncoder.EntriesEncoder entries;

    public QuoteCommandWriter(final CommandWriter commands)
    {
        this.commands = commands;
    }

    public QuoteCommandWriter begin(final int loginId, final long quoteId, final long accountCode, final int entryCount)
    {
        massQuote.wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, header);
        commands.header(massQuote.header(), loginId);
        massQuote
            .quoteId(quoteId)
            .accountCode(accountCode)
            .linkId(17)
            .complianceId((byte)'R')
            .clientFlags((short)0);
        entries = massQuote.entriesCount(entryCount);
        return this;
    }

    public QuoteCommandWriter entry(
        final int entryId,
        final int instrumentId,
        final long bidLots,
        final long bidPriceE5,
        final long askLots,
        final long askPriceE5)
    {
        entries.next()
            .bidPriceE5(bidPriceE5)
            .askPriceE5(askPriceE5)
            .bidLots(bidLots)
            .askLots(askLots)
            .instrumentId(instrumentId)
            .entryId(entryId);
        return this;
    }

    public CommandWriter end()
    {
        massQuote.clientRef(commands.nextClientRef);
        return commands.done(massQuote.encodedLength());
    }

    CommandWriter request(final int loginId, final int instrumentId, final long lots, final int side)
    {
        final RequestQuoteEncoder encoder =
            new RequestQuoteEncoder().wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, header);
        commands.header(encoder.header(), loginId);
        encoder.clOrdId(8).qtyLots(lots).instrumentId(instrumentId).side((short)side).clientRef("");
        return commands.done(encoder.encodedLength());
    }

    public CommandWriter protection(
        final int loginId, final long windowNs, final long volumeLots, final int trades, final String underlying)
    {
        final SetMarketMakerProtectionEncoder encoder =
            new SetMarketMakerProtectionEncoder().wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, header);
        commands.header(encoder.header(), loginId);
        encoder
            .clOrdId(3)
            .windowNs(windowNs)
            .maxVolumeLots(volumeLots)
            .maxDeltaLots(0)
            .maxTrades(trades)
            .underlying(underlying)
            .clientRef("");
        return commands.done(encoder.encodedLength());
    }
}
