// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.partitions.MassCancelsOfAll;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.MassCancelEncoder;
import io.bourse.engine.protocol.MassCancelledDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.field.FixText;
import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.wire.FixReader;
import io.bourse.gateway.fix.wire.FixWriter;

/**
 * OrderMassCancelRequest and its report. Every cancelled order has its own ExecutionReport before it.
 */
final class MassCancels
{
    private static final String REPORT = "r";
    private static final char BY_SECURITY = '1';
    private static final char BY_UNDERLYING = '2';
    private static final char BY_PRODUCT = '3';
    private static final char ALL = '7';
    private static final char REJECTED = '0';
    private static final int NOT_SUPPORTED = 0;
    private static final int UNKNOWN_SECURITY = 1;
    private static final int UNKNOWN_UNDERLYING = 2;
    /** Not sent: FIX 4.4 gives it two characters in a field that has one. */
    private static final int OTHER = 99;
    /** Sign of the number of one that all partitions execute. */
    static final long OF_ALL = Long.MIN_VALUE;
    private static final int TYPE_MASK = (1 << CommandEncoder.TYPE_BITS) - 1;

    private final FixText name = new FixText();
    private final OrderComponents parts;
    /** Null with one engine. */
    private final MassCancelsOfAll ofAll;

    MassCancels(final OrderComponents parts)
    {
        this.parts = parts;
        ofAll = null == parts.several ? null : new MassCancelsOfAll(parts.several.partitions(), new Sums());
    }

    /** Answers of all partitions together. */
    private final class Sums implements MassCancelsOfAll.Answers
    {
        @Override
        public void onExecuted(final MassCancelsOfAll.Request request)
        {
            name.set(request.clientRef());
            report(parts.logins.get(request.loginId()), request.clOrdId(), request.cancelledOrders());
        }

        @Override
        public void onRefused(final MassCancelsOfAll.Request request)
        {
            name.set(request.clientRef());
            reject(parts.logins.get(request.loginId()), name, request.clOrdId(),
                RejectReason.get((short)request.refusalCode()));
        }
    }

    /** A transaction of the gateway begins. */
    void onOwn(final EventGroup group)
    {
        if (null != ofAll)
        {
            ofAll.onOwn(group);
        }
    }

    /** A session opens. */
    void beginDay()
    {
        if (null != ofAll)
        {
            ofAll.beginDay();
        }
    }

    void onMessage(final FixLogin login, final FixReader message, final long receivedNs)
    {
        final OrderRequest request = parts.requests.take(OrderRequest.Kind.MASS_CANCEL, login, receivedNs);
        request.clOrdId.set(message, message.find(Tags.CL_ORD_ID));
        request.massCancelType = message.character(message.find(Tags.MASS_CANCEL_REQUEST_TYPE));
        if (!RequestDecoder.isClOrdId(request.clOrdId))
        {
            refuse(request, FixRefusal.BAD_CL_ORD_ID, OTHER, FixRefusal.BAD_CL_ORD_ID.text());
            parts.tracker.discard(request);
            return;
        }
        if (isRefused(request, message))
        {
            parts.tracker.discard(request);
            return;
        }
        parts.submissions.take(request, message);
    }

    private boolean isRefused(final OrderRequest request, final FixReader message)
    {
        final int side = message.find(Tags.SIDE);
        request.side = FixReader.NONE == side ? ReportEncoder.SIDE_UNDISCLOSED : message.character(side);
        request.isFirmWide = 'Y' == message.character(message.find(Tags.FIRM_WIDE_SCOPE));
        final int linkId = message.find(Tags.LINK_ID);
        request.linkId = FixReader.NONE == linkId ? 0 : (int)Math.min(Integer.MAX_VALUE, message.number(linkId));
        if (FixReader.NONE != side && '1' != request.side && '2' != request.side)
        {
            return refuse(request, FixRefusal.BAD_SIDE, OTHER, FixRefusal.BAD_SIDE.text());
        }
        if (null != RequestDecoder.account(message, request, false))
        {
            return refuse(request, FixRefusal.BAD_ACCOUNT, OTHER, FixRefusal.BAD_ACCOUNT.text());
        }
        if (request.isFirmWide && 0 == (request.login.rights & LoginRights.KILL_SWITCH))
        {
            return refuse(request, FixRefusal.NO_RIGHT, OTHER, FixRefusal.NO_RIGHT.text());
        }
        if (request.linkId < 0)
        {
            return refuse(request, FixRefusal.UNSUPPORTED_FIELD, OTHER, "tag=20003");
        }
        return isScopeRefused(request, message);
    }

