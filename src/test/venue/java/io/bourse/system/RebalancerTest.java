// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.protocol.CollateralMovedDecoder;
import io.bourse.engine.protocol.CollateralSetDecoder;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.SharedLimits;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A firm of a venue of two partitions orders now here and now there, each time for nearly all its collateral, and with
 * more live orders than the part of a partition.
 */
@Tag("venue")
class RebalancerTest
{
    private static final int GATEWAY_ID = 77;
    private static final int[] INSTRUMENTS = {1001, 1007};
    /** Without the moves before, which make the programs fast. */
    private static final int WARM_UP = Integer.getInteger("bourse.rebalancer.warm-up", 2);
    private static final int ORDERS = Integer.getInteger("bourse.rebalancer.orders", 6);
    private static final long WHOLE_KOPECKS = 1_000_000;
    private static final long LOTS = 90;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(200);

    @TempDir
    private Path dir;

    private final List<Member> members = new ArrayList<>();
    private final List<VenueProcess> services = new ArrayList<>();
    private VenueProcess venue;
    private Path data;

    @AfterEach
    void close()
    {
        CloseHelper.closeAll(members);
        services.forEach(VenueProcess::close);
        if (null != venue)
        {
            venue.close();
        }
        VenueProcess.clean(data.resolve("partition-0"));
        VenueProcess.clean(data.resolve("partition-1"));
    }

    @Test
    void shouldMoveCollateralToWhereAnOrderLackedIt() throws IOException
    {
        start(true);
        awaitShared();
        final List<Long> micros = new ArrayList<>();
        for (int i = 0; i < WARM_UP + ORDERS; i++)
        {
            final Member member = members.get(i % 2);
            assertEquals(LimitKind.COLLATERAL, member.order(LOTS), "order " + i);
            final long refusedNs = System.nanoTime();
            final long moves = member.moves;
            while (null != member.order(LOTS))
            {
                assertTrue(System.nanoTime() - refusedNs < PATIENCE_NS, "still refused: order " + i);
                member.awaitMove(moves, refusedNs);
            }
            if (i >= WARM_UP)
            {
                micros.add((System.nanoTime() - refusedNs) / 1_000);
            }
            member.cancel();
            TestEngine.await("all of it has arrived", () ->
            {
                members.forEach(Member::poll);
                return WHOLE_KOPECKS == members.stream().mapToLong(each -> each.usableKopecks).sum();
            });
        }
        letOnePartitionHaveAllLiveOrders();
        done("clearing", "intraday");
        TestEngine.await("all that clearing has set is there, whatever was moved", () ->
        {
            members.forEach(Member::poll);
            return members.stream().allMatch(member -> member.wholes > 1) &&
                members.stream().mapToLong(member -> member.setKopecks).sum() ==
                members.stream().mapToLong(member -> member.usableKopecks).sum();
        });
        micros.sort(null);
        System.out.println("from a refusal to the success, microseconds: median=" + micros.get(ORDERS / 2) + " max=" +
            micros.getLast() + " all=" + micros);
    }

    /** Of a limit of which each has half. */
    private void letOnePartitionHaveAllLiveOrders()
    {
        done("risk", "limits", "--firm", "AA01", "--active-orders", "4", "--keep");
        for (int i = 0; i < 4; i++)
        {
            orderUntilTaken(members.getFirst(), 1);
        }
        members.forEach(member -> assertEquals(LimitKind.ACTIVE_ORDERS, member.order(1)));
    }

    @Test
    void shouldMoveNothingWhenSwitchedOffAndGoOnAfterTheServiceWasKilled() throws IOException
    {
        start(false);
        final Member first = members.getFirst();
        final Member second = members.getLast();
        for (int i = 0; i < ORDERS; i++)
        {
            assertEquals(LimitKind.COLLATERAL, first.order(LOTS));
        }
        members.forEach(Member::poll);
        assertTrue(members.stream().noneMatch(member -> member.isShared), "something was moved");
        assertFalse(top().contains("/rebalance"), this::top);

        final VenueProcess service = service();
        awaitShared();
        assertTrue(top().contains("/rebalance"), this::top);
        orderUntilTaken(first, LOTS);
        first.cancel();
        service.kill();
        assertEquals(LimitKind.COLLATERAL, second.order(LOTS));
        service();
        orderUntilTaken(second, LOTS);
        TestEngine.await("all of it is there", () ->
        {
            members.forEach(Member::poll);
            return WHOLE_KOPECKS == members.stream().mapToLong(each -> each.usableKopecks).sum();
        });
    }

    private VenueProcess service() throws IOException
    {
        final VenueProcess service = VenueProcess.startReady("risk", "rebalance", "--data", data.toString());
        services.add(service);
        return service;
    }

    private String top()
    {
        return VenueProcess.execute("top", "--once", "--interval", "100ms", "--data", data.toString()).out();
    }

    /** Tries again and again, as a member does: a service that starts knows nothing of refusals before. */
    private static void orderUntilTaken(final Member member, final long lots)
    {
        TestEngine.await("an order is taken", () ->
        {
            final long moves = member.moves;
            final boolean isTaken = null == member.order(lots);
            if (!isTaken)
            {
                member.awaitMove(moves, System.nanoTime() - PATIENCE_NS + RETRY_NS);
            }
            return isTaken;
        });
    }

