// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.protocol.AccountCode;
import quickfix.Message;
import quickfix.UtcTimestampPrecision;
import quickfix.field.Account;
import quickfix.field.AvgPx;
import quickfix.field.ClOrdID;
import quickfix.field.CumQty;
import quickfix.field.CxlRejReason;
import quickfix.field.CxlRejResponseTo;
import quickfix.field.ExecID;
import quickfix.field.ExecType;
import quickfix.field.LastLiquidityInd;
import quickfix.field.LastPx;
import quickfix.field.LastQty;
import quickfix.field.LeavesQty;
import quickfix.field.OrdRejReason;
import quickfix.field.OrdStatus;
import quickfix.field.OrdType;
import quickfix.field.OrderID;
import quickfix.field.OrderQty;
import quickfix.field.OrigClOrdID;
import quickfix.field.Price;
import quickfix.field.SecondaryExecID;
import quickfix.field.SecondaryOrderID;
import quickfix.field.SecurityID;
import quickfix.field.SecurityIDSource;
import quickfix.field.Side;
import quickfix.field.Symbol;
import quickfix.field.Text;
import quickfix.field.TimeInForce;
import quickfix.field.TradeDate;
import quickfix.field.TradingSessionID;
import quickfix.field.TransactTime;
import quickfix.fix44.ExecutionReport;
import quickfix.fix44.OrderCancelReject;

/**
 * Makes ExecutionReports and OrderCancelRejects. Stateless: both sides of the gateway use it.
 */
final class ReportEncoder
{
    static final char EXEC_NEW = '0';
    static final char EXEC_CANCELED = '4';
    static final char EXEC_REPLACED = '5';
    static final char EXEC_REJECTED = '8';
    static final char EXEC_EXPIRED = 'C';
    static final char EXEC_TRADE = 'F';
    static final String NONE = "NONE";
    static final char SIDE_UNDISCLOSED = '7';
    static final char TO_CANCEL = '1';
    static final char TO_REPLACE = '2';
    private static final String EXCHANGE_SYMBOL = "8";

    private ReportEncoder()
    {
    }

    /** The state of an order as it is now, with the kind of event and the names the caller decided on. */
    static Message execution(
        final FixOrder order,
        final String execId,
        final char execType,
        final String clOrdId,
        final String origClOrdId,
        final long timeNs)
    {
        final ExecutionReport report = new ExecutionReport();
        report.setString(OrderID.FIELD, 0 == order.rootOrderId ? NONE : Long.toString(order.rootOrderId));
        if (0 != order.orderId)
        {
            report.setString(SecondaryOrderID.FIELD, Long.toString(order.orderId));
        }
        names(report, clOrdId, origClOrdId);
        report.setString(ExecID.FIELD, execId);
        report.setChar(ExecType.FIELD, execType);
        report.setChar(OrdStatus.FIELD, order.status);
        if (0 != order.accountCode)
        {
            report.setString(Account.FIELD, AccountCode.unpack(order.accountCode));
        }
        instrument(report, order.instrument);
        report.setChar(Side.FIELD, (char)('0' + order.side));
        if (0 != order.orderQtyLots)
        {
            report.setString(OrderQty.FIELD, Long.toString(order.orderQtyLots));
            report.setChar(OrdType.FIELD, OrdType.LIMIT);
            report.setString(Price.FIELD, FixFields.formatPrice(order.priceE5));
            report.setChar(TimeInForce.FIELD, order.timeInForce);
        }
        report.setString(LeavesQty.FIELD, Long.toString(order.leavesLots));
        report.setString(CumQty.FIELD, Long.toString(order.cumLots));
        report.setString(AvgPx.FIELD, order.averagePrice());
        transactTime(report, timeNs);
        return report;
    }

    static void trade(
        final Message report,
        final long tradeId,
        final long qtyLots,
        final long priceE5,
        final boolean aggressor)
    {
        report.setString(SecondaryExecID.FIELD, Long.toString(tradeId));
        report.setString(LastQty.FIELD, Long.toString(qtyLots));
        report.setString(LastPx.FIELD, FixFields.formatPrice(priceE5));
        report.setInt(
            LastLiquidityInd.FIELD,
            aggressor ? LastLiquidityInd.REMOVED_LIQUIDITY : LastLiquidityInd.ADDED_LIQUIDITY);
    }

