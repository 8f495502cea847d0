// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.protocol.ActivationCause;
import io.bourse.engine.protocol.AuctionIndicatedDecoder;
import io.bourse.engine.protocol.AuctionUncrossedDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderPlace;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderTermsDecoder;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.OrderTypeTraits;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseChangedDecoder;
import io.bourse.engine.protocol.PhaseTraits;
import io.bourse.engine.protocol.SelfTradePreventionSetDecoder;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.SliceShownDecoder;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeKind;
import io.bourse.engine.protocol.TradeSideDecoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rules of trading as somebody sees them who has nothing but the events and best prices. Two books that agree may
 * be wrong together, as they share everything around them; these rules know nothing of how the core keeps them. An
 * account belongs to one client and one login here, so every scope of self-trade prevention means the account at least.
 */
final class VenueRules
{
    private static final String[] FIRM_OF_LOGIN = {"", "AA01", "BB01", "AA02"};

    /** For {@link #liveOrders}. */
    static final int ALL_LOGINS = 0;

    /** A live order as its events describe it. */
    private static final class Entry
    {
        long orderId;
        long displayLots;
        long displayVarianceLots;
        long wantedLots;
        long executedLots;
        long executedInGroup;
        long stopPriceE5;
        int loginId;
        int instrumentId;
        int conditions;
        TimeInForce timeInForce;
        OrderType orderType;
        Side side;
        OrderPlace place;
        boolean isTouched;
        boolean isGone;
        /** The last price has been one that it waits for. */
        boolean isReached;
        /** Went to its book in this transaction, from outside or from where it waited. */
        boolean hasEntered;
    }

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final Map<Long, Entry> live = new HashMap<>();
    private final List<Entry> touched = new ArrayList<>();
    private final Map<Integer, Phase> phases = new HashMap<>();
    private final Map<Integer, Long> last = new HashMap<>();
    private final Set<OrderType> accepted = EnumSet.noneOf(OrderType.class);
    private final Set<OrderType> triggered = EnumSet.noneOf(OrderType.class);
    /** What was last said of an open auction. */
    private final Map<Integer, String> indications = new HashMap<>();
    /** Instruments in which something has changed in this transaction, which says what auctions give at its end. */
    private final Set<Integer> changed = new HashSet<>();
    private final Map<String, SelfTradeScope> scopes = new HashMap<>();
    private final CoreFixture core;
    private boolean isOpen = true;

    VenueRules(final CoreFixture core)
    {
        this.core = core;
    }

