// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.client;

import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import quickfix.field.Account;
import quickfix.field.ClOrdID;
import quickfix.field.ExecInst;
import quickfix.field.ExpireDate;
import quickfix.field.MaxFloor;
import quickfix.field.MinQty;
import quickfix.field.OrdType;
import quickfix.field.OrderQty;
import quickfix.field.Price;
import quickfix.field.StopPx;
import quickfix.field.Symbol;
import quickfix.field.TransactTime;
import quickfix.fix44.NewOrderSingle;

/**
 * An order of any type, term by term. Prices are price x 100 000, quantities lots.
 */
public final class FixNewOrder
{
    private static final int DISPLAY_VARIANCE = 20_002;
    private static final int LINK_ID = 20_003;
    private static final char MARKET_IF_TOUCHED = 'J';
    private static final char MARKET_TO_LIMIT = 'K';

    private final NewOrderSingle message = new NewOrderSingle();

    /**
     * A market order for the day, until other terms are said.
     *
     * @param clOrdId new for this login.
     * @param account seven characters.
     * @param symbol of the instrument.
     * @param side buy or sell.
     * @param qtyLots above 0.
     */
    public FixNewOrder(
        final String clOrdId, final String account, final String symbol, final Side side, final long qtyLots)
    {
        message.setString(ClOrdID.FIELD, clOrdId);
        message.setString(Account.FIELD, account);
        message.setString(Symbol.FIELD, symbol);
        message.setChar(quickfix.field.Side.FIELD, (char)('0' + side.value()));
        message.setString(OrderQty.FIELD, Long.toString(qtyLots));
        message.setChar(OrdType.FIELD, OrdType.MARKET);
        message.setUtcTimeStamp(TransactTime.FIELD, LocalDateTime.now(ZoneOffset.UTC), true);
    }

    /**
     * Not beyond a price.
     *
     * @param priceE5 limit.
     * @return this.
     */
    public FixNewOrder limit(final long priceE5)
    {
        final boolean isStop = message.isSetField(StopPx.FIELD);
        message.setChar(OrdType.FIELD, isStop ? OrdType.STOP_LIMIT : OrdType.LIMIT);
        message.setString(Price.FIELD, FixFields.formatPrice(priceE5));
        return this;
    }

    /**
     * Waits until the last price reaches a trigger.
     *
     * @param stopPriceE5 trigger.
     * @return this.
     */
    public FixNewOrder stop(final long stopPriceE5)
    {
        final boolean isLimit = message.isSetField(Price.FIELD);
        message.setChar(OrdType.FIELD, isLimit ? OrdType.STOP_LIMIT : OrdType.STOP);
        message.setString(StopPx.FIELD, FixFields.formatPrice(stopPriceE5));
        return this;
    }

    /**
     * Waits until the last price touches a trigger from the other side than a stop.
     *
     * @param triggerE5 trigger.
     * @return this.
     */
    public FixNewOrder ifTouched(final long triggerE5)
    {
        message.setChar(OrdType.FIELD, MARKET_IF_TOUCHED);
        message.setString(StopPx.FIELD, FixFields.formatPrice(triggerE5));
        return this;
    }

    /**
     * Trades at the best price only, the rest stays at it.
     *
     * @return this.
     */
    public FixNewOrder marketToLimit()
    {
        message.setChar(OrdType.FIELD, MARKET_TO_LIMIT);
        return this;
    }

    /**
     * How long it is good.
     *
     * @param timeInForce of the engine.
     * @return this.
     */
    public FixNewOrder timeInForce(final TimeInForce timeInForce)
    {
        message.setChar(quickfix.field.TimeInForce.FIELD, (char)('0' + timeInForce.value()));
        return this;
    }

    /**
     * Good till a date, included.
     *
     * @param date YYYYMMDD.
     * @return this.
     */
    public FixNewOrder goodTill(final int date)
    {
        message.setString(ExpireDate.FIELD, Integer.toString(date));
        return timeInForce(TimeInForce.GTD);
    }

    /**
     * Shows slices only.
     *
     * @param displayLots size of a slice; 0 shows nothing.
     * @param varianceLots a slice may be larger or smaller by so much.
     * @return this.
     */
    public FixNewOrder show(final long displayLots, final long varianceLots)
    {
        message.setString(MaxFloor.FIELD, Long.toString(displayLots));
        if (varianceLots > 0)
        {
            message.setString(DISPLAY_VARIANCE, Long.toString(varianceLots));
        }
        return this;
    }

    /**
     * Is refused unless so much trades at once.
     *
     * @param minLots above 0.
     * @return this.
     */
    public FixNewOrder atLeast(final long minLots)
    {
        message.setString(MinQty.FIELD, Long.toString(minLots));
        return this;
    }

    /**
     * Is refused when it would trade at once.
     *
     * @return this.
     */
    public FixNewOrder postOnly()
    {
        message.setString(ExecInst.FIELD, "6");
        return this;
    }

    /**
     * Tag of the client, for mass cancels.
     *
     * @param linkId above 0.
     * @return this.
     */
    public FixNewOrder link(final int linkId)
    {
        message.setInt(LINK_ID, linkId);
        return this;
    }

    /**
     * What is sent.
     *
     * @return the message; its header is completed when it is.
     */
    public NewOrderSingle message()
    {
        return message;
    }
}
