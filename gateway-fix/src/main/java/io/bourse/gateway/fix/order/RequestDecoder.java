// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderTypeTraits;
import io.bourse.engine.protocol.TimeInForceTraits;
import io.bourse.gateway.fix.field.FixInstrument;
import io.bourse.gateway.fix.field.FixInstruments;
import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.field.FixText;
import io.bourse.gateway.fix.field.FixTimes;
import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.wire.FixReader;

import java.util.Map;

/**
 * Decodes NewOrderSingle, OrderCancelRequest and OrderCancelReplaceRequest into a request that is reused, and says why
 * one cannot be a request. Never touches the matcher; allocates nothing unless it refuses.
 */
final class RequestDecoder
{
    static final int MAX_CL_ORD_ID_LENGTH = 64;
    private static final int MAX_SELF_TRADE_MODE = 4;
    private static final String NO_SYMBOL = "[N/A]";
    private static final String EXCHANGE_SYMBOL = "8";
    private static final String REGULAR = "0";
    private static final String PER_UNIT = "2";
    private static final String CONTRACTS = "1";

    private final FixInstruments instruments;
    /** Gateways of other instruments by symbol and id. */
    private final Map<String, String> elsewhere;
    /** Detail of the last refusal, null for none. */
    private String detail;
    private long sessionId;

    RequestDecoder(final FixInstruments instruments, final Map<String, String> elsewhere)
    {
        this.instruments = instruments;
        this.elsewhere = elsewhere;
    }

    /** The trading session that orders are for. */
    void session(final long tradingSessionId)
    {
        sessionId = tradingSessionId;
    }

    /** What there is to say of the last refusal beyond its text; null for nothing. */
    String detail()
    {
        return detail;
    }

    /**
     * Decodes.
     *
     * @param message of one of the three types.
     * @param request of the kind that belongs to it; filled as far as it can be understood.
     * @return null when it is a request, otherwise why not.
     */
    FixRefusal decode(final FixReader message, final OrderRequest request)
    {
        detail = null;
        identity(message, request);
        if (!isClOrdId(request.clOrdId))
        {
            return FixRefusal.BAD_CL_ORD_ID;
        }
        request.side = message.character(message.find(Tags.SIDE));
        if ('1' != request.side && '2' != request.side)
        {
            return FixRefusal.BAD_SIDE;
        }
        final FixRefusal refusal = instrument(message, request);
        if (null != refusal)
        {
            return refusal;
        }
        return OrderRequest.Kind.CANCEL == request.kind ?
            account(message, request, false) :
            terms(message, request);
    }

    static boolean isClOrdId(final FixText text)
    {
        final int length = text.length();
        if (0 == length || length > MAX_CL_ORD_ID_LENGTH)
        {
            return false;
        }
        for (int i = 0; i < length; i++)
        {
            if (text.bytes()[i] < ' ' || text.bytes()[i] > '~')
            {
                return false;
            }
        }
        return true;
    }

    private static void identity(final FixReader message, final OrderRequest request)
    {
        request.isPossDup = 'Y' == message.character(message.find(Tags.POSS_DUP_FLAG));
        request.isPossResend = 'Y' == message.character(message.find(Tags.POSS_RESEND));
        request.clOrdId.set(message, message.find(Tags.CL_ORD_ID));
        if (OrderRequest.Kind.NEW != request.kind)
        {
            request.origClOrdId.set(message, message.find(Tags.ORIG_CL_ORD_ID));
            final int orderId = message.find(Tags.ORDER_ID);
            request.orderId = FixReader.NONE == orderId ? 0 : Math.max(0, message.number(orderId));
            request.hasForeignOrderId = FixReader.NONE != orderId && 0 == request.orderId;
        }
    }

    private FixRefusal terms(final FixReader message, final OrderRequest request)
    {
        final int ordType = message.find(Tags.ORD_TYPE);
        request.ordType = message.character(ordType);
        if (!isOrdType(request.ordType))
        {
            return FixRefusal.BAD_ORD_TYPE;
        }
        final int timeInForce = message.find(Tags.TIME_IN_FORCE);
        if (FixReader.NONE != timeInForce)
        {
            request.timeInForce = message.character(timeInForce);
            if (!isTimeInForce(request.timeInForce))
            {
                return FixRefusal.BAD_TIME_IN_FORCE;
            }
        }
        final int unsupported = unsupportedTag(message, request);
        if (0 != unsupported)
        {
            return unsupported(unsupported);
        }
        FixRefusal refusal = account(message, request, OrderRequest.Kind.NEW == request.kind);
        if (null == refusal)
        {
            refusal = quantities(message, request);
        }
        if (null == refusal)
        {
            refusal = prices(message, request);
        }
        return null == refusal ? expiry(message, request) : refusal;
    }

