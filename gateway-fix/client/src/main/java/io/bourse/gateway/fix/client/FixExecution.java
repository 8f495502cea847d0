// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.client;

import quickfix.FieldMap;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.field.Account;
import quickfix.field.AvgPx;
import quickfix.field.ClOrdID;
import quickfix.field.CopyMsgIndicator;
import quickfix.field.CumQty;
import quickfix.field.ExecID;
import quickfix.field.ExecRestatementReason;
import quickfix.field.ExecType;
import quickfix.field.LastPx;
import quickfix.field.LastQty;
import quickfix.field.LeavesQty;
import quickfix.field.MultiLegReportingType;
import quickfix.field.OrdRejReason;
import quickfix.field.OrdStatus;
import quickfix.field.OrderID;
import quickfix.field.OrderQty;
import quickfix.field.OrigClOrdID;
import quickfix.field.PossDupFlag;
import quickfix.field.PossResend;
import quickfix.field.Price;
import quickfix.field.SecondaryExecID;
import quickfix.field.SecondaryOrderID;
import quickfix.field.Side;
import quickfix.field.Symbol;
import quickfix.field.Text;

/**
 * An ExecutionReport in the venue's integers. Texts that were not sent are empty, numbers 0.
 *
 * @param execType ExecType(150).
 * @param ordStatus OrdStatus(39).
 * @param clOrdId ClOrdID(11).
 * @param origClOrdId OrigClOrdID(41).
 * @param orderId OrderID(37).
 * @param engineOrderId SecondaryOrderID(198), the id in market data.
 * @param execId ExecID(17).
 * @param tradeId SecondaryExecID(527).
 * @param account Account(1).
 * @param symbol Symbol(55).
 * @param side Side(54).
 * @param orderQty OrderQty(38).
 * @param priceE5 Price(44) x 100 000.
 * @param lastQty LastQty(32).
 * @param lastPxE5 LastPx(31) x 100 000.
 * @param leavesQty LeavesQty(151).
 * @param cumQty CumQty(14).
 * @param avgPx AvgPx(6) as sent.
 * @param ordRejReason OrdRejReason(103), -1 when not sent.
 * @param text Text(58).
 * @param isPossDup PossDupFlag(43) of the header.
 * @param isPossResend PossResend(97) of the header: it may have come before, under another number and the same ExecID.
 * @param isCopy CopyMsgIndicator(797): the report of another session.
 * @param restatementReason ExecRestatementReason(378), -1 when not sent.
 * @param isLeg MultiLegReportingType(442) 2: the trade of a leg, after that of its strategy; no lots of the order.
 */
public record FixExecution(
    char execType,
    char ordStatus,
    String clOrdId,
    String origClOrdId,
    String orderId,
    String engineOrderId,
    String execId,
    String tradeId,
    String account,
    String symbol,
    char side,
    long orderQty,
    long priceE5,
    long lastQty,
    long lastPxE5,
    long leavesQty,
    long cumQty,
    String avgPx,
    int ordRejReason,
    String text,
    boolean isPossDup,
    boolean isPossResend,
    boolean isCopy,
    int restatementReason,
    boolean isLeg)
{
    private static final String LEG = "2";

    static FixExecution of(final Message message) throws FieldNotFound
    {
        return new FixExecution(
            message.getChar(ExecType.FIELD),
            message.getChar(OrdStatus.FIELD),
            text(message, ClOrdID.FIELD),
            text(message, OrigClOrdID.FIELD),
            text(message, OrderID.FIELD),
            text(message, SecondaryOrderID.FIELD),
            text(message, ExecID.FIELD),
            text(message, SecondaryExecID.FIELD),
            text(message, Account.FIELD),
            text(message, Symbol.FIELD),
            message.getChar(Side.FIELD),
            qty(message, OrderQty.FIELD),
            price(message, Price.FIELD),
            qty(message, LastQty.FIELD),
            price(message, LastPx.FIELD),
            qty(message, LeavesQty.FIELD),
            qty(message, CumQty.FIELD),
            text(message, AvgPx.FIELD),
            message.isSetField(OrdRejReason.FIELD) ? message.getInt(OrdRejReason.FIELD) : -1,
            text(message, Text.FIELD),
            message.getHeader().isSetField(PossDupFlag.FIELD) && message.getHeader().getBoolean(PossDupFlag.FIELD),
            message.getHeader().isSetField(PossResend.FIELD) && message.getHeader().getBoolean(PossResend.FIELD),
            message.isSetField(CopyMsgIndicator.FIELD) && message.getBoolean(CopyMsgIndicator.FIELD),
            message.isSetField(ExecRestatementReason.FIELD) ? message.getInt(ExecRestatementReason.FIELD) : -1,
            LEG.equals(text(message, MultiLegReportingType.FIELD)));
    }

    static String text(final FieldMap message, final int tag)
    {
        return message.getOptionalString(tag).orElse("");
    }

    private static long qty(final FieldMap message, final int tag)
    {
        final long lots = FixFields.parseQtyLots(text(message, tag));
        return FixFields.INVALID_QTY == lots ? 0 : lots;
    }

    private static long price(final FieldMap message, final int tag)
    {
        final String text = text(message, tag);
        return text.isEmpty() ? 0 : FixFields.parsePriceE5(text);
    }
}
