// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.order;

import io.bourse.engine.core.matching.OrderPlacement;
import io.bourse.engine.core.matching.PhaseControl;
import io.bourse.engine.core.phase.MarketLimit;
import io.bourse.engine.core.phase.PriceCollar;
import io.bourse.engine.core.reference.FeatureLevel;
import io.bourse.engine.core.state.ClockGuard;
import io.bourse.engine.core.state.EngineTime;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.KeyTable;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderRequest;
import io.bourse.engine.core.state.OrderTable;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingRange;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.OrderPlace;
import io.bourse.engine.protocol.OrderTypeTraits;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.ReplaceOrderDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

/**
 * Everything that can refuse an order command and needs no order to be made for it, before anything changes. The first
 * failing check names the reason; they run in this order: login, kill switch, session, clock, enumerated fields,
 * instrument and account (or the order named), combination of terms, expiry, phase, quantities, price step, price
 * limits, collar.
 * <p>
 * A cancel or replace must name a live order of the same login and of the class it expects. Its instrument is compared
 * unless it is 0 or {@link Integer#MAX_VALUE} (null of the binary protocol), its account unless it is 0; a difference
 * means that the client does not know the order, hence UNKNOWN_ORDER. Sides of quotes and negotiated orders cannot be
 * replaced one by one: UNKNOWN_ORDER too.
 * <p>
 * Terms that go together are in {@link OrderTypeTraits}; everything else is INVALID_COMBINATION. What a phase takes of
 * this is {@link PhaseControl}'s and {@link OrderPlacement}'s.
 */
public final class OrderValidator
{
    private final ReferenceData referenceData;
    private final SessionState sessionState;
    private final FeatureLevel featureLevel;
    private final EngineTime time;
    private final PhaseControl phases;
    private final OrderTable orders;
    private final ClockGuard clock;

    public OrderValidator(
        final ReferenceData referenceData,
        final SessionState sessionState,
        final FeatureLevel featureLevel,
        final EngineTime time,
        final PhaseControl phases,
        final OrderTable orders,
        final ClockGuard clock)
    {
        this.referenceData = referenceData;
        this.sessionState = sessionState;
        this.featureLevel = featureLevel;
        this.time = time;
        this.phases = phases;
        this.orders = orders;
        this.clock = clock;
    }

    /**
     * Checks a new order and completes the request with what was looked up.
     *
     * @param request to check.
     * @return null when it may go on, otherwise why not.
     */
    public RejectReason check(final OrderRequest request)
    {
        final RejectReason senderRefusal = checkSender(request);
        if (null != senderRefusal)
        {
            return senderRefusal;
        }
        if (null == request.side || null == request.timeInForce || null == request.orderType ||
            !request.isSelfTradeModeKnown || !request.areConditionsKnown ||
            OrderTypeTraits.of(request.orderType).sinceLevel() > featureLevel.level())
        {
            return RejectReason.INVALID_FIELD;
        }
        final Instrument instrument = referenceData.instrument(request.instrumentId);
        if (null == instrument)
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        if (instrument.isExpired)
        {
            return RejectReason.INSTRUMENT_EXPIRED;
        }
        if (instrument.isStrategyWithoutLegs())
        {
            return RejectReason.WRONG_STATE;
        }
        request.instrument = instrument;
        final RejectReason accountRefusal = checkAccount(request);
        if (null != accountRefusal)
        {
            return accountRefusal;
        }
        if (!isCombinationKnown(request))
        {
            return RejectReason.INVALID_COMBINATION;
        }
        if (TimeInForce.GTD == request.timeInForce && request.expireDateNs <= time.nowNs())
        {
            // Dates beyond the year 2262 are negative here: no calendar of ours reaches that far.
            return request.expireDateNs < 0 ? RejectReason.INVALID_FIELD : RejectReason.EXPIRED;
        }
        final RejectReason phaseRefusal = phases.orderRefusal(instrument, request);
        if (null != phaseRefusal)
        {
            return phaseRefusal;
        }
        return areQuantitiesInRange(request) ? checkPrices(request, instrument) : RejectReason.QTY_OUT_OF_RANGE;
    }

