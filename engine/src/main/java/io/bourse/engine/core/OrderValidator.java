// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CancelOrderDecoder;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.ReplaceOrderDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

/**
 * Everything that can refuse an order command, before anything changes. The first failing check names the reason; they
 * run in this order: login, phase, enumerated fields, instrument and account (or the order named), quantity, price
 * step, price limits, and last whether a fill-or-kill order can be filled.
 * <p>
 * A cancel or replace must name a live order of the same login. Its instrument is compared unless it is 0 or
 * {@link Integer#MAX_VALUE} (null of the binary protocol), its account unless it is 0; a difference means that the
 * client does not know the order, hence UNKNOWN_ORDER. What a check has looked up is kept for the handler until the
 * next command.
 */
final class OrderValidator
{
    /** Largest quantity of an order: the null of the protocols' uint32, less one. */
    static final long MAX_QTY_LOTS = 4_294_967_294L;

    private final ReferenceData referenceData;
    private final SessionState sessionState;
    private final Positions positions;
    private final OrderTable orders;

    private Instrument instrument;
    private int accountId;
    private Order order;

    OrderValidator(
        final ReferenceData referenceData,
        final SessionState sessionState,
        final Positions positions,
        final OrderTable orders)
    {
        this.referenceData = referenceData;
        this.sessionState = sessionState;
        this.positions = positions;
        this.orders = orders;
    }

    /** Instrument of the new order last checked. */
    Instrument instrument()
    {
        return instrument;
    }

    /** Account of the new order last checked. */
    int accountId()
    {
        return accountId;
    }

    /** Order named by the cancel or replace last checked. */
    Order order()
    {
        return order;
    }

    /**
     * Checks a new order.
     *
     * @param command to check.
     * @param loginId of its sender.
     * @return null when it may be executed, otherwise why not.
     */
    RejectReason check(final NewOrderDecoder command, final int loginId)
    {
        final Login login = referenceData.login(loginId);
        if (null == login)
        {
            return RejectReason.UNKNOWN_LOGIN;
        }
        final RejectReason phaseRefusal = sessionState.orderRefusal();
        if (null != phaseRefusal)
        {
            return phaseRefusal;
        }
        if (!isSide(command.side()) || !isTimeInForce(command.timeInForce()))
        {
            return RejectReason.INVALID_FIELD;
        }
        instrument = referenceData.instrument(command.instrumentId());
        if (null == instrument)
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        final RejectReason accountRefusal = checkAccount(login, command.accountCode());
        if (null != accountRefusal)
        {
            return accountRefusal;
        }
        final int positionIndex = positions.indexOf(accountId, instrument.instrumentId);
        if (!isQtyInRange(command.qtyLots()) || !positions.hasRoom(positionIndex))
        {
            return RejectReason.QTY_OUT_OF_RANGE;
        }
        final RejectReason priceRefusal = checkPrice(instrument, command.priceE5());
        if (null != priceRefusal)
        {
            return priceRefusal;
        }
        return checkFillOrKill(command);
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
        final RejectReason phaseRefusal = sessionState.cancelRefusal();
        if (null != phaseRefusal)
        {
            return phaseRefusal;
        }
        order = find(command.orderId(), loginId, command.instrumentId(), command.accountCode());
        return null == order ? RejectReason.UNKNOWN_ORDER : null;
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
        final RejectReason phaseRefusal = sessionState.orderRefusal();
        if (null != phaseRefusal)
        {
            return phaseRefusal;
        }
        final int mode = command.mode();
        if (mode > ReplaceMode.SET_TOTAL.value())
        {
            return RejectReason.INVALID_FIELD;
        }
        order = find(command.orderId(), loginId, command.instrumentId(), command.accountCode());
        if (null == order)
        {
            return RejectReason.UNKNOWN_ORDER;
        }
        final boolean isQtyUsed = ReplaceMode.KEEP_QTY.value() != mode;
        if (isQtyUsed && !isQtyInRange(command.qtyLots()) || !positions.hasRoom(order.positionIndex))
        {
            return RejectReason.QTY_OUT_OF_RANGE;
        }
        return checkPrice(order.instrument, command.priceE5());
    }

    private Order find(final long orderId, final int loginId, final int instrumentId, final long accountCode)
    {
        final Order found = orders.get(orderId);
        if (null == found || found.loginId != loginId)
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

    private RejectReason checkAccount(final Login login, final long accountCode)
    {
        accountId = referenceData.accounts().indexOf(accountCode);
        if (KeyTable.MISSING == accountId)
        {
            return RejectReason.UNKNOWN_ACCOUNT;
        }
        return AccountCode.brokerageFirm(accountCode) == login.brokerageFirm ?
            null : RejectReason.ACCOUNT_NOT_PERMITTED;
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

    private RejectReason checkFillOrKill(final NewOrderDecoder command)
    {
        if (TimeInForce.FOK.value() != command.timeInForce())
        {
            return null;
        }
        final Side side = Side.get(command.side());
        return instrument.book.canFill(side, command.priceE5(), command.qtyLots()) ?
            null : RejectReason.FOK_NOT_FILLABLE;
    }

    private static boolean isQtyInRange(final long qtyLots)
    {
        return qtyLots > 0 && qtyLots <= MAX_QTY_LOTS;
    }

    private static boolean isSide(final short side)
    {
        return Side.BUY.value() == side || Side.SELL.value() == side;
    }

    private static boolean isTimeInForce(final short timeInForce)
    {
        return TimeInForce.DAY.value() == timeInForce ||
            TimeInForce.IOC.value() == timeInForce ||
            TimeInForce.FOK.value() == timeInForce;
    }
}
