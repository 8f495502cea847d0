// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.gateway.fix.session.FixCounters;
import io.bourse.gateway.fix.wire.FixReader;
import io.bourse.gateway.fix.wire.FixWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import quickfix.Message;
import quickfix.field.Account;
import quickfix.field.ClOrdID;
import quickfix.field.ComplianceID;
import quickfix.field.OrdType;
import quickfix.field.OrderID;
import quickfix.field.OrderQty;
import quickfix.field.OrigClOrdID;
import quickfix.field.PossDupFlag;
import quickfix.field.Price;
import quickfix.field.SecurityID;
import quickfix.field.SecurityIDSource;
import quickfix.field.Side;
import quickfix.field.Symbol;
import quickfix.field.TimeInForce;

/**
 * Decodes order entry messages into requests, refuses what cannot be a request, and hands the rest to the desk. Runs on
 * the gateway's thread and never touches the matcher.
 */
final class OrderEntryAdapter
{
    /** Fields that would make another order of it; ignoring them would deceive the client. */
    private static final int[] UNSUPPORTED_TAGS =
    {
        18, 99, 110, 111, 126, 152, 168, 210, 211, 388, 389, 432, 516, 847
    };
    private static final String NO_SYMBOL = "[N/A]";
    private static final long BUSY_PARK_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private final FixWriter writer = new FixWriter();
    private final FixInstruments instruments;
    private final OrderDesk desk;
    private final FixCounters counters;
    private final EpochNanoClock epochClock;
    private final NanoClock nanoClock;
    private final long epoch;
    private final long busyTimeoutNs;
    private long refusalNumber;
    /** Detail of the refusal in work, null for none. */
    private String detail;

    OrderEntryAdapter(
        final FixInstruments instruments,
        final OrderDesk desk,
        final FixCounters counters,
        final EpochNanoClock epochClock,
        final NanoClock nanoClock,
        final long epoch,
        final long busyTimeoutNs)
    {
        this.instruments = instruments;
        this.desk = desk;
        this.counters = counters;
        this.epochClock = epochClock;
        this.nanoClock = nanoClock;
        this.epoch = epoch;
        this.busyTimeoutNs = busyTimeoutNs;
    }

    /** Takes a message; false when its type is none of ours. */
    boolean onMessage(final FixLogin login, final FixReader message, final long receivedNs)
    {
        final OrderRequest.Kind kind = switch (message.character(2))
        {
            case 'D' -> OrderRequest.Kind.NEW;
            case 'F' -> OrderRequest.Kind.CANCEL;
            case 'G' -> OrderRequest.Kind.REPLACE;
            default -> null;
        };
        if (null == kind)
        {
            return false;
        }
        final OrderRequest request = new OrderRequest(kind, login, receivedNs);
        read(request, message);
        detail = null;
        final FixRefusal refusal = check(request, message);
        if (null == refusal)
        {
            submit(request);
        }
        else
        {
            refuse(request, refusal);
        }
        return true;
    }

    /** Takes the fields as texts, so that even a refusal can give back what the client wrote. */
    private static void read(final OrderRequest request, final FixReader message)
    {
        request.isPossDup = 'Y' == message.character(message.find(PossDupFlag.FIELD));
        request.clOrdId = text(message, ClOrdID.FIELD);
        request.origClOrdId = text(message, OrigClOrdID.FIELD);
        request.symbolText = text(message, Symbol.FIELD);
        request.securityIdText = text(message, SecurityID.FIELD);
        request.accountText = text(message, Account.FIELD);
        request.qtyText = text(message, OrderQty.FIELD);
        request.priceText = text(message, Price.FIELD);
        request.side = message.character(message.find(Side.FIELD));
        request.ordType = message.find(OrdType.FIELD) >= 0 ? message.character(message.find(OrdType.FIELD)) : '2';
        final int timeInForce = message.find(TimeInForce.FIELD);
        request.timeInForce = timeInForce >= 0 ? message.character(timeInForce) : '0';
        final String compliance = text(message, ComplianceID.FIELD);
        request.complianceId = 1 == compliance.length() ? (byte)compliance.charAt(0) : 0;
        final String orderId = text(message, OrderID.FIELD);
        request.orderId = FixFields.parseOrderId(orderId);
        request.hasForeignOrderId = !orderId.isEmpty() && 0 == request.orderId;
    }

    private FixRefusal check(final OrderRequest request, final FixReader message)
    {
        if (!FixFields.isClOrdId(request.clOrdId))
        {
            return FixRefusal.BAD_CL_ORD_ID;
        }
        if ('1' != request.side && '2' != request.side)
        {
            return FixRefusal.BAD_SIDE;
        }
        final FixRefusal refusal = checkInstrument(request, message);
        if (null != refusal)
        {
            return refusal;
        }
        return OrderRequest.Kind.CANCEL == request.kind ?
            checkAccount(request, false) :
            checkTerms(request, message);
    }

