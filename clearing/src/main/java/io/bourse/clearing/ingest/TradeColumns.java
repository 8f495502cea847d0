// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;

import java.util.Arrays;

/**
 * The trades of the current session as flat columns, in the order of the stream. The evening run needs every price of
 * the day again (sheet 0.2), so nothing is summed here.
 */
public final class TradeColumns
{
    private static final int INITIAL_CAPACITY = 1024;
    private static final byte BUYER_TAKES = 0;
    private static final byte SELLER_TAKES = 1;
    private static final byte BOTH_TAKE = 2;
    private static final TradeOrigin[] ORIGINS = TradeOrigin.values();

    private int size;
    private long[] tradeIds = new long[INITIAL_CAPACITY];
    private long[] timesNs = new long[INITIAL_CAPACITY];
    private long[] pricesE5 = new long[INITIAL_CAPACITY];
    private long[] quantities = new long[INITIAL_CAPACITY];
    private long[] filledByRegister = new long[INITIAL_CAPACITY];
    private int[] instruments = new int[INITIAL_CAPACITY];
    private byte[] takers = new byte[INITIAL_CAPACITY];
    private byte[] origins = new byte[INITIAL_CAPACITY];
    /** Two entries a trade: buyer at 2n, seller at 2n + 1. The index of such an entry is called a leg. */
    private int[] legAccounts = new int[INITIAL_CAPACITY * 2];
    private long[] legOrderIds = new long[INITIAL_CAPACITY * 2];
    private long[] legExtIds = new long[INITIAL_CAPACITY * 2];

    /**
     * Adds a trade of a book.
     *
     * @param takerOrderId order that took liquidity.
     */
    void add(
        final long timeNs,
        final int instrument,
        final TradeDecoder event,
        final long takerOrderId,
        final long filled)
    {
        final byte taker = taker(event.buy(), takerOrderId);
        final int trade =
            addBare(event.tradeId(), timeNs, instrument, event.priceE5(), event.qtyLots(), taker, TradeOrigin.BOOK);
        filledByRegister[trade] = filled;
        parties(trade, event.buy(), event.sell());
    }

    /** Adds the trade of a leg of a strategy: taker and fill are those of the strategy's trade. */
    void addLeg(final long timeNs, final int instrument, final OffBookTradeDecoder event, final long takerOrderId)
    {
        final byte taker = taker(event.buy(), takerOrderId);
        final int trade =
            addBare(event.tradeId(), timeNs, instrument, event.priceE5(), event.qtyLots(), taker, TradeOrigin.LEG);
        filledByRegister[trade] = event.qtyLots();
        parties(trade, event.buy(), event.sell());
    }

    /** Adds a negotiated trade: nobody made a price, both take. */
    void addNegotiated(final long timeNs, final int instrument, final OffBookTradeDecoder event, final long filled)
    {
        final int trade = addBare(
            event.tradeId(),
            timeNs,
            instrument,
            event.priceE5(),
            event.qtyLots(),
            BOTH_TAKE,
            TradeOrigin.NEGOTIATED);
        filledByRegister[trade] = filled;
        parties(trade, event.buy(), event.sell());
    }

    private static byte taker(final TradeSideDecoder buy, final long takerOrderId)
    {
        return buy.orderId() == takerOrderId ? BUYER_TAKES : SELLER_TAKES;
    }

    private void parties(final int trade, final TradeSideDecoder buy, final TradeSideDecoder sell)
    {
        legAccounts[2 * trade] = buy.accountId();
        legOrderIds[2 * trade] = buy.orderId();
        legExtIds[2 * trade] = buy.clOrdId();
        legAccounts[2 * trade + 1] = sell.accountId();
        legOrderIds[2 * trade + 1] = sell.orderId();
        legExtIds[2 * trade + 1] = sell.clOrdId();
    }

    /**
     * Adds a trade that does not come from a stream, for what-if calculations.
     *
     * @param tradeId of the trade.
     * @param instrument ordinal.
     * @param priceE5 price x 100 000.
     * @param qtyLots above 0.
     * @param buyer account id.
     * @param seller account id.
     * @param buyerAggressed true when the buyer is the taker.
     */
    public void add(
        final long tradeId,
        final int instrument,
        final long priceE5,
        final long qtyLots,
        final int buyer,
        final int seller,
        final boolean buyerAggressed)
    {
        final byte taker = buyerAggressed ? BUYER_TAKES : SELLER_TAKES;
        final int trade = addBare(tradeId, 0, instrument, priceE5, qtyLots, taker, TradeOrigin.BOOK);
        filledByRegister[trade] = qtyLots;
        legAccounts[2 * trade] = buyer;
        legAccounts[2 * trade + 1] = seller;
    }

