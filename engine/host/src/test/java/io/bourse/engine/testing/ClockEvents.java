// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.testing;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderEntryStoppedDecoder;
import io.bourse.engine.protocol.PhaseChangedDecoder;
import io.bourse.engine.protocol.TimeConfirmedDecoder;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What becomes of orders and phases, in words that tests compare.
 */
public final class ClockEvents implements EventListener
{
    private final List<String> events = Collections.synchronizedList(new ArrayList<>());
    private volatile long cursor;
    private volatile long engineTimeNs;

    /** Everything from a cursor until an event that begins with a text is there. */
    public static ClockEvents until(final EngineClient client, final long fromCursor, final String text)
    {
        final ClockEvents seen = new ClockEvents();
        TestEngine.follow(client, fromCursor, seen, () -> seen.list().stream().anyMatch(line -> line.startsWith(text)));
        return seen;
    }

    public List<String> list()
    {
        synchronized (events)
        {
            return List.copyOf(events);
        }
    }

    public long cursor()
    {
        return cursor;
    }

    /** Of the last transaction. */
    public long engineTimeNs()
    {
        return engineTimeNs;
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        cursor = group.cursor();
        engineTimeNs = group.engineTimeNs();
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        events.add("accepted " + event.clOrdId());
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        events.add("cancelled " + event.clOrdId() + " " + event.reason());
    }

    @Override
    public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
    {
        events.add("rejected " + event.clOrdId() + " " + event.reason());
    }

    @Override
    public void onPhaseChanged(final EventGroup group, final PhaseChangedDecoder event)
    {
        events.add("phase " + event.instrumentId() + " " + event.phase() + " " + event.cause());
    }

    @Override
    public void onOrderEntryStopped(final EventGroup group, final OrderEntryStoppedDecoder event)
    {
        events.add("stopped");
    }

    @Override
    public void onTimeConfirmed(final EventGroup group, final TimeConfirmedDecoder event)
    {
        events.add("confirmed");
    }
}
