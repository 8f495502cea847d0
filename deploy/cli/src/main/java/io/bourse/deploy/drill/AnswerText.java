// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

/**
 * What a client receives, as text: the same for every protocol and for the event stream, so that histories can be
 * compared line by line.
 */
public final class AnswerText
{
    private AnswerText()
    {
    }

    /**
     * An order was accepted.
     *
     * @param clOrdId of the request.
     * @param orderId given by the venue.
     * @param priceE5 limit price x 100 000.
     * @param qtyLots accepted.
     * @return text.
     */
    public static String accepted(final String clOrdId, final long orderId, final long priceE5, final long qtyLots)
    {
        return "ACCEPTED " + clOrdId + " order=" + orderId + " px=" + priceE5 + " qty=" + qtyLots;
    }

    /**
     * An order was replaced.
     *
     * @param clOrdId of the request.
     * @param orderId it has now.
     * @param priceE5 limit price x 100 000.
     * @param restLots not executed yet.
     * @return text.
     */
    public static String replaced(final String clOrdId, final long orderId, final long priceE5, final long restLots)
    {
        return "REPLACED " + clOrdId + " order=" + orderId + " px=" + priceE5 + " rest=" + restLots;
    }

    /**
     * An order was cancelled.
     *
     * @param clOrdId of the request.
     * @param qtyLots that were left.
     * @return text.
     */
    public static String cancelled(final String clOrdId, final long orderId, final long qtyLots)
    {
        return "CANCELLED " + clOrdId + " order=" + orderId + " qty=" + qtyLots;
    }

    /**
     * An order traded.
     *
     * @param priceE5 price x 100 000.
     * @param qtyLots traded.
     * @param restLots left.
     * @return text.
     */
    public static String executed(
        final long tradeId, final long orderId, final long priceE5, final long qtyLots, final long restLots)
    {
        return "EXECUTED trade=" + tradeId + " order=" + orderId + " px=" + priceE5 + " qty=" + qtyLots + " rest=" +
            restLots;
    }

    /**
     * The trading session changed.
     *
     * @param event what happened.
     * @param sessionId of the trading session.
     * @return text.
     */
    public static String sessionEvent(final String event, final int sessionId)
    {
        return "EVENT " + event + " session=" + sessionId;
    }
}
