// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.core;

import java.nio.file.Path;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.EventGroup;
import io.bourse.engine.client.EventListener;
import io.bourse.engine.host.SoloContext;
import io.bourse.engine.host.SoloEngine;
import io.bourse.engine.protocol.CommandRejectedDecoder;

import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.YieldingIdleStrategy;

/**
 * Makes the data directory of a solo engine that has had a long day: the commands of a {@link FlowRecorder}'s flow,
 * lap after lap, go through a running engine, so that its journal and its events are what an engine writes.
 */
final class JournalMaker implements CommandTarget
{
    private static final int FLOW_COMMANDS = 1_000_000;
    private static final int POLL_EVERY = 64;
    private static final int POLL_LIMIT = 256;
    private static final long SEED = 20_261_121;

    private final Refusals refusals = new Refusals();
    private final CommandPublisher publisher;
    private final EventFollower follower;
    private long sent;

    private JournalMaker(final CommandPublisher publisher, final EngineClient client)
    {
        this.publisher = publisher;
        follower = client.follow(EngineClient.FROM_START, refusals);
    }

    /**
     * Makes the directory.
     *
     * @param dataDir that does not exist yet.
     * @param commands wanted at least, without those that load the venue.
     * @return commands in the journal.
     */
    static long make(final Path dataDir, final long commands)
    {
        try (SoloEngine engine = SoloEngine.launch(
            new SoloContext().dataDir(dataDir).idleStrategySupplier(YieldingIdleStrategy::new));
            EngineClient client = engine.connect())
        {
            final JournalMaker maker = new JournalMaker(client.newCommandPublisher(), client);
            maker.run(commands);
            maker.follower.close();
            return maker.sent;
        }
    }

    private void run(final long commands)
    {
        // The flow needs the ids that its orders get, so a core beside the engine executes the first lap.
        final VenueEngine venue = new VenueEngine();
        venue.copyTo(this);
        final VenueLoader loader = new VenueLoader(VenueShape.SMALL, venue);
        loader.load();
        final FlowRecorder recorder = new FlowRecorder(VenueShape.SMALL, Spread.SKEWED, venue, loader, SEED);
        recorder.placeStandingOrders();
        final long before = sent;
        final RecordedFlow flow = recorder.record((int)Math.min(FLOW_COMMANDS, commands));
        while (sent - before < commands)
        {
            flow.sendNext(this);
        }
        while (refusals.groups < sent)
        {
            pollOrYield();
        }
        if (0 != refusals.count)
        {
            throw new IllegalStateException("commands were refused: refused=" + refusals.count + " sent=" + sent);
        }
    }

    @Override
    public void send(final UnsafeBuffer buffer, final int offset, final int length)
    {
        while (!publisher.offer(buffer, offset, length))
        {
            pollOrYield();
        }
        sent++;
        if (0 == sent % POLL_EVERY)
        {
            follower.poll(POLL_LIMIT);
        }
    }

    private void pollOrYield()
    {
        if (0 == follower.poll(POLL_LIMIT))
        {
            Thread.yield();
        }
    }

    /**
     * Counts what the engine answers: a journal of refusals would be replayed fast and say nothing.
     */
    private static final class Refusals implements EventListener
    {
        private long groups;
        private long count;

        @Override
        public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
        {
            count++;
        }

        @Override
        public void onGroupEnd(final EventGroup group)
        {
            groups++;
        }
    }
}