    FixRefusal unsupported(final int tag)
    {
        detail = "tag=" + tag;
        return FixRefusal.UNSUPPORTED_FIELD;
    }

    /** A field that would make another order of it; 0 for none. Ignoring one would deceive the client. */
    private int unsupportedTag(final FixReader message, final OrderRequest request)
    {
        for (int i = 0; i < message.fieldCount(); i++)
        {
            final int tag = message.tag(i);
            final boolean isSupported = switch (tag)
            {
                case 152, 168, 210, 211, 388, 389, 516, 625, 847 -> false;
                case Tags.CURRENCY -> message.is(i, request.instrument.currency());
                case Tags.SETTL_TYPE -> message.is(i, REGULAR);
                case Tags.TRADING_SESSION_ID -> sessionId == message.number(i);
                case Tags.PRICE_TYPE -> message.is(i, PER_UNIT);
                case Tags.QTY_TYPE -> message.is(i, CONTRACTS);
                case Tags.EXEC_INST -> 1 == message.length(i) && '6' == message.character(i);
                case Tags.SELF_TRADE_PREVENTION_MODE -> isNumber(message, i, MAX_SELF_TRADE_MODE);
                case Tags.LINK_ID -> isNumber(message, i, Integer.MAX_VALUE - 1);
                default -> true;
            };
            if (!isSupported)
            {
                return tag;
            }
            extension(message, i, tag, request);
        }
        return 0;
    }

    private static void extension(final FixReader message, final int i, final int tag, final OrderRequest request)
    {
        switch (tag)
        {
            case Tags.EXEC_INST ->
            {
                request.conditions |= OrderConditions.POST_ONLY;
                request.hasExecInst = true;
            }
            case Tags.SELF_TRADE_PREVENTION_MODE -> request.selfTradeMode = (int)message.number(i);
            case Tags.LINK_ID ->
            {
                request.linkId = (int)message.number(i);
                request.hasLinkId = true;
            }
            case Tags.COMPLIANCE_ID -> request.complianceId = (byte)message.character(i);
            default ->
            {
                // Read in its place, or of no meaning here.
            }
        }
    }

    private static boolean isNumber(final FixReader message, final int index, final long max)
    {
        final long number = message.number(index);
        return number >= 0 && number <= max;
    }

    private FixRefusal quantities(final FixReader message, final OrderRequest request)
    {
        request.qtyLots = message.qtyLots(message.find(Tags.ORDER_QTY));
        if (request.qtyLots <= 0)
        {
            return FixRefusal.BAD_QTY;
        }
        final int minQty = message.find(Tags.MIN_QTY);
        if (FixReader.NONE != minQty)
        {
            request.minLots = message.qtyLots(minQty);
            request.hasMinLots = true;
            if (request.minLots < 0)
            {
                detail = "tag=110";
                return FixRefusal.BAD_QTY;
            }
        }
        final int variance = message.find(Tags.DISPLAY_VARIANCE);
        if (FixReader.NONE != variance)
        {
            request.displayVarianceLots = message.qtyLots(variance);
            if (request.displayVarianceLots < 0)
            {
                detail = "tag=20002";
                return FixRefusal.BAD_QTY;
            }
        }
        return display(message, request);
    }

    /** MaxFloor: 0 shows nothing, the whole quantity or more shows all, what lies between shows slices. */
    private FixRefusal display(final FixReader message, final OrderRequest request)
    {
        final int maxFloor = message.find(Tags.MAX_FLOOR);
        if (FixReader.NONE == maxFloor)
        {
            return null;
        }
        final long lots = message.qtyLots(maxFloor);
        request.hasDisplay = true;
        if (lots < 0 || lots > request.qtyLots && OrderRequest.Kind.NEW == request.kind)
        {
            detail = "tag=111";
            return FixRefusal.BAD_QTY;
        }
        if (0 == lots)
        {
            request.conditions |= OrderConditions.HIDDEN;
        }
        request.displayLots = lots < request.qtyLots || OrderRequest.Kind.REPLACE == request.kind ? lots : 0;
        return null;
    }