    private boolean isScopeRefused(final OrderRequest request, final FixReader message)
    {
        switch (request.massCancelType)
        {
            case BY_SECURITY:
                final FixRefusal refusal = parts.decoder.instrument(message, request);
                return null != refusal && refuse(request, refusal, UNKNOWN_SECURITY, refusal.text());
            case BY_UNDERLYING, BY_PRODUCT:
                request.underlying.set(message, message.find(Tags.UNDERLYING_SYMBOL));
                return (request.underlying.isEmpty() ||
                    request.underlying.length() > MassCancelEncoder.securityGroupLength()) &&
                    refuse(request, FixRefusal.UNKNOWN_SYMBOL, UNKNOWN_UNDERLYING, "UnderlyingSymbol is missing");
            case ALL:
                return false;
            default:
                return refuse(
                    request, FixRefusal.UNSUPPORTED_FIELD, NOT_SUPPORTED, "MassCancelRequestType must be 1, 2, 3 or 7");
        }
    }

    /** The gateway itself refuses; always true. */
    private boolean refuse(
        final OrderRequest request, final FixRefusal refusal, final int reason, final String text)
    {
        parts.refusals.count(refusal);
        final FixWriter writer = parts.refusals.writer;
        report(writer, request.clOrdId, 0, request.massCancelType, REJECTED, parts.options.epochClock().nanoTime());
        if (OTHER != reason)
        {
            writer.number(Tags.MASS_CANCEL_REJECT_REASON, reason);
        }
        writer.text(Tags.TEXT, text);
        parts.refusals.send(request.session());
        return true;
    }

    void refuse(final OrderRequest request, final FixRefusal refusal, final String text)
    {
        refuse(request, refusal, OTHER, text);
    }

    void cancelled(final FixLogin login, final EventGroup group, final MassCancelledDecoder event)
    {
        if (null != ofAll && event.clOrdId() < 0)
        {
            ofAll.onExecuted(group, event.clOrdId(), event.cancelledOrders());
            return;
        }
        name.set(group.clientRefBuffer(), group.clientRefOffset(), group.clientRefLength());
        report(login, event.clOrdId(), event.cancelledOrders());
    }

    private void report(final FixLogin login, final long number, final int cancelledOrders)
    {
        if (parts.publisher.isWanted() && !name.isEmpty())
        {
            final char type = type(number);
            final FixWriter writer = parts.publisher.writer;
            report(writer, name, parts.publisher.commandPosition(), type, type, parts.publisher.timeNs());
            writer.number(Tags.TOTAL_AFFECTED_ORDERS, cancelledOrders);
            parts.publisher.add(login.session);
        }
    }

    void rejected(
        final FixLogin login,
        final EventGroup group,
        final FixText clOrdId,
        final long number,
        final RejectReason reason)
    {
        if (null != ofAll && number < 0)
        {
            ofAll.onRefused(group, number, reason.value());
            return;
        }
        reject(login, clOrdId, number, reason);
    }

    private void reject(final FixLogin login, final FixText clOrdId, final long number, final RejectReason reason)
    {
        if (parts.publisher.isWanted())
        {
            final FixWriter writer = parts.publisher.writer;
            final long position = parts.publisher.commandPosition();
            report(writer, clOrdId, position, type(number), REJECTED, parts.publisher.timeNs());
            writer.text(Tags.TEXT, reason.name());
            parts.publisher.add(login.session);
        }
    }

    private static char type(final long number)
    {
        return (char)('0' + (number & TYPE_MASK));
    }

    private static void report(
        final FixWriter writer,
        final FixText clOrdId,
        final long id,
        final char type,
        final char response,
        final long timeNs)
    {
        writer.begin(REPORT);
        ReportEncoder.text(writer, Tags.CL_ORD_ID, clOrdId);
        if (0 == id)
        {
            writer.text(Tags.ORDER_ID, ReportEncoder.NONE);
        }
        else
        {
            writer.number(Tags.ORDER_ID, id);
        }
        writer.character(Tags.MASS_CANCEL_REQUEST_TYPE, type).character(Tags.MASS_CANCEL_RESPONSE, response);
        writer.timestamp(Tags.TRANSACT_TIME, timeNs);
    }
}
