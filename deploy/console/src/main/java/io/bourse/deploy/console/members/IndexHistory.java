// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.members;

import io.bourse.deploy.text.Prices;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.marketdata.statistics.PriceIndex;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The last value of each price index in each minute of the session in which it has changed, the first one at the
 * opening. Hears of a transaction after the market.
 */
public final class IndexHistory implements EventListener
{
    private static final int S_PER_MINUTE = 60;
    private static final long NS_PER_MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final List<Line> lines;

    /** A value; {@code timeS} is the beginning of its minute, seconds since 1970. */
    record Point(long timeS, String value)
    {
    }

    private static final class Line
    {
        private final PriceIndex index;
        private final List<Point> points = new ArrayList<>();
        private long valueTimeNs;
        private int sessionId;

        private Line(final PriceIndex index)
        {
            this.index = index;
        }

        private void state(final CheckpointState state)
        {
            valueTimeNs = state.number(valueTimeNs);
            sessionId = state.number(sessionId);
            state.collection(points, new Point(0, ""), (point) ->
                new Point(state.number(point.timeS()), state.text(point.value())));
        }

        private void look(final long engineTimeNs)
        {
            if (sessionId != index.sessionId())
            {
                sessionId = index.sessionId();
                points.clear();
                valueTimeNs = 0;
            }
            if (valueTimeNs != index.valueTimeNs())
            {
                valueTimeNs = index.valueTimeNs();
                final long timeS = engineTimeNs / NS_PER_MINUTE * S_PER_MINUTE;
                if (!points.isEmpty() && points.getLast().timeS() == timeS)
                {
                    points.removeLast();
                }
                points.add(new Point(timeS, Prices.text(index.valueE5(), 0)));
            }
        }
    }

    /**
     * Follows indices.
     *
     * @param indices of the market.
     */
    public IndexHistory(final List<PriceIndex> indices)
    {
        lines = indices.stream().map(Line::new).toList();
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        lines.forEach((line) -> line.look(group.engineTimeNs()));
    }

    int size()
    {
        return lines.size();
    }

    PriceIndex index(final int i)
    {
        return lines.get(i).index;
    }

    /** Oldest first. */
    List<Point> points(final int i)
    {
        return List.copyOf(lines.get(i).points);
    }

    /**
     * All of it.
     *
     * @param state to write to, or to read from when nothing was read of the stream.
     */
    public void state(final CheckpointState state)
    {
        lines.forEach((line) -> line.state(state));
    }
}
