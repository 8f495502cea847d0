// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.decode;

import io.bourse.marketdata.pitch.PitchListener;
import io.bourse.marketdata.pitch.PitchMessages;
import io.bourse.marketdata.pitch.PitchSymbol;
import io.bourse.marketdata.pitch.RecoveryListener;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Puts the fields of PITCH messages down by their names in the specification. The long, short and expanded forms of a
 * message look alike.
 */
final class PitchFields implements PitchListener, RecoveryListener
{
    private static final int DECIMALS = 5;

    private Map<String, Object> message;
    private long sequence;

    void begin(final Map<String, Object> message, final long sequence)
    {
        this.message = message;
        this.sequence = sequence;
    }

    @Override
    public void onTime(final int secondOfDay)
    {
        named("Time").put("Time", secondOfDay);
    }

    @Override
    public void onUnitClear(final int timeOffsetNs)
    {
        timed("UnitClear", timeOffsetNs);
    }

    @Override
    public void onAddOrder(
        final int timeOffsetNs,
        final long orderId,
        final boolean isBid,
        final long qtyLots,
        final long symbol,
        final long priceE5,
        final int flags)
    {
        timed("AddOrder", timeOffsetNs);
        side(orderId, isBid, qtyLots, symbol, priceE5);
        message.put("AddFlags", flags(flags));
    }

    @Override
    public void onOrderExecuted(
        final int timeOffsetNs, final long orderId, final long executedLots, final long executionId)
    {
        timed("OrderExecuted", timeOffsetNs);
        id("OrderId", orderId);
        message.put("ExecutedQuantity", executedLots);
        id("ExecutionId", executionId);
    }

    @Override
    public void onOrderExecutedAtPriceSize(
        final int timeOffsetNs,
        final long orderId,
        final long executedLots,
        final long remainingLots,
        final long executionId,
        final long priceE5)
    {
        timed("OrderExecutedAtPriceSize", timeOffsetNs);
        id("OrderId", orderId);
        message.put("ExecutedQuantity", executedLots);
        message.put("RemainingQuantity", remainingLots);
        id("ExecutionId", executionId);
        message.put("Price", price(priceE5));
    }

    @Override
    public void onReduceSize(final int timeOffsetNs, final long orderId, final long canceledLots)
    {
        timed("ReduceSize", timeOffsetNs);
        id("OrderId", orderId);
        message.put("CanceledQuantity", canceledLots);
    }

    @Override
    public void onModifyOrder(
        final int timeOffsetNs, final long orderId, final long qtyLots, final long priceE5, final int flags)
    {
        timed("ModifyOrder", timeOffsetNs);
        id("OrderId", orderId);
        message.put("Quantity", qtyLots);
        message.put("Price", price(priceE5));
        message.put("ModifyFlags", flags(flags));
    }

    @Override
    public void onDeleteOrder(final int timeOffsetNs, final long orderId)
    {
        timed("DeleteOrder", timeOffsetNs);
        id("OrderId", orderId);
    }

    @Override
    public void onTrade(
        final int timeOffsetNs,
        final long orderId,
        final boolean isBid,
        final long qtyLots,
        final long symbol,
        final long priceE5,
        final long executionId)
    {
        timed("Trade", timeOffsetNs);
        side(orderId, isBid, qtyLots, symbol, priceE5);
        id("ExecutionId", executionId);
    }

    @Override
    public void onTradeBreak(final int timeOffsetNs, final long executionId)
    {
        timed("TradeBreak", timeOffsetNs);
        id("ExecutionId", executionId);
    }

    @Override
    public void onEndOfSession(final int timeOffsetNs)
    {
        timed("EndOfSession", timeOffsetNs);
    }

    @Override
    public void onTradingStatus(
        final int timeOffsetNs, final long symbol, final byte status, final byte regShoAction)
    {
        timed("TradingStatus", timeOffsetNs);
        message.put("Symbol", PitchSymbol.text(symbol));
        message.put("TradingStatus", letter(status));
        message.put("RegShoAction", letter(regShoAction));
    }

