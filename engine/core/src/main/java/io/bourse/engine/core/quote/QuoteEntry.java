// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.quote;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.OrderRequest;
import io.bourse.engine.protocol.MassQuoteDecoder;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;

/**
 * One entry of a mass quote: what it asks for on both sides, where a quantity of 0 withdraws. Decoded once, reused.
 */
final class QuoteEntry
{
    final OrderRequest bid = side(Side.BUY);
    final OrderRequest ask = side(Side.SELL);
    Login login;
    int entryId;

    /**
     * Takes over what is the same for all entries of a mass quote.
     *
     * @param massQuote to read.
     * @param command it came in.
     * @param login market maker.
     */
    void begin(final MassQuoteDecoder massQuote, final CommandEnvelope command, final Login login)
    {
        this.login = login;
        fill(bid, massQuote, command);
        fill(ask, massQuote, command);
    }

    /** Takes over the next entry. */
    void next(final MassQuoteDecoder.EntriesDecoder entry)
    {
        entryId = entry.entryId();
        bid.instrumentId = entry.instrumentId();
        bid.priceE5 = entry.bidPriceE5();
        bid.qtyLots = entry.bidLots();
        ask.instrumentId = bid.instrumentId;
        ask.priceE5 = entry.askPriceE5();
        ask.qtyLots = entry.askLots();
    }

    private static OrderRequest side(final Side side)
    {
        final OrderRequest request = new OrderRequest();
        request.clearTerms();
        request.side = side;
        request.replaceMode = ReplaceMode.SET_REST;
        return request;
    }

    private static void fill(
        final OrderRequest request, final MassQuoteDecoder massQuote, final CommandEnvelope command)
    {
        request.command = command;
        request.clOrdId = massQuote.quoteId();
        request.accountCode = massQuote.accountCode();
        request.linkId = massQuote.linkId();
        request.complianceId = massQuote.complianceId();
        request.clientFlags = massQuote.clientFlags();
    }
}
