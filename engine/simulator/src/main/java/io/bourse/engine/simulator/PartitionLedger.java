// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.protocol.CollateralLackingDecoder;
import io.bourse.engine.protocol.CollateralMovedDecoder;
import io.bourse.engine.protocol.CollateralSetDecoder;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.SharedLimits;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradingLimitsSetDecoder;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the event stream of a partition says of shared limits and live orders, up to its end.
 */
final class PartitionLedger implements EventListener
{
    /** A limit of a register in this partition. */
    static final class Part
    {
        private final long[] given;
        private final long[] taken;
        private long set;
        private long used;

        private Part(final int partitions)
        {
            given = new long[partitions];
            taken = new long[partitions];
        }

        /** To another partition, ever. */
        long given(final int to)
        {
            return given[to];
        }

        /** From another partition, ever. */
        long taken(final int from)
        {
            return taken[from];
        }

        long usable()
        {
            return set + Arrays.stream(taken).sum() - Arrays.stream(given).sum();
        }

        /** When it was asked last. */
        long free()
        {
            return Math.max(0, usable() - used);
        }
    }

    private final Map<String, Part> parts = new HashMap<>();
    /** Of login 1 and the other ones: rest of each live order. */
    private final Map<Integer, TreeMap<Long, Long>> rests = new HashMap<>();
    private final int partitions;
    private final EventFollower follower;
    private LimitKind refusing;
    private String refusedBy;
    private long lacking;
    private long moves;
    private long refusals;
    private long trades;

    PartitionLedger(final MemoryPartition partition, final int partitions)
    {
        this.partitions = partitions;
        follower = partition.follow(EngineClient.FROM_START, this);
    }

    /** Reads to the end. */
    void read()
    {
        refusedBy = null;
        follower.poll(Integer.MAX_VALUE);
    }

    static String key(final LimitKind kind, final LimitLevel level, final String code)
    {
        return kind + " " + level + " " + code;
    }

    Part part(final String key)
    {
        return parts.computeIfAbsent(key, each -> new Part(partitions));
    }

    /** Live orders of a login with what is left of them. */
    TreeMap<Long, Long> live(final int loginId)
    {
        return rests.computeIfAbsent(loginId, id -> new TreeMap<>());
    }

    /** The shared limit that the command read last was refused for; null for none. */
    String refusedBy()
    {
        return refusedBy;
    }

    /** So much more of it would have been enough. */
    long lacking()
    {
        return lacking;
    }

    long moves()
    {
        return moves;
    }

    long refusals()
    {
        return refusals;
    }

    long trades()
    {
        return trades;
    }

    @Override
    public void onCollateralSet(final EventGroup group, final CollateralSetDecoder event)
    {
        part(key(LimitKind.COLLATERAL, event.level(), event.registerCode())).set = event.collateralKopecks();
    }

    @Override
    public void onTradingLimitsSet(final EventGroup group, final TradingLimitsSetDecoder event)
    {
        final LimitLevel level = event.level();
        final String code = event.registerCode();
        part(key(LimitKind.ACTIVE_ORDERS, level, code)).set = event.maxActiveOrders();
        part(key(LimitKind.ORDER_RATE, level, code)).set = event.maxOrdersPerSecond();
    }

    @Override
    public void onCollateralMoved(final EventGroup group, final CollateralMovedDecoder event)
    {
        final String key = key(SharedLimits.of(event.limitKind()), event.level(), event.registerCode());
        final Part part = part(key);
        part.given[event.otherPartition()] = event.givenKopecks();
        part.taken[event.otherPartition()] = event.takenKopecks();
        part.used = event.requiredKopecks();
        moves += event.kopecks() > 0 ? 1 : 0;
        if (part.usable() != event.usableKopecks())
        {
            throw new ScheduleFailedException("a part is not what is set and moved: limit=" + key + " usable=" +
                event.usableKopecks() + " expected=" + part.usable() + " cursor=" + group.cursor());
        }
        if (event.kopecks() < 0 && event.usableKopecks() < event.requiredKopecks())
        {
            throw new ScheduleFailedException("a partition has given what it uses: limit=" + key + " usable=" +
                event.usableKopecks() + " used=" + event.requiredKopecks() + " cursor=" + group.cursor());
        }
    }

    @Override
    public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
    {
        refusing = event.limitKind();
    }

    @Override
    public void onCollateralLacking(final EventGroup group, final CollateralLackingDecoder event)
    {
        refusedBy = key(refusing, event.level(), event.registerCode());
        lacking = event.lackingKopecks();
        refusals++;
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        live(event.loginId()).put(event.orderId(), event.qtyLots());
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        rest(event.loginId(), event.orderId(), 0);
    }

    @Override
    public void onOrderReduced(final EventGroup group, final OrderReducedDecoder event)
    {
        rest(event.loginId(), event.orderId(), event.restLots());
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        trades++;
        rest(event.buy().loginId(), event.buy().orderId(), event.buy().restLots());
        rest(event.sell().loginId(), event.sell().orderId(), event.sell().restLots());
    }

    private void rest(final int loginId, final long orderId, final long restLots)
    {
        if (0 == restLots)
        {
            live(loginId).remove(orderId);
        }
        else
        {
            live(loginId).put(orderId, restLots);
        }
    }
}