    @Override
    public void onAuctionUpdate(
        final int timeOffsetNs,
        final long symbol,
        final byte auctionType,
        final long referencePriceE5,
        final long buyLots,
        final long sellLots,
        final long indicativePriceE5,
        final long auctionOnlyPriceE5)
    {
        timed("AuctionUpdate", timeOffsetNs);
        message.put("Symbol", PitchSymbol.text(symbol));
        message.put("AuctionType", letter(auctionType));
        message.put("ReferencePrice", price(referencePriceE5));
        message.put("BuyShares", buyLots);
        message.put("SellShares", sellLots);
        message.put("IndicativePrice", price(indicativePriceE5));
        message.put("AuctionOnlyPrice", price(auctionOnlyPriceE5));
    }

    @Override
    public void onAuctionSummary(
        final int timeOffsetNs, final long symbol, final byte auctionType, final long priceE5, final long qtyLots)
    {
        timed("AuctionSummary", timeOffsetNs);
        message.put("Symbol", PitchSymbol.text(symbol));
        message.put("AuctionType", letter(auctionType));
        message.put("Price", price(priceE5));
        message.put("Shares", qtyLots);
    }

    @Override
    public void onUnknown(final int type, final int length)
    {
        named("?").put("type", "0x" + Integer.toHexString(type));
        message.put("length", length);
    }

    @Override
    public void onLogin(final String sessionSubId, final String username, final String password)
    {
        // Passwords are for nobody's eyes.
        named("Login").put("SessionSubId", sessionSubId);
        message.put("Username", username);
    }

    @Override
    public void onLoginResponse(final byte status)
    {
        named("LoginResponse").put("Status", letter(status));
    }

    @Override
    public void onGapRequest(final int unit, final long first, final int count)
    {
        named("GapRequest").put("Unit", unit);
        message.put("Sequence", first);
        message.put("Count", count);
    }

    @Override
    public void onGapResponse(final int unit, final long first, final int count, final byte status)
    {
        named("GapResponse").put("Unit", unit);
        message.put("Sequence", first);
        message.put("Count", count);
        message.put("Status", letter(status));
    }

    @Override
    public void onSpinImageAvailable(final long image)
    {
        named("SpinImageAvailable").put("Sequence", image);
    }

    @Override
    public void onSpinRequest(final long image)
    {
        named("SpinRequest").put("Sequence", image);
    }

    @Override
    public void onSpinResponse(final long image, final long orderCount, final byte status)
    {
        named("SpinResponse").put("Sequence", image);
        message.put("OrderCount", orderCount);
        message.put("Status", letter(status));
    }

    @Override
    public void onSpinFinished(final long image)
    {
        named("SpinFinished").put("Sequence", image);
    }

    private Map<String, Object> named(final String name)
    {
        message.put(DecodedPacket.MESSAGE, name);
        message.put("sequence", sequence);
        return message;
    }

    private void timed(final String name, final int timeOffsetNs)
    {
        named(name).put("TimeOffset", timeOffsetNs);
    }

    private void side(
        final long orderId, final boolean isBid, final long qtyLots, final long symbol, final long priceE5)
    {
        id("OrderId", orderId);
        message.put("SideIndicator", isBid ? "B" : "S");
        message.put("Quantity", qtyLots);
        message.put("Symbol", PitchSymbol.text(symbol));
        message.put("Price", price(priceE5));
    }

    private void id(final String name, final long id)
    {
        message.put(name, Long.toUnsignedString(id));
    }

    private static BigDecimal price(final long priceE5)
    {
        return BigDecimal.valueOf(priceE5, DECIMALS);
    }

    private static String letter(final byte letter)
    {
        return Character.toString((char)letter);
    }

    private static List<String> flags(final int flags)
    {
        final List<String> names = new ArrayList<>();
        if (0 != (flags & PitchMessages.FLAG_DISPLAY))
        {
            names.add("Display");
        }
        if (0 != (flags & PitchMessages.FLAG_MAINTAIN_PRIORITY))
        {
            names.add("MaintainPriority");
        }
        final int rest = flags & ~(PitchMessages.FLAG_DISPLAY | PitchMessages.FLAG_MAINTAIN_PRIORITY);
        if (0 != rest)
        {
            names.add("0x" + Integer.toHexString(rest));
        }
        return names;
    }
}