    private FixRefusal prices(final FixReader message, final OrderRequest request)
    {
        final OrderTypeTraits type = OrderTypeTraits.ofFixOrdType(request.ordType);
        final boolean isReplace = OrderRequest.Kind.REPLACE == request.kind;
        final int price = message.find(Tags.PRICE);
        if (type.hasLimit() || FixReader.NONE != price)
        {
            request.priceE5 = message.priceE5(price);
            request.hasPrice = true;
            if (FixReader.INVALID_PRICE == request.priceE5)
            {
                return FixRefusal.BAD_PRICE;
            }
            if (!type.hasLimit() && !(isReplace && type.isAtBestOnly()))
            {
                return unsupported(Tags.PRICE);
            }
        }
        final int stopPx = message.find(Tags.STOP_PX);
        if (FixReader.NONE == stopPx)
        {
            return type.hasTrigger() && !isReplace ? FixRefusal.BAD_STOP_PX : null;
        }
        if (!type.hasTrigger())
        {
            return unsupported(Tags.STOP_PX);
        }
        request.stopPriceE5 = message.priceE5(stopPx);
        request.hasStopPrice = true;
        return FixReader.INVALID_PRICE == request.stopPriceE5 ? FixRefusal.BAD_STOP_PX : null;
    }

    private FixRefusal expiry(final FixReader message, final OrderRequest request)
    {
        final int date = message.find(Tags.EXPIRE_DATE);
        final int time = message.find(Tags.EXPIRE_TIME);
        final boolean isGiven = FixReader.NONE != date || FixReader.NONE != time;
        final boolean hasExpiry = 0 != request.timeInForce &&
            TimeInForceTraits.ofFixTimeInForce(request.timeInForce).hasExpiry();
        if (isGiven && !hasExpiry)
        {
            return unsupported(FixReader.NONE != date ? Tags.EXPIRE_DATE : Tags.EXPIRE_TIME);
        }
        if (!hasExpiry || !isGiven && OrderRequest.Kind.REPLACE == request.kind)
        {
            return null;
        }
        if (!isGiven || FixReader.NONE != date && FixReader.NONE != time)
        {
            return FixRefusal.BAD_EXPIRY;
        }
        request.expireDateNs = FixReader.NONE != date ?
            FixTimes.endOfDate(message, date) : FixTimes.timestamp(message, time);
        return request.expireDateNs <= 0 ? FixRefusal.BAD_EXPIRY : null;
    }

    /** SecurityID decides if it is given; Symbol may then be "[N/A]" but must not contradict. */
    FixRefusal instrument(final FixReader message, final OrderRequest request)
    {
        final int symbol = message.find(Tags.SYMBOL);
        final int securityId = message.find(Tags.SECURITY_ID);
        final int source = message.find(Tags.SECURITY_ID_SOURCE);
        final boolean isById = FixReader.NONE != securityId;
        if (isById && FixReader.NONE != source && !message.is(source, EXCHANGE_SYMBOL))
        {
            detail = "SecurityIDSource must be 8";
            return FixRefusal.UNKNOWN_SYMBOL;
        }
        final FixInstrument instrument = instrument(message, symbol, securityId);
        if (null == instrument)
        {
            detail = elsewhere(message, isById ? securityId : symbol);
            return FixRefusal.UNKNOWN_SYMBOL;
        }
        if (FixReader.NONE != symbol && !message.is(symbol, NO_SYMBOL) && !message.is(symbol, instrument.symbol()))
        {
            return FixRefusal.CONTRADICTING_SYMBOL;
        }
        request.instrument = instrument;
        return null;
    }

    /** Which gateway has an instrument that this one has not; null when it is not known. */
    private String elsewhere(final FixReader message, final int field)
    {
        return elsewhere.isEmpty() || FixReader.NONE == field ? null : elsewhere.get(message.string(field));
    }

    /** The instrument that two fields name, of which the id decides; null for none. */
    FixInstrument instrument(final FixReader message, final int symbol, final int securityId)
    {
        if (FixReader.NONE == securityId)
        {
            return instruments.bySymbol(message, symbol);
        }
        final long id = message.number(securityId);
        return id <= 0 || id > Integer.MAX_VALUE ? null : instruments.byId((int)id);
    }

    static FixRefusal account(final FixReader message, final OrderRequest request, final boolean isRequired)
    {
        final int account = message.find(Tags.ACCOUNT);
        final int length = message.length(account);
        if (0 == length && !isRequired)
        {
            return null;
        }
        if (AccountCode.LENGTH != length)
        {
            return FixRefusal.BAD_ACCOUNT;
        }
        long code = 0;
        for (int i = length - 1; i >= 0; i--)
        {
            final byte b = message.bytes()[message.offset(account) + i];
            if (b <= ' ' || b > '~')
            {
                return FixRefusal.BAD_ACCOUNT;
            }
            code = code << Byte.SIZE | b;
        }
        request.accountCode = code;
        return null;
    }

    static boolean isOrdType(final char c)
    {
        return null != OrderTypeTraits.ofFixOrdType(c);
    }

    static boolean isTimeInForce(final char c)
    {
        return null != TimeInForceTraits.ofFixTimeInForce(c);
    }
}
