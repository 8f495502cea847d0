// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.Phase;
import io.bourse.marketdata.market.PublicCorrection;
import io.bourse.marketdata.market.PublicEntry;
import io.bourse.marketdata.pitch.PitchMessages;
import io.bourse.marketdata.pitch.PitchPrice;
import io.bourse.marketdata.pitch.PitchWriter;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * Writes messages into the unit and keeps what receivers then know: the open orders, the second, the states. What PITCH
 * cannot say, such as a price with a fifth decimal, is left out and counted.
 */
final class PitchMessagesOut
{
    private final PitchUnit unit;
    private final OpenOrders openOrders;
    private final DayTime dayTime;
    private final AtomicCounter unshowable;
    private int second = DayTime.NONE;
    private long timeNs;
    private int offsetNs;

    PitchMessagesOut(
        final PitchUnit unit, final OpenOrders openOrders, final DayTime dayTime, final AtomicCounter unshowable)
    {
        this.unit = unit;
        this.openOrders = openOrders;
        this.dayTime = dayTime;
        this.unshowable = unshowable;
    }

    void state(final CheckpointState state)
    {
        second = state.number(second);
    }

    /** A transaction begins. */
    void begin(final long engineTimeNs)
    {
        timeNs = engineTimeNs;
        offsetNs = DayTime.offsetNs(engineTimeNs);
    }

    void add(final EnteringOrder order)
    {
        if (!PitchPrice.isShowable(order.priceE5) || order.restLots > PitchWriter.MAX_QTY)
        {
            unshowable.incrementRelease();
            return;
        }
        final long symbol = order.instrument.symbol;
        openOrders.add(order.orderId, order.isBid, order.restLots, order.priceE5, symbol, timeNs);
        unit.commit(PitchWriter.addOrder(
            unit.buffer(), next(), offsetNs, order.orderId, order.isBid, order.restLots, symbol, order.priceE5));
    }

    void delete(final long orderId)
    {
        final OpenOrder order = openOrders.get(orderId);
        if (null != order)
        {
            openOrders.remove(order);
            unit.commit(PitchWriter.deleteOrder(unit.buffer(), next(), offsetNs, orderId));
        }
    }

    /** Another quantity at the same place. */
    void resize(final long orderId, final long qtyLots)
    {
        final OpenOrder order = openOrders.get(orderId);
        if (null == order || order.qtyLots == qtyLots)
        {
            return;
        }
        if (0 == qtyLots)
        {
            delete(orderId);
            return;
        }
        final long canceledLots = order.qtyLots - qtyLots;
        openOrders.resize(order, qtyLots);
        if (0 < canceledLots)
        {
            unit.commit(PitchWriter.reduceSize(unit.buffer(), next(), offsetNs, orderId, canceledLots));
        }
        else
        {
            unit.commit(PitchWriter.modifyOrder(unit.buffer(), next(), offsetNs, orderId, qtyLots, order.priceE5,
                PitchMessages.FLAG_DISPLAY | PitchMessages.FLAG_MAINTAIN_PRIORITY));
        }
    }

    /** A displayed order trades; returns whether this shows the trade. */
    boolean execute(final PublicEntry entry)
    {
        final long orderId = entry.orderId();
        final OpenOrder order = openOrders.get(orderId);
        if (null == order)
        {
            // An order that PITCH could not show.
            return false;
        }
        final long restLots = entry.qtyLots();
        final boolean isPlain =
            entry.tradePriceE5() == order.priceE5 && order.qtyLots - entry.tradeLots() == restLots;
        if (!isPlain && !PitchPrice.isShowable(entry.tradePriceE5()))
        {
            unshowable.incrementRelease();
            resize(orderId, restLots);
            return true;
        }
        if (0 == restLots)
        {
            openOrders.remove(order);
        }
        else
        {
            openOrders.resize(order, restLots);
        }
        if (isPlain)
        {
            unit.commit(PitchWriter.orderExecuted(
                unit.buffer(), next(), offsetNs, orderId, entry.tradeLots(), entry.tradeId()));
        }
        else
        {
            unit.commit(PitchWriter.orderExecutedAtPriceSize(unit.buffer(), next(), offsetNs, orderId,
                entry.tradeLots(), restLots, entry.tradeId(), entry.tradePriceE5()));
        }
        return true;
    }

    /** A trade that no displayed order shows. */
    void trade(final long symbol, final boolean isBid, final PublicEntry entry)
    {
        if (!PitchPrice.isShowable(entry.tradePriceE5()))
        {
            unshowable.incrementRelease();
            return;
        }
        unit.commit(PitchWriter.trade(unit.buffer(), next(), offsetNs, 0, isBid, entry.tradeLots(), symbol,
            entry.tradePriceE5(), entry.tradeId()));
    }

    /** A trade is void; what stands in its place is a trade that no displayed order shows, of the buyer's side. */
    void correct(final long symbol, final PublicCorrection correction)
    {
        if (PitchPrice.isShowable(correction.priceE5()))
        {
            unit.commit(PitchWriter.tradeBreak(unit.buffer(), next(), offsetNs, correction.tradeId()));
        }
        if (0 == correction.newLots())
        {
            return;
        }
        if (PitchPrice.isShowable(correction.newPriceE5()))
        {
            unit.commit(PitchWriter.trade(unit.buffer(), next(), offsetNs, 0, true, correction.newLots(), symbol,
                correction.newPriceE5(), correction.newTradeId()));
        }
        else
        {
            unshowable.incrementRelease();
        }
    }

    void unitClear()
    {
        openOrders.clear();
        unit.commit(PitchWriter.unitClear(unit.buffer(), next(), offsetNs));
    }

    void endOfSession()
    {
        unit.commit(PitchWriter.endOfSession(unit.buffer(), next(), offsetNs));
    }

    void tradingStatus(final PitchInstrument instrument, final boolean isSuspended, final Phase phase)
    {
        final byte status = isSuspended ? PitchMessages.STATUS_SUSPENDED : PitchInstrument.statusOf(phase);
        if (status != instrument.status)
        {
            instrument.status = status;
            unit.commit(PitchWriter.tradingStatus(unit.buffer(), next(), offsetNs, instrument.symbol, status));
        }
    }

    void auctionUpdate(final PitchInstrument instrument)
    {
        unit.commit(instrument.putAuctionUpdate(unit.buffer(), next(), offsetNs));
    }

    void auctionSummary(final PitchInstrument instrument)
    {
        final long lots = instrument.instrument.uncrossedLots();
        unit.commit(PitchWriter.auctionSummary(
            unit.buffer(),
            next(),
            offsetNs,
            instrument.symbol,
            PitchInstrument.auctionTypeOf(instrument.instrument.uncrossedPhase()),
            0 == lots ? 0 : PitchInstrument.priceOrNone(instrument.instrument.uncrossedPriceE5()),
            PitchInstrument.clamp(lots)));
    }

    /** Where to write the next message; the first of a second goes after a Time. */
    private int next()
    {
        final int newSecond = dayTime.secondOfDay(timeNs);
        if (newSecond != second)
        {
            second = newSecond;
            unit.commit(PitchWriter.time(unit.buffer(), unit.claim(), newSecond));
        }
        return unit.claim();
    }
}
