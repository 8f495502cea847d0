// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Transactions of several instruments by seed: single orders and crowds of them, cancels, ends of a session and starts
 * of a day on which some orders come back; of any distance in time, with and without the next one waiting.
 */
final class RandomEvents
{
    private static final int INSTRUMENTS = 6;

    private final Random random;
    private final List<Consumer<EventScript>> script = new ArrayList<>();
    private final List<long[]> orders = new ArrayList<>();
    private long timeNs = 1_000_000;
    private long orderId;
    private int session = 1;

    private RandomEvents(final Random random)
    {
        this.random = random;
    }

    static List<Consumer<EventScript>> script(final Random random, final int count)
    {
        final RandomEvents events = new RandomEvents(random);
        events.script.add((script) ->
        {
            script.more(true).begin(1);
            for (int id = 1; id <= INSTRUMENTS; id++)
            {
                script.instrument(id);
            }
            script.session(1, 20_261_101).end();
        });
        while (events.script.size() < count)
        {
            events.step();
        }
        return events.script;
    }

    private void step()
    {
        timeNs += random.nextInt(10) > 0 ? random.nextInt(20_000) : random.nextInt(400_000);
        final boolean isMore = random.nextInt(4) > 0;
        final long atNs = timeNs;
        final int kind = random.nextInt(100);
        if (kind < 10)
        {
            script.add((events) -> events.more(isMore).begin(atNs).end());
        }
        else if (kind < 12)
        {
            night(atNs, isMore);
        }
        else if (kind < 30 && !orders.isEmpty())
        {
            final long[] order = orders.remove(random.nextInt(orders.size()));
            script.add((events) -> events.more(isMore).begin(atNs)
                .cancelled((int)order[1], order[0], side(order), order[2], order[3], CancelReason.REQUESTED).end());
        }
        else
        {
            accept(atNs, isMore, kind < 90 ? 1 : random.nextInt(60));
        }
    }

    private void accept(final long atNs, final boolean isMore, final int count)
    {
        final List<long[]> entering = new ArrayList<>();
        for (int i = 0; i < count; i++)
        {
            final boolean isBid = random.nextBoolean();
            final long priceE5 = (isBid ? 1_000 : 2_000) + random.nextInt(20);
            entering.add(new long[]{
                ++orderId, 1 + random.nextInt(INSTRUMENTS), priceE5, 1 + random.nextInt(9), isBid ? 1 : 0});
        }
        orders.addAll(entering);
        script.add((events) ->
        {
            events.more(isMore).begin(atNs);
            for (final long[] order : entering)
            {
                events.accepted((int)order[1], order[0], side(order), order[2], order[3], TimeInForce.GTC);
            }
            events.end();
        });
    }

    private void night(final long atNs, final boolean isMore)
    {
        final int ended = session++;
        final int opened = session;
        script.add((events) -> events.more(isMore).begin(atNs).bookCleared(ended).end());
        final int tradingDate = 20_261_101 + (random.nextBoolean() ? opened : 0);
        final List<long[]> ending = new ArrayList<>();
        orders.removeIf((order) -> random.nextBoolean() && ending.add(order));
        final List<long[]> returning = new ArrayList<>(orders);
        script.add((events) ->
        {
            events.more(isMore).begin(atNs + 1).session(opened, tradingDate);
            for (final long[] order : ending)
            {
                events.cancelled((int)order[1], order[0], side(order), order[2], order[3], CancelReason.EXPIRED);
            }
            for (final long[] order : returning)
            {
                events.restated((int)order[1], order[0], side(order), order[2], order[3]);
            }
            events.end();
        });
    }

    private static Side side(final long[] order)
    {
        return 1 == order[4] ? Side.BUY : Side.SELL;
    }
}