    private FixRefusal checkTerms(final OrderRequest request, final FixReader message)
    {
        final boolean isNew = OrderRequest.Kind.NEW == request.kind;
        if (OrdType.LIMIT != request.ordType)
        {
            return FixRefusal.BAD_ORD_TYPE;
        }
        final char tif = request.timeInForce;
        if (TimeInForce.DAY != tif &&
            !(isNew && (TimeInForce.IMMEDIATE_OR_CANCEL == tif || TimeInForce.FILL_OR_KILL == tif)))
        {
            return FixRefusal.BAD_TIME_IN_FORCE;
        }
        for (final int tag : UNSUPPORTED_TAGS)
        {
            if (message.find(tag) >= 0)
            {
                detail = "tag=" + tag;
                return FixRefusal.UNSUPPORTED_FIELD;
            }
        }
        final FixRefusal refusal = checkAccount(request, isNew);
        if (null != refusal)
        {
            return refusal;
        }
        request.qtyLots = FixFields.parseQtyLots(request.qtyText);
        if (FixFields.INVALID_QTY == request.qtyLots)
        {
            return FixRefusal.BAD_QTY;
        }
        request.priceE5 = FixFields.parsePriceE5(request.priceText);
        return FixFields.INVALID_PRICE == request.priceE5 ? FixRefusal.BAD_PRICE : null;
    }

    /** SecurityID decides if it is given; Symbol may then be "[N/A]" but must not contradict. */
    private FixRefusal checkInstrument(final OrderRequest request, final FixReader message)
    {
        final boolean byId = !request.securityIdText.isEmpty();
        final boolean hasSymbol = !NO_SYMBOL.equals(request.symbolText);
        final String source = text(message, SecurityIDSource.FIELD);
        if (byId && !source.isEmpty() && !SecurityIDSource.EXCHANGE_SYMBOL.equals(source))
        {
            detail = "SecurityIDSource must be 8";
            return FixRefusal.UNKNOWN_SYMBOL;
        }
        final long id = FixFields.parseOrderId(request.securityIdText);
        final FixInstrument instrument = byId ?
            instruments.byId(id > Integer.MAX_VALUE ? 0 : (int)id) : instruments.bySymbol(request.symbolText);
        if (null == instrument)
        {
            return FixRefusal.UNKNOWN_SYMBOL;
        }
        if (hasSymbol && !instrument.symbol().equals(request.symbolText))
        {
            return FixRefusal.CONTRADICTING_SYMBOL;
        }
        request.instrument = instrument;
        return null;
    }

    private static FixRefusal checkAccount(final OrderRequest request, final boolean isRequired)
    {
        final String account = request.accountText;
        if (account.isEmpty() && !isRequired)
        {
            return null;
        }
        if (AccountCode.LENGTH != account.length())
        {
            return FixRefusal.BAD_ACCOUNT;
        }
        for (int i = 0; i < account.length(); i++)
        {
            if (account.charAt(i) <= ' ' || account.charAt(i) > '~')
            {
                return FixRefusal.BAD_ACCOUNT;
            }
        }
        request.accountCode = AccountCode.pack(account);
        return null;
    }

    private void submit(final OrderRequest request)
    {
        FixRefusal refusal;
        try
        {
            refusal = desk.submit(request);
            final long deadlineNs = nanoClock.nanoTime() + busyTimeoutNs;
            while (FixRefusal.ENGINE_BUSY == refusal && nanoClock.nanoTime() - deadlineNs < 0)
            {
                LockSupport.parkNanos(BUSY_PARK_NS);
                refusal = desk.submit(request);
            }
        }
        catch (final IllegalStateException e)
        {
            detail = e.getMessage();
            refusal = FixRefusal.ENGINE_BUSY;
        }
        if (null == refusal)
        {
            counters.onCommand();
        }
        else if (FixRefusal.DUPLICATE_CL_ORD_ID == refusal && request.isPossDup)
        {
            // Taken in a life that ended before the session could note its number; its reports have been stored, or
            // will be. To refuse the name now would tell the client that a live order does not exist.
            counters.onRequestNotRepeated();
        }
        else
        {
            refuse(request, refusal);
        }
    }

    private void refuse(final OrderRequest request, final FixRefusal refusal)
    {
        counters.onRefusal(refusal);
        counters.onReport();
        final String text = null == detail ? refusal.text() : refusal.text() + ": " + detail;
        final long nowNs = epochClock.nanoTime();
        final Message answer;
        if (OrderRequest.Kind.NEW == request.kind)
        {
            answer = ReportEncoder.refusedNew(
                request, ExecIds.ofRefusal(epoch, ++refusalNumber), refusal, text, nowNs);
        }
        else
        {
            final FixOrder order = request.order;
            answer = ReportEncoder.cancelReject(
                order,
                null == order ? FixOrder.REJECTED : order.status,
                request.clOrdId,
                request.origClOrdId,
                OrderRequest.Kind.CANCEL == request.kind ? ReportEncoder.TO_CANCEL : ReportEncoder.TO_REPLACE,
                nowNs);
            ReportEncoder.reason(answer, refusal.cxlRejReason(), text);
        }
        request.login.session.send(ReportBodies.write(writer, answer));
    }

    private static String text(final FixReader message, final int tag)
    {
        return message.string(message.find(tag));
    }
}
