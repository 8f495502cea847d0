// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CancelOrderDecoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.OrderPlace;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.ReplaceOrderDecoder;
import io.bourse.engine.protocol.TimeInForce;

/**
 * Everything that can refuse an order command and needs no order to be made for it, before anything changes. The first
 * failing check names the reason; they run in this order: login, kill switch, session, enumerated fields, instrument
 * and account (or the order named), combination of terms, phase, quantity, price step, price limits.
 * <p>
 * A cancel or replace must name a live order of the same login and of the class it expects. Its instrument is compared
 * unless it is 0 or {@link Integer#MAX_VALUE} (null of the binary protocol), its account unless it is 0; a difference
 * means that the client does not know the order, hence UNKNOWN_ORDER. The order found is kept for the handler until the
 * next command.
 */
final class OrderValidator
{
    /** Largest quantity of an order: the null of the protocols' uint32, less one. */
    static final long MAX_QTY_LOTS = 4_294_967_294L;

    private final ReferenceData referenceData;
    private final SessionState sessionState;
    private final PhaseControl phases;
    private final OrderTable orders;

    private Order order;

    OrderValidator(
        final ReferenceData referenceData,
        final SessionState sessionState,
        final PhaseControl phases,
        final OrderTable orders)
    {
        this.referenceData = referenceData;
        this.sessionState = sessionState;
        this.phases = phases;
        this.orders = orders;
    }

    /** Order named by the cancel or replace last checked. */
    Order order()
    {
        return order;
    }

    /**
     * Checks a new order and completes the request with what was looked up.
     *
     * @param request to check.
     * @return null when it may go on, otherwise why not.
     */
    RejectReason check(final OrderRequest request)
    {
        final Login login = referenceData.login(request.loginId);
        if (null == login)
        {
            return RejectReason.UNKNOWN_LOGIN;
        }
        if (login.isStopped || login.firm.isStopped)
        {
            return RejectReason.BLOCKED;
        }
        final RejectReason sessionRefusal = sessionState.orderRefusal();
        if (null != sessionRefusal)
        {
            return sessionRefusal;
        }
        if (null == request.side || null == request.timeInForce || null == request.orderType ||
            !request.isSelfTradeModeKnown)
        {
            return RejectReason.INVALID_FIELD;
        }
        final Instrument instrument = referenceData.instrument(request.instrumentId);
        if (null == instrument)
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        request.login = login;
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
        final RejectReason phaseRefusal = phases.orderRefusal(instrument, request);
        if (null != phaseRefusal)
        {
            return phaseRefusal;
        }
        if (!isQtyInRange(request.qtyLots))
        {
            return RejectReason.QTY_OUT_OF_RANGE;
        }
        request.priceTicks = Math.floorDiv(request.priceE5, instrument.priceTickE5);
        return checkPrice(instrument, request.priceE5);
    }

    /**
     * Checks a cancel.
     *
     * @param command to check.
     * @param loginId of its sender.
     * @return null when it may be executed, otherwise why not.
     */
    RejectReason check(final CancelOrderDecoder command, final int loginId)
    {
        if (null == referenceData.login(loginId))
        {
            return RejectReason.UNKNOWN_LOGIN;
        }
        final RejectReason sessionRefusal = sessionState.cancelRefusal();
        if (null != sessionRefusal)
        {
            return sessionRefusal;
        }
        order = find(command.orderId(), loginId, command.instrumentId(), command.accountCode());
        if (null == order || !isOfClass(order, command.orderClassRaw()))
        {
            return RejectReason.UNKNOWN_ORDER;
        }
        return phases.cancelRefusal(order.instrument);
    }

    /**
     * Checks a replace.
     *
     * @param command to check.
     * @param loginId of its sender.
     * @return null when it may be executed, otherwise why not.
     */
    RejectReason check(final ReplaceOrderDecoder command, final int loginId)
    {
        if (null == referenceData.login(loginId))
        {
            return RejectReason.UNKNOWN_LOGIN;
        }
        final RejectReason sessionRefusal = sessionState.orderRefusal();
        if (null != sessionRefusal)
        {
            return sessionRefusal;
        }
        final int mode = command.mode();
        if (mode > ReplaceMode.SET_TOTAL.value())
        {
            return RejectReason.INVALID_FIELD;
        }
        order = find(command.orderId(), loginId, command.instrumentId(), command.accountCode());
        if (null == order || !isOfClass(order, command.orderClassRaw()))
        {
            return RejectReason.UNKNOWN_ORDER;
        }
        final RejectReason phaseRefusal = phases.replaceRefusal(order.instrument);
        if (null != phaseRefusal)
        {
            return phaseRefusal;
        }
        final boolean isQtyUsed = ReplaceMode.KEEP_QTY.value() != mode;
        if (isQtyUsed && !isQtyInRange(command.qtyLots()))
        {
            return RejectReason.QTY_OUT_OF_RANGE;
        }
        return checkPrice(order.instrument, command.priceE5());
    }

    private Order find(final long orderId, final int loginId, final int instrumentId, final long accountCode)
    {
        final Order found = orders.get(orderId);
        if (null == found || found.login.loginId != loginId)
        {
            return null;
        }
        final boolean isInstrumentGiven = 0 != instrumentId && Integer.MAX_VALUE != instrumentId;
        if (isInstrumentGiven && found.instrument.instrumentId != instrumentId)
        {
            return null;
        }
        return 0 == accountCode || found.accountCode == accountCode ? found : null;
    }

    private static boolean isOfClass(final Order order, final int orderClass)
    {
        if (OrderClass.ANY.value() == orderClass)
        {
            return true;
        }
        final OrderClass actual = OrderPlace.NEGOTIATED == order.place ? OrderClass.NEGOTIATED :
            order.isIceberg() ? OrderClass.ICEBERG : OrderClass.PLAIN;
        return actual.value() == orderClass;
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

    /** Only plain limit orders so far. */
    private static boolean isCombinationKnown(final OrderRequest request)
    {
        return OrderType.LIMIT == request.orderType &&
            (request.isImmediate() || TimeInForce.DAY == request.timeInForce);
    }

    private static RejectReason checkPrice(final Instrument instrument, final long priceE5)
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
        return qtyLots > 0 && qtyLots <= MAX_QTY_LOTS;
    }
}
