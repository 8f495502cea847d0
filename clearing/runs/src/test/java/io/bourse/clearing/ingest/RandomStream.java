// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.OpenSessionDecoder;
import io.bourse.engine.security.Principal;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * An event stream without an engine: two sessions of random orders and trades, an intraday run in the first, an evening
 * run between them. The same seed plays the same stream, from any cursor; it may be cut off anywhere.
 */
final class RandomStream implements EngineClient
{
    static final int FIRST_DATE = 20_261_123;
    static final int SECOND_DATE = 20_261_124;
    static final long INTRADAY_RUN = 2_026_112_301L;
    static final long EVENING_RUN = 2_026_112_302L;
    private static final String[] FIRMS = {"AA01", "AA02", "BB01", "CC77", "zz99"};
    private static final int ACCOUNTS = 50;
    private static final int INSTRUMENTS = 4;

    private final long seed;
    private final int sessionGroups;
    private long groups;

    /**
     * A stream that is there to its end.
     *
     * @param seed of all draws.
     * @param sessionGroups transactions of a session.
     */
    RandomStream(final long seed, final int sessionGroups)
    {
        this.seed = seed;
        this.sessionGroups = sessionGroups;
        this.groups = 2L * sessionGroups;
    }

    /** Cuts the stream off, or lets it grow. */
    RandomStream groups(final long newGroups)
    {
        groups = newGroups;
        return this;
    }

    long groups()
    {
        return groups;
    }

    @Override
    public int partition()
    {
        return 0;
    }

    @Override
    public CommandPublisher newCommandPublisher(final Principal sender)
    {
        throw new UnsupportedOperationException("a stream that is played takes no commands");
    }

    @Override
    public EventFollower follow(final long fromCursor, final EventListener listener)
    {
        return new Follower(fromCursor, listener);
    }

    @Override
    public long endCursor()
    {
        return groups * RandomGroup.CURSOR_STEP;
    }

    @Override
    public PublishedWatermark publishedWatermark()
    {
        throw new UnsupportedOperationException("a stream that is played has no watermark");
    }

    @Override
    public void close()
    {
        groups = 0;
    }

    private final class Follower implements EventFollower
    {
        private final Random random = new Random(seed);
        private final RandomGroup group = new RandomGroup();
        private final List<RandomOrder> live = new ArrayList<>();
        private final EventListener listener;
        private final RandomStreamEvents played;
        private final RandomStreamEvents skipped;
        private RandomStreamEvents events;
        private final long fromGroup;
        private long nextGroup;
        private long lastId = 1_000;

        Follower(final long fromCursor, final EventListener listener)
        {
            this.listener = listener;
            group.seed = seed;
            fromGroup = fromCursor / RandomGroup.CURSOR_STEP;
            played = new RandomStreamEvents(listener, group);
            skipped = new RandomStreamEvents(new EventListener()
            {
            }, group);
        }

        @Override
        public int poll(final int frameLimit)
        {
            int taken = 0;
            while (taken < frameLimit && nextGroup < groups)
            {
                play();
                taken += nextGroup > fromGroup ? 1 : 0;
            }
            return taken;
        }

        private void play()
        {
            final boolean isPlayed = nextGroup >= fromGroup;
            events = isPlayed ? played : skipped;
            group.number = nextGroup;
            final long of = nextGroup % sessionGroups;
            group.template = 1 == of ? OpenSessionDecoder.TEMPLATE_ID : 0;
            if (isPlayed)
            {
                listener.onGroupBegin(group);
            }
            play((int)(nextGroup / sessionGroups), of);
            if (isPlayed)
            {
                listener.onGroupEnd(group);
            }
            nextGroup++;
        }

        private void play(final int session, final long of)
        {
            final long cut = sessionGroups / 2;
            if (0 == of)
            {
                define(session);
            }
            else if (1 == of)
            {
                events.sessionOpened(session + 1, FIRST_DATE + session);
            }
            else if (0 == session && of >= cut && of < cut + 4)
            {
                run(INTRADAY_RUN, ClearingKind.INTRADAY, (int)(of - cut));
            }
            else if (0 == session && of >= sessionGroups - 3)
            {
                run(EVENING_RUN, ClearingKind.EVENING, (int)(of - (sessionGroups - 3)));
            }
            else
            {
                trade();
            }
        }