    void clear()
    {
        size = 0;
    }

    private int addBare(
        final long tradeId,
        final long timeNs,
        final int instrument,
        final long priceE5,
        final long qtyLots,
        final byte taker,
        final TradeOrigin origin)
    {
        if (size == tradeIds.length)
        {
            grow();
        }
        final int trade = size++;
        tradeIds[trade] = tradeId;
        timesNs[trade] = timeNs;
        instruments[trade] = instrument;
        pricesE5[trade] = priceE5;
        quantities[trade] = qtyLots;
        takers[trade] = taker;
        origins[trade] = (byte)origin.ordinal();
        return trade;
    }

    private void grow()
    {
        final int capacity = Math.multiplyExact(tradeIds.length, 2);
        tradeIds = Arrays.copyOf(tradeIds, capacity);
        timesNs = Arrays.copyOf(timesNs, capacity);
        pricesE5 = Arrays.copyOf(pricesE5, capacity);
        quantities = Arrays.copyOf(quantities, capacity);
        filledByRegister = Arrays.copyOf(filledByRegister, capacity);
        instruments = Arrays.copyOf(instruments, capacity);
        takers = Arrays.copyOf(takers, capacity);
        origins = Arrays.copyOf(origins, capacity);
        legAccounts = Arrays.copyOf(legAccounts, 2 * capacity);
        legOrderIds = Arrays.copyOf(legOrderIds, 2 * capacity);
        legExtIds = Arrays.copyOf(legExtIds, 2 * capacity);
    }

    /**
     * Number of trades.
     *
     * @return from 0.
     */
    public int size()
    {
        return size;
    }

    /**
     * Trade number.
     *
     * @param trade index from 0.
     * @return as the matcher gave it.
     */
    public long tradeId(final int trade)
    {
        return tradeIds[trade];
    }

    /**
     * Engine time of the trade.
     *
     * @param trade index from 0.
     * @return nanoseconds since the Unix epoch.
     */
    public long timeNs(final int trade)
    {
        return timesNs[trade];
    }

    /**
     * Instrument of the trade.
     *
     * @param trade index from 0.
     * @return ordinal.
     */
    public int instrument(final int trade)
    {
        return instruments[trade];
    }

    /**
     * Price of the trade.
     *
     * @param trade index from 0.
     * @return price x 100 000.
     */
    public long priceE5(final int trade)
    {
        return pricesE5[trade];
    }

    /**
     * Quantity of the trade.
     *
     * @param trade index from 0.
     * @return lots.
     */
    public long qtyLots(final int trade)
    {
        return quantities[trade];
    }

    /**
     * What the orders of the trade lost by it according to the order register; the quantity of the trade if all is
     * well.
     *
     * @param trade index from 0.
     * @return lots, -1 when buyer's and seller's order differ or an order is unknown.
     */
    public long filledByRegister(final int trade)
    {
        return filledByRegister[trade];
    }

    /**
     * Account of a leg.
     *
     * @param leg 2 x trade for the buyer, 2 x trade + 1 for the seller.
     * @return account id.
     */
    public int account(final int leg)
    {
        return legAccounts[leg];
    }

    /**
     * Order of a leg.
     *
     * @param leg see {@link #account}.
     * @return order id.
     */
    public long orderId(final int leg)
    {
        return legOrderIds[leg];
    }

    /**
     * Client's order id of a leg.
     *
     * @param leg see {@link #account}.
     * @return unsigned clOrdId.
     */
    public long extId(final int leg)
    {
        return legExtIds[leg];
    }

    /**
     * Whether a leg took liquidity and therefore pays.
     *
     * @param leg see {@link #account}.
     * @return true for the taker.
     */
    public boolean isTaker(final int leg)
    {
        final byte taker = takers[leg >> 1];
        return BOTH_TAKE == taker || taker == (leg & 1);
    }

    /**
     * Where a trade was made.
     *
     * @param trade index from 0.
     * @return origin.
     */
    public TradeOrigin origin(final int trade)
    {
        return ORIGINS[origins[trade]];
    }
}
