// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.NewSpecialOrderEncoder;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.ReplaceOrderEncoder;
import io.bourse.engine.protocol.SetPriceControlsEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * An open session in which orders of every kind are sent; every method gives back what happened, see {@link OrderText}.
 * Logins 1 and 3 buy and sell as they like, 2 is the other firm. Orders are in instrument 1 unless changed.
 */
final class OrderScenario
{
    final CoreFixture core = new CoreFixture().withMembers().open();
    final VenueCommandWriter venue = new VenueCommandWriter(core.commands);

    List<String> happened()
    {
        final List<String> texts = new ArrayList<>();
        for (final byte[] event : core.recorder.events)
        {
            texts.add(OrderText.of(new UnsafeBuffer(event)));
        }
        return texts;
    }

    List<String> buy(final long clOrdId, final long lots, final long priceE5)
    {
        core.order(1, clOrdId, Side.BUY, lots, priceE5);
        return happened();
    }

    List<String> sell(final long clOrdId, final long lots, final long priceE5)
    {
        core.order(2, clOrdId, Side.SELL, lots, priceE5);
        return happened();
    }

    List<String> order(
        final int login,
        final long clOrdId,
        final Side side,
        final OrderType type,
        final long lots,
        final Consumer<NewSpecialOrderEncoder> change)
    {
        core.special(login, encoder ->
        {
            encoder
                .clOrdId(clOrdId)
                .side(side.value())
                .orderType(type.value())
                .qtyLots(lots);
            change.accept(encoder);
        });
        return happened();
    }

    List<String> market(final int login, final long clOrdId, final Side side, final long lots)
    {
        return order(login, clOrdId, side, OrderType.MARKET, lots, encoder ->
        {
        });
    }

    List<String> marketToLimit(final int login, final long clOrdId, final Side side, final long lots)
    {
        return order(login, clOrdId, side, OrderType.MARKET_TO_LIMIT, lots, encoder ->
        {
        });
    }

    List<String> stop(
        final int login, final long clOrdId, final Side side, final long lots, final long stopPriceE5)
    {
        return order(login, clOrdId, side, OrderType.STOP, lots, encoder -> encoder.stopPriceE5(stopPriceE5));
    }

    List<String> stopLimit(
        final int login,
        final long clOrdId,
        final Side side,
        final long lots,
        final long stopPriceE5,
        final long priceE5)
    {
        return order(login, clOrdId, side, OrderType.STOP_LIMIT, lots, encoder ->
            encoder.stopPriceE5(stopPriceE5).priceE5(priceE5));
    }

    List<String> iceberg(
        final int login,
        final long clOrdId,
        final Side side,
        final long lots,
        final long displayLots,
        final long priceE5)
    {
        return order(login, clOrdId, side, OrderType.LIMIT, lots, encoder ->
            encoder.displayLots(displayLots).priceE5(priceE5));
    }

    /** A limit order with bits of {@code OrderConditions}. */
    List<String> with(
        final int conditions,
        final int login,
        final long clOrdId,
        final Side side,
        final long lots,
        final long priceE5)
    {
        core.order(login, encoder -> encoder
            .clOrdId(clOrdId)
            .side(side.value())
            .qtyLots(lots)
            .priceE5(priceE5)
            .conditions((short)conditions));
        return happened();
    }

    /** A limit order that outlives the session. */
    List<String> lasting(
        final int login,
        final long clOrdId,
        final Side side,
        final long lots,
        final long priceE5,
        final long expireDateNs)
    {
        core.order(login, encoder -> encoder
            .clOrdId(clOrdId)
            .side(side.value())
            .qtyLots(lots)
            .priceE5(priceE5)
            .timeInForce(0 == expireDateNs ? TimeInForce.GTC.value() : TimeInForce.GTD.value())
            .expireDateNs(expireDateNs));
        return happened();
    }

    List<String> cancel(final int login, final long clOrdId, final long orderId)
    {
        core.cancel(login, clOrdId, orderId);
        return happened();
    }

    List<String> replace(
        final int login,
        final long clOrdId,
        final long orderId,
        final ReplaceMode mode,
        final long lots,
        final long priceE5)
    {
        core.replace(login, clOrdId, orderId, mode, lots, priceE5);
        return happened();
    }

    List<String> replace(final int login, final long orderId, final Consumer<ReplaceOrderEncoder> change)
    {
        core.send(core.commands.replaceOrder(login, encoder -> change.accept(encoder.orderId(orderId))));
        return happened();
    }

    List<String> controls(final int instrumentId, final Consumer<SetPriceControlsEncoder> change)
    {
        core.send(venue.priceControls(instrumentId, change));
        return happened();
    }

    List<String> advanceTo(final long timeNs)
    {
        core.timeNs = timeNs;
        core.send(venue.advanceTime());
        return happened();
    }

    /** An intraday run that gives an instrument new limits. */
    void newLimits(final long runId, final int instrumentId, final long lowE5, final long highE5)
    {
        core.send(core.commands.suspend(runId, ClearingKind.INTRADAY));
        core.send(core.commands.settlement(runId, instrumentId, 500, 100_000, lowE5, highE5));
        core.send(core.commands.complete(runId, ClearingKind.INTRADAY));
        core.send(core.commands.resume(runId));
    }

    List<String> evening(final long runId)
    {
        core.send(core.commands.suspend(runId, ClearingKind.EVENING));
        return happened();
    }

    /** Ends the evening run and opens a session; gives back what the opening caused. */
    List<String> nextSession(final long runId, final int sessionId)
    {
        core.send(core.commands.complete(runId, ClearingKind.EVENING));
        core.send(core.commands.openSession(sessionId, 20261120 + sessionId));
        return happened();
    }
}
