// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.history;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.operator.VenueLimitsSpec;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import io.bourse.engine.protocol.VenueLimitsSetDecoder;
import org.agrona.collections.Int2IntCounterMap;
import org.agrona.collections.Long2LongHashMap;

import java.util.List;

/**
 * What the event stream says of limits of the venue, and of what there is. Orders are counted as the engine counts
 * them.
 */
public final class CapacityUse extends VenueSettings
{
    private static final long NONE = Long.MIN_VALUE;
    private static final long PERCENT = 100;
    private static final int ALARM_PERCENT = 80;

    private final Long2LongHashMap loginByOrder = new Long2LongHashMap(NONE);
    private final Int2IntCounterMap ordersByLogin = new Int2IntCounterMap(0);
    private VenueLimitsSpec limits = VenueLimitsSpec.NONE;

    /**
     * How much there is of something.
     *
     * @param of what.
     * @param limit how much there may be; 0: not limited.
     */
    public record Count(String of, int used, long limit)
    {
        /** Used of the limit, in per cent; 0 when there is no limit. */
        public long percent()
        {
            return 0 == limit ? 0 : used * PERCENT / limit;
        }

        /** Whether the engine has given an alarm, or refuses more. */
        public boolean isAlarming()
        {
            return percent() >= ALARM_PERCENT;
        }

        private String alarm()
        {
            return "capacity   " + of + ": " + (used >= limit ? "at the limit, more is refused" : percent() + " %") +
                ", used=" + used + " limit=" + limit + "; see `bourse capacity`";
        }
    }

    /** Limits in force. */
    public VenueLimitsSpec limits()
    {
        return limits;
    }

    /** All that is counted. */
    public List<Count> counts()
    {
        final int login = fullestLogin();
        return List.of(
            new Count("live orders", liveOrders(), limits.liveOrders()),
            new Count("live orders of a login" + (0 == login ? "" : ", most: login " + login),
                ordersByLogin.get(login), limits.liveOrdersPerLogin()),
            new Count("accounts", accounts(), limits.accounts()),
            new Count("instruments", instruments(), limits.instruments()),
            new Count("logins", logins(), limits.logins()));
    }

    /** A line for each limit that is near, or reached. */
    public List<String> alarms()
    {
        return counts().stream().filter(Count::isAlarming).map(Count::alarm).toList();
    }

    /** Number of orders that live. */
    public int liveOrders()
    {
        return loginByOrder.size();
    }

    /** Login with the most live orders; 0 when there are none. */
    private int fullestLogin()
    {
        final int[] fullest = new int[1];
        ordersByLogin.forEach((login, count) ->
        {
            if (count > ordersByLogin.get(fullest[0]))
            {
                fullest[0] = login;
            }
        });
        return fullest[0];
    }

    private void add(final long orderId, final int loginId)
    {
        loginByOrder.put(orderId, loginId);
        ordersByLogin.incrementAndGet(loginId);
    }

    private void remove(final long orderId)
    {
        final long loginId = loginByOrder.remove(orderId);
        if (NONE != loginId)
        {
            ordersByLogin.decrementAndGet((int)loginId);
        }
    }

    private void onTraded(final TradeSideDecoder side)
    {
        if (0 == side.restLots())
        {
            remove(side.orderId());
        }
    }

    @Override
    public void state(final CheckpointState state)
    {
        super.state(state);
        limits = new VenueLimitsSpec(
            state.number(limits.liveOrders()), state.number(limits.liveOrdersPerLogin()),
            state.number(limits.accounts()), state.number(limits.instruments()), state.number(limits.logins()),
            state.number(limits.exposures()));
        final long[] orders = loginByOrder.keySet().stream().mapToLong(Long::longValue).sorted().toArray();
        for (int i = 0, count = state.count(orders.length); i < count; i++)
        {
            final long orderId = state.number(state.isReading() ? 0 : orders[i]);
            final int loginId = state.number(state.isReading() ? 0 : (int)loginByOrder.get(orderId));
            if (state.isReading())
            {
                add(orderId, loginId);
            }
        }
    }

    @Override
    public void onVenueLimitsSet(final EventGroup group, final VenueLimitsSetDecoder event)
    {
        limits = new VenueLimitsSpec(event.liveOrders(), event.liveOrdersPerLogin(), event.accounts(),
            event.instruments(), event.logins(), event.exposures());
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        add(event.orderId(), event.loginId());
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        remove(event.prevOrderId());
        add(event.orderId(), event.loginId());
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        remove(event.orderId());
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        onTraded(event.buy());
        onTraded(event.sell());
    }

    @Override
    public void onOffBookTrade(final EventGroup group, final OffBookTradeDecoder event)
    {
        if (OffBookTradeDecoder.parentTradeIdNullValue() == event.parentTradeId())
        {
            onTraded(event.buy());
            onTraded(event.sell());
        }
    }
}
