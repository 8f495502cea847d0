// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.ring;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.protocol.CancelOrderEncoder;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.security.Principal;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteOrder;

/**
 * The flow of a {@link FlowRecorder}, encoded beforehand, into the ring of a running engine, lap after lap: what the
 * engine carries when nothing is in front of it. The one thread that sends also follows the events.
 */
public final class RingFlow implements CommandTarget, AutoCloseable
{
    private static final int FLOW_COMMANDS = 1_000_000;
    private static final int GATEWAY_ID_OFFSET =
        MessageHeaderEncoder.ENCODED_LENGTH + CommandHeaderEncoder.gatewayIdEncodingOffset();
    private static final int POLL_EVERY = 64;
    private static final int POLL_LIMIT = 256;
    private static final long SEED = 20_261_121;

    private final Answers answers = new Answers();
    private final CommandPublisher operator;
    private final CommandPublisher publisher;
    private final EventFollower follower;
    private CommandLaps flow;
    private long loaded;
    private long sent;
    private long transactions;

    /**
     * A flow into an unused engine.
     *
     * @param client of the engine; not owned.
     */
    public RingFlow(final EngineClient client)
    {
        operator = client.newCommandPublisher(Principal.OPERATOR);
        publisher = client.newCommandPublisher(Principal.gateway(FlowRecorder.GATEWAY_ID));
        follower = client.follow(EngineClient.FROM_START, answers);
    }

    /**
     * Loads the engine with what the orders need, and sends the first lap, which encodes the flow: it needs the ids
     * that its orders get, so a core beside the engine executes it.
     *
     * @param commands of the lap, at most a million.
     */
    public void encode(final long commands)
    {
        final BareCore venue = new BareCore();
        venue.copyTo(this);
        final FlowRecorder recorder = new FlowRecorder(VenueShape.SMALL, FlowSpread.SKEWED, venue, SEED);
        recorder.placeRestingOrders();
        loaded = sent;
        flow = recorder.record((int)Math.min(FLOW_COMMANDS, commands));
    }

    /**
     * Sends commands as fast as the ring takes them, and reads their events meanwhile.
     *
     * @param commands to send.
     */
    public void play(final long commands)
    {
        for (long i = 0; i < commands; i++)
        {
            flow.sendNext(this);
        }
    }

    /**
     * Waits until every command sent is answered.
     *
     * @throws IllegalStateException when one was refused: refusals are fast and say nothing.
     */
    public void awaitAnswers()
    {
        while (answers.groups < sent)
        {
            pollOrYield();
        }
        if (0 != answers.refused)
        {
            throw new IllegalStateException(
                "commands were refused: refused=" + answers.refused + " sent=" + sent);
        }
    }

    /**
     * Commands that loaded the venue, before the first one of the flow.
     *
     * @return count.
     */
    public long loaded()
    {
        return loaded;
    }

    /**
     * Commands sent so far, those that load the venue too.
     *
     * @return count.
     */
    public long sent()
    {
        return sent;
    }

    /**
     * New orders and cancels sent so far, those that load the venue too; none is refused, see {@link #awaitAnswers}.
     *
     * @return count.
     */
    public long transactions()
    {
        return transactions;
    }

    @Override
    public void send(final UnsafeBuffer buffer, final int offset, final int length)
    {
        final int gatewayId = buffer.getShort(offset + GATEWAY_ID_OFFSET, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
        final CommandPublisher sender = Principal.OPERATOR.number() == gatewayId ? operator : publisher;
        while (!sender.offer(buffer, offset, length))
        {
            pollOrYield();
        }
        sent++;
        final int templateId =
            buffer.getShort(offset + MessageHeaderEncoder.templateIdEncodingOffset(), ByteOrder.LITTLE_ENDIAN);
        if (NewOrderEncoder.TEMPLATE_ID == templateId || CancelOrderEncoder.TEMPLATE_ID == templateId)
        {
            transactions++;
        }
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

    @Override
    public void close()
    {
        follower.close();
    }

    /** What the engine answers. */
    private static final class Answers implements EventListener
    {
        private long groups;
        private long refused;

        @Override
        public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
        {
            refused++;
        }

        @Override
        public void onGroupEnd(final EventGroup group)
        {
            groups++;
        }
    }
}
