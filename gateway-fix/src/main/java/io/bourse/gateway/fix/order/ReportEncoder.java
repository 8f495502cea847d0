// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.protocol.TimeInForceTraits;
import io.bourse.gateway.fix.field.FixInstrument;
import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.field.FixText;
import io.bourse.gateway.fix.field.FixTimes;
import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.wire.FixReader;
import io.bourse.gateway.fix.wire.FixWriter;

/**
 * Writes ExecutionReports and OrderCancelRejects. Stateless; allocates nothing.
 */
final class ReportEncoder
{
    static final String EXECUTION_REPORT = "8";
    static final String CANCEL_REJECT = "9";
    static final char EXEC_NEW = '0';
    static final char EXEC_CANCELED = '4';
    static final char EXEC_REPLACED = '5';
    static final char EXEC_REJECTED = '8';
    static final char EXEC_EXPIRED = 'C';
    static final char EXEC_RESTATED = 'D';
    static final char EXEC_TRADE = 'F';
    static final char EXEC_TRADE_CORRECT = 'G';
    static final char EXEC_TRADE_CANCEL = 'H';
    static final char EXEC_STATUS = 'I';
    static final String NONE = "NONE";
    static final char SIDE_UNDISCLOSED = '7';
    static final char TO_CANCEL = '1';
    static final char TO_REPLACE = '2';
    static final char EXCHANGE_SYMBOL = '8';
    static final int RESTATED_RENEWAL = 1;
    static final int RESTATED_REPRICING = 3;
    static final int RESTATED_DECLINE = 5;
    static final int RESTATED_OTHER = 99;

    private ReportEncoder()
    {
    }

    /** The state of an order as it is now, with the kind of event and the names the caller decided on. */
    static void execution(
        final FixWriter report,
        final FixOrder order,
        final FixText execId,
        final char execType,
        final FixText clOrdId,
        final FixText origClOrdId,
        final long timeNs)
    {
        report.begin(EXECUTION_REPORT);
        orderId(report, order);
        // Of a quote it is its QuoteID, for which an ExecutionReport of FIX 4.4 has no other place.
        text(report, Tags.CL_ORD_ID, clOrdId);
        if (null != origClOrdId)
        {
            text(report, Tags.ORIG_CL_ORD_ID, origClOrdId);
        }
        text(report, Tags.EXEC_ID, execId);
        report.character(Tags.EXEC_TYPE, execType).character(Tags.ORD_STATUS, order.status);
        if (0 != order.accountCode)
        {
            report.packed(Tags.ACCOUNT, order.accountCode);
        }
        instrument(report, order.instrument);
        report.character(Tags.SIDE, (char)('0' + order.side));
        if (0 != order.orderQtyLots)
        {
            terms(report, order);
        }
        report.number(Tags.LEAVES_QTY, order.leavesLots).number(Tags.CUM_QTY, order.cumLots);
        order.average.write(report, Tags.AVG_PX, order.cumLots);
        report.timestamp(Tags.TRANSACT_TIME, timeNs);
    }

    private static void terms(final FixWriter report, final FixOrder order)
    {
        report.number(Tags.ORDER_QTY, order.orderQtyLots).character(Tags.ORD_TYPE, order.ordType);
        if (order.hasPrice())
        {
            report.price(Tags.PRICE, order.priceE5);
        }
        if (order.hasTrigger())
        {
            report.price(Tags.STOP_PX, order.stopPriceE5);
        }
        report.character(Tags.TIME_IN_FORCE, order.timeInForce);
        if (TimeInForceTraits.ofFixTimeInForce(order.timeInForce).hasExpiry())
        {
            expiry(report, order.expireDateNs);
        }
        if (order.isPostOnly())
        {
            report.character(Tags.EXEC_INST, '6');
        }
        if (0 != order.minLots)
        {
            report.number(Tags.MIN_QTY, order.minLots);
        }
        if (0 != order.displayLots || order.isHidden())
        {
            report.number(Tags.MAX_FLOOR, order.displayLots);
        }
        if (0 != order.displayVarianceLots)
        {
            report.number(Tags.DISPLAY_VARIANCE, order.displayVarianceLots);
        }
        if (0 != order.linkId)
        {
            report.number(Tags.LINK_ID, order.linkId);
        }
    }

    /** The end of a day is said as its date. */
    private static void expiry(final FixWriter report, final long expireNs)
    {
        if (0 == expireNs % FixTimes.NS_PER_DAY)
        {
            report.number(Tags.EXPIRE_DATE, FixTimes.date(expireNs - FixTimes.NS_PER_DAY));
        }
        else
        {
            report.timestamp(Tags.EXPIRE_TIME, expireNs);
        }
    }

    static void session(final FixWriter report, final int sessionId, final int tradingDate)
    {
        if (0 != sessionId)
        {
            report.number(Tags.TRADING_SESSION_ID, sessionId).number(Tags.TRADE_DATE, tradingDate);
        }
    }

