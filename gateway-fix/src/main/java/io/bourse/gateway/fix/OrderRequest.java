// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

/**
 * One decoded NewOrderSingle, OrderCancelRequest or OrderCancelReplaceRequest. Filled by the inbound side, then not
 * changed any more except for the order it was found to mean.
 */
final class OrderRequest
{
    /** What is asked for. */
    enum Kind
    {
        NEW, CANCEL, REPLACE
    }

    final Kind kind;
    final FixLogin login;
    final long receivedNs;
    String clOrdId = "";
    String origClOrdId = "";
    /** OrderID(37), 0 if the client gave none. */
    long orderId;
    /** The session says that it may have sent this message before: PossDupFlag(43). */
    boolean isPossDup;
    /** True when the client gave an OrderID that cannot be one. */
    boolean hasForeignOrderId;
    FixInstrument instrument;
    /** As the client wrote them, for the answer to a request that cannot be understood. */
    String symbolText = "";
    String securityIdText = "";
    String accountText = "";
    String qtyText = "";
    String priceText = "";
    char side = '7';
    char timeInForce = '0';
    char ordType = '2';
    long accountCode;
    long qtyLots;
    long priceE5;
    byte complianceId;
    /** The order this request creates or concerns. */
    FixOrder order;

    OrderRequest(final Kind kind, final FixLogin login, final long receivedNs)
    {
        this.kind = kind;
        this.login = login;
        this.receivedNs = receivedNs;
    }
}