    /**
     * Checks a cancel and completes the request with the order it names.
     *
     * @param request to check.
     * @return null when it may be executed, otherwise why not.
     */
    RejectReason checkCancel(final OrderRequest request)
    {
        if (null == referenceData.login(request.command.sessionId))
        {
            return RejectReason.UNKNOWN_LOGIN;
        }
        final RejectReason sessionRefusal = sessionState.cancelRefusal();
        if (null != sessionRefusal)
        {
            return sessionRefusal;
        }
        if (null == request.orderClass)
        {
            return RejectReason.INVALID_FIELD;
        }
        final Order order = find(request);
        if (null == order)
        {
            return RejectReason.UNKNOWN_ORDER;
        }
        request.order = order;
        return phases.cancelRefusal(order.instrument);
    }

    /**
     * Checks a replace and completes the request with the order it names, its new limit (an order without a limit of
     * its own keeps what it has) and its new trigger.
     *
     * @param request to check.
     * @return null when it may be executed, otherwise why not.
     */
    RejectReason checkReplace(final OrderRequest request)
    {
        if (null == referenceData.login(request.command.sessionId))
        {
            return RejectReason.UNKNOWN_LOGIN;
        }
        final RejectReason sessionRefusal = sessionState.orderRefusal();
        if (null != sessionRefusal)
        {
            return sessionRefusal;
        }
        if (null == request.replaceMode || null == request.orderClass)
        {
            return RejectReason.INVALID_FIELD;
        }
        final Order order = find(request);
        if (null == order || order.isQuote() || OrderPlace.NEGOTIATED == order.place)
        {
            return RejectReason.UNKNOWN_ORDER;
        }
        final boolean isTriggerGiven = ReplaceOrderDecoder.stopPriceE5NullValue() != request.stopPriceE5;
        if (isTriggerGiven && OrderPlace.TRIGGER != order.place)
        {
            return RejectReason.INVALID_COMBINATION;
        }
        final RejectReason phaseRefusal = phases.replaceRefusal(order.instrument);
        if (null != phaseRefusal)
        {
            return phaseRefusal;
        }
        if (ReplaceMode.KEEP_QTY != request.replaceMode && !isQtyInRange(request.qtyLots))
        {
            return RejectReason.QTY_OUT_OF_RANGE;
        }
        request.order = order;
        if (!isTriggerGiven)
        {
            request.stopPriceE5 = order.stopPriceE5;
        }
        return checkNewPrices(request, order);
    }

    private RejectReason checkSender(final OrderRequest request)
    {
        final Login login = referenceData.login(request.command.sessionId);
        if (null == login)
        {
            return RejectReason.UNKNOWN_LOGIN;
        }
        request.login = login;
        if (login.isStopped || login.firm.isStopped)
        {
            return RejectReason.BLOCKED;
        }
        final RejectReason sessionRefusal = sessionState.orderRefusal();
        return null == sessionRefusal ? clock.refusal() : sessionRefusal;
    }

    /**
     * Why a replace that has passed every other check may not be made while the time is uncertain.
     *
     * @param request with its order, new limit, new trigger and new rest.
     * @return null when it may: it only takes away from what the order has.
     */
    RejectReason addingRefusal(final OrderRequest request)
    {
        final Order order = request.order;
        final boolean isAdding = request.priceTicks != order.priceTicks || request.stopPriceE5 != order.stopPriceE5 ||
            request.restLots > order.restLots;
        return isAdding ? clock.refusal() : null;
    }

    private Order find(final OrderRequest request)
    {
        final Order found = orders.get(request.orderId);
        if (null == found || found.login.loginId != request.command.sessionId)
        {
            return null;
        }
        final int instrumentId = request.instrumentId;
        final boolean isInstrumentGiven = 0 != instrumentId && Integer.MAX_VALUE != instrumentId;
        if (isInstrumentGiven && found.instrument.instrumentId != instrumentId)
        {
            return null;
        }
        final long accountCode = request.accountCode;
        return (0 == accountCode || found.accountCode == accountCode) && isOfClass(found, request.orderClass) ?
            found : null;
    }

    private static boolean isOfClass(final Order order, final OrderClass orderClass)
    {
        return OrderClass.ANY == orderClass ||
            orderClass == (OrderPlace.NEGOTIATED == order.place ? OrderClass.NEGOTIATED :
            order.isIceberg() ? OrderClass.ICEBERG : OrderClass.PLAIN);
    }

    private RejectReason checkAccount(final OrderRequest request)
    {
        request.accountId = referenceData.accounts().indexOf(request.accountCode);
        if (KeyTable.MISSING == request.accountId)
        {
            return RejectReason.UNKNOWN_ACCOUNT;
        }
        request.clientId = referenceData.clientId(request.accountId);
        return AccountCode.brokerageFirm(request.accountCode) == request.login.firm.code ?
            null : RejectReason.ACCOUNT_NOT_PERMITTED;
    }