    static void session(final Message report, final int sessionId, final int tradingDate)
    {
        if (0 != sessionId)
        {
            report.setString(TradingSessionID.FIELD, Integer.toString(sessionId));
            report.setString(TradeDate.FIELD, Integer.toString(tradingDate));
        }
    }

    static void rejected(final Message report, final int ordRejReason, final String text)
    {
        report.setInt(OrdRejReason.FIELD, ordRejReason);
        report.setString(Text.FIELD, text);
    }

    static void text(final Message report, final String text)
    {
        report.setString(Text.FIELD, text);
    }

    /** A new order that the gateway itself refuses: what the client wrote comes back as he wrote it. */
    static Message refusedNew(
        final OrderRequest request,
        final String execId,
        final FixRefusal refusal,
        final String text,
        final long timeNs)
    {
        final ExecutionReport report = new ExecutionReport();
        report.setString(OrderID.FIELD, NONE);
        report.setString(ClOrdID.FIELD, request.clOrdId);
        report.setString(ExecID.FIELD, execId);
        report.setChar(ExecType.FIELD, EXEC_REJECTED);
        report.setChar(OrdStatus.FIELD, FixOrder.REJECTED);
        optional(report, Account.FIELD, request.accountText);
        report.setString(Symbol.FIELD, request.symbolText.isEmpty() ? NONE : request.symbolText);
        if (!request.securityIdText.isEmpty())
        {
            report.setString(SecurityID.FIELD, request.securityIdText);
            report.setString(SecurityIDSource.FIELD, EXCHANGE_SYMBOL);
        }
        report.setChar(Side.FIELD, request.side);
        optional(report, OrderQty.FIELD, request.qtyText);
        report.setChar(OrdType.FIELD, request.ordType);
        optional(report, Price.FIELD, request.priceText);
        report.setString(LeavesQty.FIELD, "0");
        report.setString(CumQty.FIELD, "0");
        report.setString(AvgPx.FIELD, "0");
        transactTime(report, timeNs);
        rejected(report, refusal.ordRejReason(), text);
        return report;
    }

    /** The refusal of a cancel or a replace; the order may be null. */
    static Message cancelReject(
        final FixOrder order,
        final char status,
        final String clOrdId,
        final String origClOrdId,
        final char responseTo,
        final long timeNs)
    {
        final OrderCancelReject reject = new OrderCancelReject();
        final boolean hasId = null != order && 0 != order.rootOrderId;
        reject.setString(OrderID.FIELD, hasId ? Long.toString(order.rootOrderId) : NONE);
        if (hasId)
        {
            reject.setString(SecondaryOrderID.FIELD, Long.toString(order.orderId));
        }
        names(reject, clOrdId, origClOrdId);
        reject.setChar(OrdStatus.FIELD, status);
        reject.setChar(CxlRejResponseTo.FIELD, responseTo);
        transactTime(reject, timeNs);
        return reject;
    }

    static void reason(final Message reject, final int cxlRejReason, final String text)
    {
        reject.setInt(CxlRejReason.FIELD, cxlRejReason);
        reject.setString(Text.FIELD, text);
    }

    private static void names(final Message message, final String clOrdId, final String origClOrdId)
    {
        message.setString(ClOrdID.FIELD, clOrdId);
        if (null != origClOrdId)
        {
            message.setString(OrigClOrdID.FIELD, origClOrdId);
        }
    }

    private static void instrument(final Message message, final FixInstrument instrument)
    {
        message.setString(Symbol.FIELD, null == instrument ? NONE : instrument.symbol());
        if (null != instrument)
        {
            message.setString(SecurityID.FIELD, Integer.toString(instrument.instrumentId()));
            message.setString(SecurityIDSource.FIELD, EXCHANGE_SYMBOL);
        }
    }

    private static void optional(final Message message, final int tag, final String value)
    {
        if (!value.isEmpty())
        {
            message.setString(tag, value);
        }
    }

    private static void transactTime(final Message message, final long timeNs)
    {
        message.setUtcTimeStamp(TransactTime.FIELD, FixFields.utc(timeNs), UtcTimestampPrecision.NANOS);
    }
}