    void onEvent(final byte[] event)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(event);
        header.wrap(buffer, 0);
        switch (header.templateId())
        {
            case OrderAcceptedDecoder.TEMPLATE_ID -> onAccepted(buffer);
            case OrderTermsDecoder.TEMPLATE_ID -> onTerms(buffer);
            case OrderReplacedDecoder.TEMPLATE_ID -> onReplaced(buffer);
            case OrderActivatedDecoder.TEMPLATE_ID -> onActivated(buffer);
            case OrderReducedDecoder.TEMPLATE_ID -> onReduced(buffer);
            case OrderCancelledDecoder.TEMPLATE_ID -> onCancelled(buffer);
            case SliceShownDecoder.TEMPLATE_ID -> onSlice(buffer);
            case TradeDecoder.TEMPLATE_ID -> onTrade(buffer);
            case OffBookTradeDecoder.TEMPLATE_ID -> onOffBookTrade(buffer);
            case PhaseChangedDecoder.TEMPLATE_ID -> onPhase(buffer);
            case AuctionIndicatedDecoder.TEMPLATE_ID -> onIndicated(buffer);
            case AuctionUncrossedDecoder.TEMPLATE_ID -> onUncrossed(buffer);
            case SelfTradePreventionSetDecoder.TEMPLATE_ID -> onSelfTradePrevention(buffer);
            case SessionOpenedDecoder.TEMPLATE_ID -> onSessionOpened();
            case TradingSuspendedDecoder.TEMPLATE_ID -> isOpen = false;
            case TradingResumedDecoder.TEMPLATE_ID -> isOpen = true;
            default ->
            {
            }
        }
    }

    /** How many orders live, of one login or of all. */
    long liveOrders(final int loginId)
    {
        return live.values().stream().filter(order -> ALL_LOGINS == loginId || order.loginId == loginId).count();
    }

    /** What must hold whenever a command has been executed. */
    void assertKept(final String at)
    {
        for (final Entry order : touched)
        {
            assertOrder(order, at + " orderId=" + order.orderId);
            if (order.hasEntered && TimeInForce.FOK != order.timeInForce)
            {
                // A minimum counts once.
                order.wantedLots = 0;
            }
            order.isTouched = false;
            order.hasEntered = false;
            order.executedInGroup = 0;
        }
        touched.clear();
        changed.clear();
        for (final Entry order : live.values())
        {
            final boolean mayGo = isOpen && PhaseTraits.of(phase(order.instrumentId)).takesOrders();
            assertFalse(
                mayGo && order.isReached && OrderPlace.TRIGGER == order.place,
                () -> at + " waits for a trigger that is reached: orderId=" + order.orderId);
        }
        for (int instrumentId = 1; isOpen && instrumentId <= core.books.size(); instrumentId++)
        {
            if (Phase.CONTINUOUS == phase(instrumentId))
            {
                final OrderBook<Order> book = core.book(instrumentId - 1);
                assertTrue(
                    book.isEmpty(Side.BUY) || book.isEmpty(Side.SELL) ||
                        book.bestTicks(Side.BUY) < book.bestTicks(Side.SELL),
                    at + " crossed instrumentId=" + instrumentId);
            }
        }
    }

    /** A flow in which a type never happens proves nothing about it. */
    void assertEveryTypeHappened()
    {
        for (final OrderType type : EnumSet.complementOf(EnumSet.of(OrderType.NULL_VAL)))
        {
            assertTrue(accepted.contains(type), () -> "never accepted: " + type);
            assertEquals(OrderTypeTraits.of(type).hasTrigger(), triggered.contains(type), () -> "triggered: " + type);
        }
    }

    private void assertOrder(final Entry order, final String at)
    {
        final boolean isInBook = !order.isGone && OrderPlace.BOOK == order.place;
        if (TimeInForce.FOK == order.timeInForce)
        {
            assertFalse(isInBook, at + " fill or kill rests");
            assertFalse(order.isGone && 0 != order.executedLots && 0 != order.wantedLots, at + " filled in part");
        }
        assertFalse(isInBook && TimeInForce.IOC == order.timeInForce, at + " immediate or cancel rests");
        final boolean isContinuous = Phase.CONTINUOUS == phase(order.instrumentId);
        assertFalse(isInBook && isContinuous && OrderType.MARKET == order.orderType, at + " market order rests");
        if (order.hasEntered && 0 != order.executedInGroup && TimeInForce.FOK != order.timeInForce)
        {
            assertTrue(order.executedInGroup >= order.wantedLots, at + " less than its minimum");
        }
    }

    private void onAccepted(final UnsafeBuffer buffer)
    {
        final OrderAcceptedDecoder event = new OrderAcceptedDecoder().wrapAndApplyHeader(buffer, 0, header);
        final Entry order = new Entry();
        order.orderId = event.orderId();
        order.loginId = event.loginId();
        order.instrumentId = event.instrumentId();
        order.conditions = event.conditions();
        order.timeInForce = event.timeInForce();
        order.orderType = event.orderType();
        order.side = event.side();
        accepted.add(order.orderType);
        order.place = OrderPlace.BOOK;
        order.hasEntered = true;
        order.wantedLots = TimeInForce.FOK == order.timeInForce ? event.qtyLots() : 0;
        live.put(order.orderId, order);
        touch(order);
        assertTrue(isOpen, "accepted while no session is open");
    }

    private void onTerms(final UnsafeBuffer buffer)
    {
        final OrderTermsDecoder event = new OrderTermsDecoder().wrapAndApplyHeader(buffer, 0, header);
        final Entry order = live.get(event.orderId());
        order.place = event.place();
        order.hasEntered &= OrderPlace.BOOK == order.place;
        order.stopPriceE5 = event.stopPriceE5();
        order.isReached |= last.containsKey(order.instrumentId) && isReachedBy(order, last.get(order.instrumentId));
        order.displayLots = event.displayLots();
        order.displayVarianceLots = event.displayVarianceLots();
        if (TimeInForce.FOK != order.timeInForce)
        {
            order.wantedLots = event.minLots();
        }
    }

    private void onReplaced(final UnsafeBuffer buffer)
    {
        final OrderReplacedDecoder event = new OrderReplacedDecoder().wrapAndApplyHeader(buffer, 0, header);
        final Entry order = live.remove(event.prevOrderId());
        final boolean isMoved = event.orderId() != event.prevOrderId();
        order.orderId = event.orderId();
        order.hasEntered = isMoved;
        order.isReached &= !isMoved;
        order.place = OrderPlace.BOOK;
        order.wantedLots = Math.min(order.wantedLots, event.qtyLots());
        live.put(order.orderId, order);
        touch(order);
    }

    private void onActivated(final UnsafeBuffer buffer)
    {
        final OrderActivatedDecoder event = new OrderActivatedDecoder().wrapAndApplyHeader(buffer, 0, header);
        final Entry order = live.get(event.orderId());
        assertNotEquals(OrderPlace.BOOK, order.place, () -> "activated in its book: orderId=" + order.orderId);
        order.place = OrderPlace.BOOK;
        order.hasEntered = true;
        if (ActivationCause.TRIGGERED == event.cause())
        {
            assertTrue(order.isReached, () -> "activated before its trigger: orderId=" + order.orderId);
            triggered.add(order.orderType);
        }
        order.orderType = switch (order.orderType)
        {
            case STOP, MARKET_IF_TOUCHED -> OrderType.MARKET;
            case STOP_LIMIT -> OrderType.LIMIT;
            case LIMIT, MARKET, MARKET_TO_LIMIT -> order.orderType;
            case NULL_VAL -> throw new AssertionError(order.orderType);
        };
        touch(order);
    }

    /** Whether a last price is one that an order waits for. */
    private static boolean isReachedBy(final Entry order, final long lastE5)
    {
        return switch (order.orderType)
        {
            case STOP, STOP_LIMIT ->
                Side.BUY == order.side ? lastE5 >= order.stopPriceE5 : lastE5 <= order.stopPriceE5;
            case MARKET_IF_TOUCHED ->
                Side.BUY == order.side ? lastE5 <= order.stopPriceE5 : lastE5 >= order.stopPriceE5;
            case LIMIT, MARKET, MARKET_TO_LIMIT -> false;
            case NULL_VAL -> throw new AssertionError(order.orderType);
        };
    }

    private void onLast(final int instrumentId, final long lastE5)
    {
        last.put(instrumentId, lastE5);
        for (final Entry order : live.values())
        {
            order.isReached |= order.instrumentId == instrumentId && isReachedBy(order, lastE5);
        }
    }

    private void onReduced(final UnsafeBuffer buffer)
    {
        final OrderReducedDecoder event = new OrderReducedDecoder().wrapAndApplyHeader(buffer, 0, header);
        final Entry order = live.get(event.orderId());
        touch(order);
        assertNotEquals(TimeInForce.FOK, order.timeInForce, () -> "fill or kill reduced: orderId=" + order.orderId);
    }

    private void onCancelled(final UnsafeBuffer buffer)
    {
        final OrderCancelledDecoder event = new OrderCancelledDecoder().wrapAndApplyHeader(buffer, 0, header);
        final Entry order = live.remove(event.orderId());
        order.isGone = true;
        touch(order);
    }

    private void onSlice(final UnsafeBuffer buffer)
    {
        final SliceShownDecoder event = new SliceShownDecoder().wrapAndApplyHeader(buffer, 0, header);
        final Entry order = live.get(event.orderId());
        assertTrue(
            event.shownLots() <= order.displayLots + order.displayVarianceLots,
            () -> "shows too much: orderId=" + order.orderId);
    }

    private void onTrade(final UnsafeBuffer buffer)
    {
        final TradeDecoder event = new TradeDecoder().wrapAndApplyHeader(buffer, 0, header);
        final String at = "tradeId=" + event.tradeId();
        onLast(event.instrumentId(), event.priceE5());
        final Entry buy = traded(event.buy(), event.qtyLots());
        final Entry sell = traded(event.sell(), event.qtyLots());
        assertTrue(event.buy().orderPriceE5() >= event.priceE5(), at + " above the buy limit");
        assertTrue(event.sell().orderPriceE5() <= event.priceE5(), at + " below the sell limit");
        assertTrue(isOpen, at + " while no session is open");
        assertEquals(TradeKind.AUCTION == event.kind(), Side.NULL_VAL == event.aggressorSide(), at);
        if (TradeKind.AUCTION == event.kind())
        {
            return;
        }
        assertEquals(Phase.CONTINUOUS, phase(event.instrumentId()), at);
        final boolean isBuy = Side.BUY == event.aggressorSide();
        final Entry aggressor = isBuy ? buy : sell;
        final TradeSideDecoder resting = isBuy ? event.sell() : event.buy();
        assertEquals(resting.orderPriceE5(), event.priceE5(), at + " not at the resting price");
        assertTrue(aggressor.hasEntered, at + " by an order that did not come now");
        assertEquals(0, aggressor.conditions & OrderConditions.POST_ONLY, at + " by a post-only order");
        if (SelfTradeScope.NONE != scopes.getOrDefault(FIRM_OF_LOGIN[aggressor.loginId], SelfTradeScope.NONE))
        {
            assertNotEquals(event.buy().accountId(), event.sell().accountId(), at + " with itself");
        }
    }

    private void onOffBookTrade(final UnsafeBuffer buffer)
    {
        final OffBookTradeDecoder event = new OffBookTradeDecoder().wrapAndApplyHeader(buffer, 0, header);
        if (OffBookTradeDecoder.parentTradeIdNullValue() == event.parentTradeId())
        {
            assertEquals(0, event.buy().restLots() + event.sell().restLots());
            live.remove(event.buy().orderId());
            live.remove(event.sell().orderId());
        }
    }

    private Entry traded(final TradeSideDecoder side, final long lots)
    {
        final Entry order = live.get(side.orderId());
        assertEquals(OrderPlace.BOOK, order.place, () -> "trades while it waits: orderId=" + order.orderId);
        order.executedLots += lots;
        order.executedInGroup += lots;
        if (0 == side.restLots())
        {
            live.remove(side.orderId());
            order.isGone = true;
            order.wantedLots = 0;
        }
        touch(order);
        return order;
    }

    private void onPhase(final UnsafeBuffer buffer)
    {
        final PhaseChangedDecoder event = new PhaseChangedDecoder().wrapAndApplyHeader(buffer, 0, header);
        assertEquals(phase(event.instrumentId()), event.previous());
        phases.put(event.instrumentId(), event.phase());
        if (event.phase() != event.previous())
        {
            indications.remove(event.instrumentId());
            changed.add(event.instrumentId());
        }
        for (final Entry order : live.values())
        {
            if (order.instrumentId == event.instrumentId() && Phase.CONTINUOUS == event.phase())
            {
                final boolean isInBook = OrderPlace.BOOK == order.place;
                assertFalse(
                    isInBook && OrderType.MARKET == order.orderType,
                    () -> "market order outlives the auction: orderId=" + order.orderId);
                assertFalse(
                    isInBook && isForAuctionOnly(order),
                    () -> "auction order outlives the auction: orderId=" + order.orderId);
            }
        }
    }

    private void onIndicated(final UnsafeBuffer buffer)
    {
        final AuctionIndicatedDecoder event = new AuctionIndicatedDecoder().wrapAndApplyHeader(buffer, 0, header);
        indications.put(event.instrumentId(), text(event.priceE5(), event.qtyLots(), event.imbalanceLots()));
    }

    private void onUncrossed(final UnsafeBuffer buffer)
    {
        final AuctionUncrossedDecoder event = new AuctionUncrossedDecoder().wrapAndApplyHeader(buffer, 0, header);
        // Before the opening, and in a halt, nothing is indicated.
        if (PhaseTraits.of(phase(event.instrumentId())).isAuction() && !changed.contains(event.instrumentId()))
        {
            assertEquals(
                indications.getOrDefault(event.instrumentId(), text(0, 0, 0)),
                text(event.priceE5(), event.qtyLots(), event.imbalanceLots()),
                () -> "uncrossed at what was not indicated: instrumentId=" + event.instrumentId());
        }
    }

    private static String text(final long priceE5, final long lots, final long imbalanceLots)
    {
        return lots + "@" + priceE5 + " left " + imbalanceLots;
    }

    private void onSelfTradePrevention(final UnsafeBuffer buffer)
    {
        final SelfTradePreventionSetDecoder event =
            new SelfTradePreventionSetDecoder().wrapAndApplyHeader(buffer, 0, header);
        scopes.put(event.brokerageFirm(), event.scope());
    }

    private void onSessionOpened()
    {
        isOpen = true;
        for (final Entry order : live.values())
        {
            assertTrue(
                TimeInForce.GTC == order.timeInForce || TimeInForce.GTD == order.timeInForce,
                () -> "outlives its session: orderId=" + order.orderId);
        }
    }

    private void touch(final Entry order)
    {
        changed.add(order.instrumentId);
        if (!order.isTouched)
        {
            order.isTouched = true;
            touched.add(order);
        }
    }

    private Phase phase(final int instrumentId)
    {
        return phases.getOrDefault(instrumentId, Phase.CONTINUOUS);
    }

    private static boolean isForAuctionOnly(final Entry order)
    {
        return switch (order.timeInForce)
        {
            case AT_OPENING, AT_CLOSE, GOOD_FOR_AUCTION -> true;
            case DAY, GTC, GTD, IOC, FOK -> false;
            case NULL_VAL -> throw new AssertionError(order.timeInForce);
        };
    }
}