    private static boolean isCombinationKnown(final OrderRequest request)
    {
        if (request.isPlain())
        {
            return true;
        }
        final OrderTypeTraits type = OrderTypeTraits.of(request.orderType);
        final boolean isIceberg = 0 != request.displayLots;
        return (type.hasTrigger() || 0 == request.stopPriceE5) &&
            (isIceberg || 0 == request.displayVarianceLots) &&
            type.allows(
                request.timeInForce, request.isHidden(), request.isPostOnly(), isIceberg, 0 != request.minLots);
    }

    private static boolean areQuantitiesInRange(final OrderRequest request)
    {
        final long qtyLots = request.qtyLots;
        if (!isQtyInRange(qtyLots) || request.minLots < 0 || request.minLots > qtyLots)
        {
            return false;
        }
        return 0 == request.displayLots ||
            request.displayLots > 0 && request.displayLots <= qtyLots &&
            request.displayVarianceLots >= 0 && request.displayVarianceLots < request.displayLots;
    }

    private RejectReason checkPrices(final OrderRequest request, final Instrument instrument)
    {
        final OrderTypeTraits type = OrderTypeTraits.of(request.orderType);
        if (type.hasTrigger())
        {
            final RejectReason triggerRefusal = checkStep(instrument, request.stopPriceE5);
            if (null != triggerRefusal)
            {
                return triggerRefusal;
            }
        }
        if (type.hasLimit())
        {
            request.priceTicks = Math.floorDiv(request.priceE5, instrument.priceTickE5);
            return checkPrice(instrument, request.side, request.priceE5, type, request.stopPriceE5);
        }
        if (type.hasTrigger())
        {
            request.priceTicks = MarketLimit.afterTrigger(instrument, request.side, request.stopPriceE5);
            return null;
        }
        final boolean isForAuction = request.isForAuctionOnly() || phases.isCollecting(instrument);
        request.priceTicks = isForAuction ?
            MarketLimit.inAuction(instrument, request.side) :
            MarketLimit.atOnce(instrument, request.side, request.orderType);
        return null;
    }

    /** What a replace does to the limit and the trigger of its order. */
    private static RejectReason checkNewPrices(final OrderRequest request, final Order order)
    {
        final Instrument instrument = order.instrument;
        final long stopPriceE5 = request.stopPriceE5;
        if (OrderPlace.TRIGGER == order.place)
        {
            final RejectReason triggerRefusal = checkStep(instrument, stopPriceE5);
            if (null != triggerRefusal)
            {
                return triggerRefusal;
            }
        }
        final OrderTypeTraits type = OrderTypeTraits.of(order.orderType);
        if (type.hasLimit())
        {
            request.priceTicks = Math.floorDiv(request.priceE5, instrument.priceTickE5);
            return checkPrice(instrument, order.side, request.priceE5, type, stopPriceE5);
        }
        // A limit that is only what its trigger makes of the price limits: while that stays, it asks for no other.
        request.priceTicks = type.hasTrigger() && stopPriceE5 != order.stopPriceE5 ?
            MarketLimit.afterTrigger(instrument, order.side, stopPriceE5) : order.priceTicks;
        return null;
    }

    /** Whether an order may have this limit now, or once its trigger is reached. */
    private static RejectReason checkPrice(
        final Instrument instrument,
        final Side side,
        final long priceE5,
        final OrderTypeTraits type,
        final long triggerE5)
    {
        final RejectReason reason = checkStep(instrument, priceE5);
        if (null != reason)
        {
            return reason;
        }
        return type.hasTrigger() ?
            PriceCollar.refusal(instrument, side, priceE5, triggerE5) :
            PriceCollar.refusal(instrument, side, priceE5);
    }

    /** Whether it is a price of the instrument at all. */
    private static RejectReason checkStep(final Instrument instrument, final long priceE5)
    {
        if (0 != priceE5 % instrument.priceTickE5)
        {
            return RejectReason.PRICE_OFF_TICK;
        }
        return priceE5 < instrument.lowLimitE5 || priceE5 > instrument.highLimitE5 ?
            RejectReason.PRICE_OUT_OF_LIMITS : null;
    }

    private static boolean isQtyInRange(final long qtyLots)
    {
        return qtyLots > 0 && qtyLots <= ClearingRange.MAX_LOTS;
    }
}