    /** A new order that the gateway itself refuses: what the client wrote comes back unchanged. */
    static void refusedNew(
        final FixWriter report,
        final FixReader request,
        final FixText execId,
        final FixRefusal refusal,
        final String text,
        final long timeNs)
    {
        report.begin(EXECUTION_REPORT).text(Tags.ORDER_ID, NONE);
        copy(report, request, Tags.CL_ORD_ID);
        text(report, Tags.EXEC_ID, execId);
        report.character(Tags.EXEC_TYPE, EXEC_REJECTED).character(Tags.ORD_STATUS, FixOrder.REJECTED);
        copy(report, request, Tags.ACCOUNT);
        if (!copy(report, request, Tags.SYMBOL))
        {
            report.text(Tags.SYMBOL, NONE);
        }
        if (copy(report, request, Tags.SECURITY_ID))
        {
            report.character(Tags.SECURITY_ID_SOURCE, EXCHANGE_SYMBOL);
        }
        copy(report, request, Tags.SIDE);
        copy(report, request, Tags.ORDER_QTY);
        copy(report, request, Tags.ORD_TYPE);
        copy(report, request, Tags.PRICE);
        report.number(Tags.LEAVES_QTY, 0).number(Tags.CUM_QTY, 0).number(Tags.AVG_PX, 0);
        report.timestamp(Tags.TRANSACT_TIME, timeNs);
        report.number(Tags.ORD_REJ_REASON, refusal.ordRejReason()).text(Tags.TEXT, text);
    }

    /** The same when the message itself is gone: what was understood of it comes back. */
    static void refusedNew(
        final FixWriter report,
        final OrderRequest request,
        final FixText execId,
        final FixRefusal refusal,
        final String text,
        final long timeNs)
    {
        report.begin(EXECUTION_REPORT).text(Tags.ORDER_ID, NONE);
        text(report, Tags.CL_ORD_ID, request.clOrdId);
        text(report, Tags.EXEC_ID, execId);
        report.character(Tags.EXEC_TYPE, EXEC_REJECTED).character(Tags.ORD_STATUS, FixOrder.REJECTED);
        report.packed(Tags.ACCOUNT, request.accountCode);
        instrument(report, request.instrument);
        report.character(Tags.SIDE, request.side).number(Tags.ORDER_QTY, request.qtyLots);
        report.character(Tags.ORD_TYPE, request.ordType);
        if (request.hasPrice)
        {
            report.price(Tags.PRICE, request.priceE5);
        }
        report.number(Tags.LEAVES_QTY, 0).number(Tags.CUM_QTY, 0).number(Tags.AVG_PX, 0);
        report.timestamp(Tags.TRANSACT_TIME, timeNs);
        report.number(Tags.ORD_REJ_REASON, refusal.ordRejReason()).text(Tags.TEXT, text);
    }

    /** The refusal of a cancel or a replace; the order and its former name may be null. */
    static void cancelReject(
        final FixWriter reject,
        final FixOrder order,
        final FixText clOrdId,
        final FixText origClOrdId,
        final char responseTo,
        final int reason,
        final String text,
        final long timeNs)
    {
        reject.begin(CANCEL_REJECT);
        if (null == order)
        {
            reject.text(Tags.ORDER_ID, NONE);
        }
        else
        {
            orderId(reject, order);
        }
        text(reject, Tags.CL_ORD_ID, clOrdId);
        if (null == origClOrdId || origClOrdId.isEmpty())
        {
            reject.text(Tags.ORIG_CL_ORD_ID, NONE);
        }
        else
        {
            text(reject, Tags.ORIG_CL_ORD_ID, origClOrdId);
        }
        reject.character(Tags.ORD_STATUS, null == order ? FixOrder.REJECTED : order.status);
        reject.character(Tags.CXL_REJ_RESPONSE_TO, responseTo).timestamp(Tags.TRANSACT_TIME, timeNs);
        reject.number(Tags.CXL_REJ_REASON, reason).text(Tags.TEXT, text);
    }

    static void instrument(final FixWriter message, final FixInstrument instrument)
    {
        if (null == instrument)
        {
            message.text(Tags.SYMBOL, NONE);
        }
        else
        {
            message.text(Tags.SYMBOL, instrument.symbol()).number(Tags.SECURITY_ID, instrument.instrumentId());
            message.character(Tags.SECURITY_ID_SOURCE, EXCHANGE_SYMBOL);
        }
    }

    /** A text that is not sent when it is empty. */
    static void text(final FixWriter message, final int tag, final FixText text)
    {
        if (!text.isEmpty())
        {
            message.bytes(tag, text.bytes(), 0, text.length());
        }
    }

    /** Writes what the client wrote; false when it wrote nothing. */
    static boolean copy(final FixWriter message, final FixReader request, final int tag)
    {
        return copy(message, request, tag, tag);
    }

    static boolean copy(final FixWriter message, final FixReader request, final int fromTag, final int toTag)
    {
        final int index = request.find(fromTag);
        final boolean isGiven = request.length(index) > 0;
        if (isGiven)
        {
            // As a text, which the writer cleans of what may not be in a message.
            message.text(toTag, request.string(index));
        }
        return isGiven;
    }

    private static void orderId(final FixWriter message, final FixOrder order)
    {
        if (0 == order.rootOrderId)
        {
            message.text(Tags.ORDER_ID, NONE);
        }
        else
        {
            message.number(Tags.ORDER_ID, order.rootOrderId).number(Tags.SECONDARY_ORDER_ID, order.orderId);
        }
    }
}