        private void define(final int session)
        {
            for (int i = 0; i < ACCOUNTS; i++)
            {
                // Codes come in another order than ids.
                events.account(session * ACCOUNTS + i, code(session * ACCOUNTS + i));
            }
            events.settlementAccount("SA" + session, FIRMS[session]);
            for (int i = 0; i < INSTRUMENTS; i++)
            {
                events.instrument(100 + i, 3 == i ? InstrumentKind.OPTION : InstrumentKind.FUTURE);
                events.margin(100 + i, 1_000 + i, 2_000 + i);
            }
        }

        private void run(final long runId, final ClearingKind kind, final int step)
        {
            switch (step)
            {
                case 0:
                    events.suspended(runId, kind);
                    events.totals(100, nextGroup, 2 * nextGroup);
                    break;
                case 1:
                    for (int i = 0; i < INSTRUMENTS; i++)
                    {
                        events.published(runId, 100 + i, 10_000_000 + step * 100_000);
                    }
                    events.margin(100, 3_000, 4_000);
                    events.collateral(LimitLevel.SETTLEMENT_ACCOUNT, "SA0", runId);
                    break;
                case 2:
                    events.completed(runId, kind);
                    break;
                default:
                    events.resumed(runId);
                    break;
            }
        }

        private void trade()
        {
            final int draw = random.nextInt(100);
            if (live.isEmpty() || draw < 25)
            {
                live.add(newOrder());
            }
            else if (draw < 40)
            {
                events.cancelled(take());
            }
            else if (draw < 50)
            {
                replace(live.get(random.nextInt(live.size())));
            }
            else if (draw < 95)
            {
                aggress();
            }
            else if (draw < 99)
            {
                negotiate();
            }
            else if (random.nextBoolean())
            {
                events.collateral(LimitLevel.CLIENT, AccountCode.unpack(code(random.nextInt(ACCOUNTS))), nextGroup);
            }
            else
            {
                events.exercise(random.nextInt(ACCOUNTS), 103, random.nextInt(9) - 4);
            }
        }

        private RandomOrder take()
        {
            final int index = random.nextInt(live.size());
            final RandomOrder last = live.removeLast();
            return index == live.size() ? last : live.set(index, last);
        }

        private RandomOrder newOrder()
        {
            final int account = random.nextInt(ACCOUNTS);
            final RandomOrder order = new RandomOrder(
                ++lastId,
                account,
                code(account),
                100 + random.nextInt(INSTRUMENTS),
                random.nextBoolean(),
                (90 + random.nextInt(20)) * 100_000L,
                1 + random.nextInt(9));
            events.accepted(order);
            return order;
        }

        private void replace(final RandomOrder order)
        {
            final long previousId = order.id;
            final long previousLots = order.lots;
            if (random.nextBoolean())
            {
                order.id = ++lastId;
                order.priceE5 += 100_000;
            }
            order.lots = 1 + random.nextInt((int)order.lots);
            events.replaced(order, previousId, previousLots);
        }

        /** A new order takes from a resting one; what is left of the new one is cancelled. */
        private void aggress()
        {
            final int index = random.nextInt(live.size());
            final RandomOrder resting = live.get(index);
            final int account = random.nextInt(ACCOUNTS);
            final RandomOrder aggressor = new RandomOrder(
                ++lastId,
                account,
                code(account),
                resting.instrumentId,
                !resting.isBuy,
                resting.priceE5,
                1 + random.nextInt(9));
            events.accepted(aggressor);
            final long lots = Math.min(aggressor.lots, resting.lots);
            aggressor.lots -= lots;
            resting.lots -= lots;
            events.trade(++lastId, aggressor, resting, lots);
            if (aggressor.lots > 0)
            {
                events.cancelled(aggressor);
            }
            if (0 == resting.lots)
            {
                final RandomOrder last = live.removeLast();
                if (index < live.size())
                {
                    live.set(index, last);
                }
            }
        }

        private void negotiate()
        {
            final RandomOrder buy = new RandomOrder(++lastId, 1, code(1), 101, true, 9_900_000, 3);
            final RandomOrder sell = new RandomOrder(++lastId, 2, code(2), 101, false, 9_900_000, 3);
            events.accepted(buy);
            events.accepted(sell);
            buy.lots = 0;
            sell.lots = 0;
            events.negotiated(++lastId, buy, sell, 3);
        }

        private static long code(final int account)
        {
            final String firm = FIRMS[account % FIRMS.length];
            return AccountCode.pack(firm + String.format("%03d", (account * 37) % 1000));
        }

        @Override
        public long cursor()
        {
            return Math.max(nextGroup, fromGroup) * RandomGroup.CURSOR_STEP;
        }

        @Override
        public void close()
        {
            live.clear();
        }
    }
}