    private void start(final boolean rebalances) throws IOException
    {
        data = dir.resolve("data");
        final Map<String, Object> options = TestVenue.options(data);
        options.put("venue.partitions.count", 2);
        options.put("venue.partitions.rebalance", rebalances);
        options.put("venue.trading-date", 20261120);
        options.put("venue.clearing.margin", VenueConfig.EMBEDDED);
        final String config = VenueProcess.writeConfig(dir.resolve("venue.conf"), options).toString();
        for (int i = 0; i < 2; i++)
        {
            CredentialStore.in(data.resolve("partition-" + i)).createMissing().add(Principal.gateway(GATEWAY_ID));
        }
        venue = VenueProcess.startReady("start", "--config", config);
        for (final int instrument : INSTRUMENTS)
        {
            done("risk", "margin", "--instrument", Integer.toString(instrument), "--long", "100", "--short", "100");
        }
        done("risk", "collateral", "--firm", "AA01", "--amount", "10000.00");
        for (int i = 0; i < 2; i++)
        {
            members.add(new Member(data.resolve("partition-" + i), INSTRUMENTS[i]));
        }
        TestEngine.await("instruments", () ->
        {
            members.forEach(Member::poll);
            return members.stream().allMatch(member -> 0 != member.lowLimitE5);
        });
    }

    private void awaitShared()
    {
        TestEngine.await("the firm's collateral is shared: " + venue.describe(), () ->
        {
            members.forEach(Member::poll);
            return members.stream().allMatch(member -> member.isShared);
        });
    }

    private void done(final String... arguments)
    {
        final List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--data", data.toString()));
        final VenueProcess.Result result = VenueProcess.execute(all.toArray(String[]::new));
        assertEquals(0, result.exitCode(), result::toString);
    }

    /** A firm's login in one partition. */
    private static final class Member implements EventListener, AutoCloseable
    {
        private final EngineClient client;
        private final EventFollower follower;
        private final OrderSender sender;
        private final int instrument;
        private long answered;
        private LimitKind refusal;
        private long orderId;
        private boolean isShared;
        private long moves;
        private long usableKopecks;
        private long movedKopecks;
        /** Part of the last whole, and how many there were. */
        private long setKopecks;
        private int wholes;
        private long lowLimitE5;

        Member(final Path partition, final int instrument) throws IOException
        {
            client = VenueProcess.connect(partition);
            sender = new OrderSender(client, GATEWAY_ID, 1, "AA01000");
            follower = client.follow(EngineClient.FROM_START, this);
            this.instrument = instrument;
        }

        /** Sends an order and waits for its answer: null when it is taken. */
        LimitKind order(final long lots)
        {
            refusal = null;
            await(sender.newOrder(instrument, Side.BUY, TimeInForce.DAY, lowLimitE5, lots));
            return refusal;
        }

        void cancel()
        {
            await(sender.cancel(instrument, orderId));
        }

        private void await(final long sequence)
        {
            TestEngine.await("answer " + sequence, () ->
            {
                poll();
                return answered >= sequence;
            });
        }

        /** The next try is due when something has come, or after a while. */
        void awaitMove(final long before, final long sinceNs)
        {
            while (moves == before && System.nanoTime() - sinceNs < PATIENCE_NS)
            {
                poll();
            }
        }

        void poll()
        {
            follower.poll(100);
        }

        @Override
        public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
        {
            if (instrument == event.instrumentId())
            {
                lowLimitE5 = event.lowLimitE5();
            }
        }

        @Override
        public void onCollateralSet(final EventGroup group, final CollateralSetDecoder event)
        {
            if (LimitLevel.BROKERAGE_FIRM == event.level() && "AA01".equals(event.registerCode()))
            {
                setKopecks = event.collateralKopecks();
                wholes++;
                usableKopecks = setKopecks + movedKopecks;
            }
        }

        @Override
        public void onCollateralMoved(final EventGroup group, final CollateralMovedDecoder event)
        {
            if (LimitKind.COLLATERAL != SharedLimits.of(event.limitKind()))
            {
                moves += event.kopecks() > 0 ? 1 : 0;
            }
            else if (LimitLevel.BROKERAGE_FIRM == event.level() && "AA01".equals(event.registerCode()))
            {
                isShared = true;
                movedKopecks += event.kopecks();
                usableKopecks = event.usableKopecks();
                assertEquals(setKopecks + movedKopecks, usableKopecks);
                moves += event.kopecks() > 0 ? 1 : 0;
            }
        }

        @Override
        public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
        {
            if (GATEWAY_ID == group.gatewayId())
            {
                assertEquals(RejectReason.RISK_LIMIT, event.reason());
                refusal = event.limitKind();
            }
        }

        @Override
        public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
        {
            orderId = event.orderId();
        }

        @Override
        public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
        {
            assertEquals(orderId, event.orderId());
        }

        @Override
        public void onGroupEnd(final EventGroup group)
        {
            answered = GATEWAY_ID == group.gatewayId() ? group.sequence() : answered;
        }

        @Override
        public void close()
        {
            follower.close();
            client.close();
        }
    }
}
