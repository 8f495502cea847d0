// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.MassCancelledDecoder;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderRestatedDecoder;
import io.bourse.engine.protocol.OrderTermsDecoder;
import io.bourse.engine.protocol.QuoteAcknowledgedDecoder;
import io.bourse.engine.protocol.QuoteRequestedDecoder;
import io.bourse.engine.protocol.SliceShownDecoder;

import org.agrona.DirectBuffer;

/**
 * Decodes what happens to orders beyond the five events of every day.
 */
final class OrderEventDispatcher
{
    private final OrderTermsDecoder orderTerms = new OrderTermsDecoder();
    private final OrderActivatedDecoder orderActivated = new OrderActivatedDecoder();
    private final SliceShownDecoder sliceShown = new SliceShownDecoder();
    private final OffBookTradeDecoder offBookTrade = new OffBookTradeDecoder();
    private final OrderReducedDecoder orderReduced = new OrderReducedDecoder();
    private final OrderRestatedDecoder orderRestated = new OrderRestatedDecoder();
    private final MassCancelledDecoder massCancelled = new MassCancelledDecoder();
    private final QuoteAcknowledgedDecoder quoteAcknowledged = new QuoteAcknowledgedDecoder();
    private final QuoteRequestedDecoder quoteRequested = new QuoteRequestedDecoder();
    private final EventListener listener;

    OrderEventDispatcher(final EventListener listener)
    {
        this.listener = listener;
    }

    /**
     * Delivers an event if it is of this kind.
     *
     * @param group the transaction.
     * @param templateId of the event.
     * @param buffer that holds it.
     * @param offset of its block.
     * @param blockLength of the block.
     * @param version of its schema.
     * @return false when it is of another kind.
     */
    boolean onEvent(
        final EventGroup group,
        final int templateId,
        final DirectBuffer buffer,
        final int offset,
        final int blockLength,
        final int version)
    {
        switch (templateId)
        {
            case OrderTermsDecoder.TEMPLATE_ID:
                listener.onOrderTerms(group, orderTerms.wrap(buffer, offset, blockLength, version));
                return true;
            case OrderActivatedDecoder.TEMPLATE_ID:
                listener.onOrderActivated(group, orderActivated.wrap(buffer, offset, blockLength, version));
                return true;
            case SliceShownDecoder.TEMPLATE_ID:
                listener.onSliceShown(group, sliceShown.wrap(buffer, offset, blockLength, version));
                return true;
            case OffBookTradeDecoder.TEMPLATE_ID:
                listener.onOffBookTrade(group, offBookTrade.wrap(buffer, offset, blockLength, version));
                return true;
            case OrderReducedDecoder.TEMPLATE_ID:
                listener.onOrderReduced(group, orderReduced.wrap(buffer, offset, blockLength, version));
                return true;
            case OrderRestatedDecoder.TEMPLATE_ID:
                listener.onOrderRestated(group, orderRestated.wrap(buffer, offset, blockLength, version));
                return true;
            case MassCancelledDecoder.TEMPLATE_ID:
                listener.onMassCancelled(group, massCancelled.wrap(buffer, offset, blockLength, version));
                return true;
            case QuoteAcknowledgedDecoder.TEMPLATE_ID:
                listener.onQuoteAcknowledged(group, quoteAcknowledged.wrap(buffer, offset, blockLength, version));
                return true;
            case QuoteRequestedDecoder.TEMPLATE_ID:
                listener.onQuoteRequested(group, quoteRequested.wrap(buffer, offset, blockLength, version));
                return true;
            default:
                return false;
        }
    }
}
