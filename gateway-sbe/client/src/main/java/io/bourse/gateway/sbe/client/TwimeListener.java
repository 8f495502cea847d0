// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.client;

import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.EmptyBookDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentAckDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentRejectDecoder;
import io.bourse.gateway.sbe.twime.ExecutionMultilegReportDecoder;
import io.bourse.gateway.sbe.twime.ExecutionSingleReportDecoder;
import io.bourse.gateway.sbe.twime.FloodRejectDecoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergResponseDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderReplaceResponseDecoder;
import io.bourse.gateway.sbe.twime.RetransmissionDecoder;
import io.bourse.gateway.sbe.twime.SequenceDecoder;
import io.bourse.gateway.sbe.twime.SessionRejectDecoder;
import io.bourse.gateway.sbe.twime.SystemEventDecoder;
import io.bourse.gateway.sbe.twime.TerminateDecoder;

/**
 * Receives the messages of the venue, in order. Decoders are views that are valid during the callback only.
 * Application messages come with their implied number (TWIME A.5.4).
 */
public interface TwimeListener
{
    /** The session is established. */
    default void onEstablished(final EstablishmentAckDecoder message)
    {
    }

    /** The session was refused; the connection closes. */
    default void onEstablishmentReject(final EstablishmentRejectDecoder message)
    {
    }

    /** The venue ends the session, or confirms its end; the connection closes. */
    default void onTerminate(final TerminateDecoder message)
    {
    }

    /** Heartbeat of the venue. */
    default void onSequence(final SequenceDecoder message)
    {
    }

    /** The given number of old messages follows. */
    default void onRetransmission(final RetransmissionDecoder message)
    {
    }

    /** A request was refused because there were too many. */
    default void onFloodReject(final FloodRejectDecoder message)
    {
    }

    /** A request was refused by the gateway. */
    default void onSessionReject(final SessionRejectDecoder message)
    {
    }

    /** A request was refused with a return code. */
    default void onBusinessMessageReject(final BusinessMessageRejectDecoder message)
    {
    }

    /**
     * An order was accepted.
     *
     * @param seqNo implied number of the message.
     */
    default void onNewOrderSingleResponse(final long seqNo, final NewOrderSingleResponseDecoder message)
    {
    }

    /**
     * An iceberg order was accepted.
     *
     * @param seqNo implied number of the message.
     */
    default void onNewOrderIcebergResponse(final long seqNo, final NewOrderIcebergResponseDecoder message)
    {
    }

    /**
     * An order, or its rest, was removed.
     *
     * @param seqNo implied number of the message.
     */
    default void onOrderCancelResponse(final long seqNo, final OrderCancelResponseDecoder message)
    {
    }

    /**
     * An order was replaced.
     *
     * @param seqNo implied number of the message.
     */
    default void onOrderReplaceResponse(final long seqNo, final OrderReplaceResponseDecoder message)
    {
    }

    /**
     * A mass cancel was executed.
     *
     * @param seqNo implied number of the message.
     */
    default void onOrderMassCancelResponse(final long seqNo, final OrderMassCancelResponseDecoder message)
    {
    }

    /**
     * An order traded.
     *
     * @param seqNo implied number of the message.
     */
    default void onExecutionSingleReport(final long seqNo, final ExecutionSingleReportDecoder message)
    {
    }

    /**
     * A multi-leg order traded.
     *
     * @param seqNo implied number of the message.
     */
    default void onExecutionMultilegReport(final long seqNo, final ExecutionMultilegReportDecoder message)
    {
    }

    /**
     * All orders of the trading session are gone.
     *
     * @param seqNo implied number of the message.
     */
    default void onEmptyBook(final long seqNo, final EmptyBookDecoder message)
    {
    }

    /**
     * An event of the trading session.
     *
     * @param seqNo implied number of the message.
     */
    default void onSystemEvent(final long seqNo, final SystemEventDecoder message)
    {
    }

    /**
     * The connection is gone; nothing follows.
     */
    default void onDisconnected()
    {
    }
}
