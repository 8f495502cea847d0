// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.client;

import quickfix.FieldMap;
import quickfix.FieldNotFound;
import quickfix.field.ClOrdID;
import quickfix.field.CxlRejReason;
import quickfix.field.CxlRejResponseTo;
import quickfix.field.OrdStatus;
import quickfix.field.OrderID;
import quickfix.field.OrigClOrdID;
import quickfix.field.Text;

/**
 * An OrderCancelReject.
 *
 * @param clOrdId ClOrdID(11) of the request.
 * @param origClOrdId OrigClOrdID(41).
 * @param orderId OrderID(37), NONE when the order is unknown.
 * @param ordStatus OrdStatus(39).
 * @param responseTo CxlRejResponseTo(434): 1 cancel, 2 replace.
 * @param reason CxlRejReason(102).
 * @param text Text(58).
 */
public record FixCancelReject(
    String clOrdId,
    String origClOrdId,
    String orderId,
    char ordStatus,
    char responseTo,
    int reason,
    String text)
{
    static FixCancelReject of(final FieldMap message) throws FieldNotFound
    {
        return new FixCancelReject(
            FixExecution.text(message, ClOrdID.FIELD),
            FixExecution.text(message, OrigClOrdID.FIELD),
            FixExecution.text(message, OrderID.FIELD),
            message.getChar(OrdStatus.FIELD),
            message.getChar(CxlRejResponseTo.FIELD),
            message.isSetField(CxlRejReason.FIELD) ? message.getInt(CxlRejReason.FIELD) : -1,
            FixExecution.text(message, Text.FIELD));
    }
}
