// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderRestatedDecoder;
import io.bourse.engine.protocol.OrderTermsDecoder;
import io.bourse.engine.protocol.SelfTradePreventionSetDecoder;
import io.bourse.engine.protocol.SliceShownDecoder;

import org.agrona.DirectBuffer;

/**
 * Short phrases for what can happen to orders beyond the events of every day, which {@link EventText} writes.
 */
final class OrderText
{
    private static final MessageHeaderDecoder HEADER = new MessageHeaderDecoder();

    private OrderText()
    {
    }

    static String of(final DirectBuffer buffer)
    {
        HEADER.wrap(buffer, 0);
        switch (HEADER.templateId())
        {
            case OrderTermsDecoder.TEMPLATE_ID:
                final OrderTermsDecoder terms = new OrderTermsDecoder().wrapAndApplyHeader(buffer, 0, HEADER);
                return "terms " + terms.orderId() + " stop=" + terms.stopPriceE5() + " display=" +
                    terms.displayLots() + "+-" + terms.displayVarianceLots() + " min=" + terms.minLots() + " " +
                    terms.place();

            case OrderActivatedDecoder.TEMPLATE_ID:
                final OrderActivatedDecoder activated =
                    new OrderActivatedDecoder().wrapAndApplyHeader(buffer, 0, HEADER);
                return "activated " + activated.orderId() + " cl=" + activated.clOrdId() + " " + activated.side() +
                    " " + activated.restLots() + "@" + activated.priceE5() + " " + activated.timeInForce() + " " +
                    activated.cause() + " shown=" + activated.shown();

            case SliceShownDecoder.TEMPLATE_ID:
                final SliceShownDecoder slice = new SliceShownDecoder().wrapAndApplyHeader(buffer, 0, HEADER);
                return "slice " + slice.orderId() + " as " + slice.displayOrderId() + " " + slice.side() + " " +
                    slice.shownLots() + "/" + slice.restLots() + "@" + slice.priceE5();

            case OrderReducedDecoder.TEMPLATE_ID:
                final OrderReducedDecoder reduced = new OrderReducedDecoder().wrapAndApplyHeader(buffer, 0, HEADER);
                return "reduced " + reduced.orderId() + " cl=" + reduced.clOrdId() + " " + reduced.side() + " -" +
                    reduced.reducedLots() + " rest=" + reduced.restLots();

            case OrderRestatedDecoder.TEMPLATE_ID:
                final OrderRestatedDecoder restated =
                    new OrderRestatedDecoder().wrapAndApplyHeader(buffer, 0, HEADER);
                return "restated " + restated.orderId() + " cl=" + restated.clOrdId() + " " + restated.side() + " " +
                    restated.restLots() + "@" + restated.priceE5() + " " + restated.timeInForce() + " " +
                    restated.orderType() + " shown=" + restated.shown();

            case SelfTradePreventionSetDecoder.TEMPLATE_ID:
                final SelfTradePreventionSetDecoder set =
                    new SelfTradePreventionSetDecoder().wrapAndApplyHeader(buffer, 0, HEADER);
                return "selfTrade " + set.brokerageFirm() + " " + set.scope() + " " + set.mode();

            default:
                return EventText.of(buffer, 0);
        }
    }
}
