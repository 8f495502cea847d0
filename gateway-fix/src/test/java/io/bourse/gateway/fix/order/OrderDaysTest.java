// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.DayKeeper;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.session.FixCounter;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.session.FixSessionOptions.Role;
import io.bourse.gateway.fix.session.Outbox;
import io.bourse.gateway.fix.wire.FixWriter;
import io.bourse.testing.CorpusDays;
import io.bourse.testing.CorpusEvents;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Order entry that goes on from the beginning of a trading session makes the same reports as that of the whole history.
 */
class OrderDaysTest
{
    /** Gateway whose requests most of the history are. */
    private static final int GATEWAY = 1;

    /** Order entry without a gateway, and what it reports. */
    private static final class Entry implements Outbox
    {
        private final List<String> reports = new ArrayList<>();
        private final EventAdapter adapter;

        private Entry()
        {
            final CommandPublisher none = (buffer, offset, length) -> false;
            final EngineClient client = (EngineClient)Proxy.newProxyInstance(OrderDaysTest.class.getClassLoader(),
                new Class<?>[]{EngineClient.class},
                (proxy, method, args) -> "partition".equals(method.getName()) ? (Object)0 : none);
            adapter = new EventAdapter(new OrderComponents(
                FixGatewayOptions.builder()
                    .storeDirectory(Path.of("unused"))
                    .gatewayId(GATEWAY)
                    .endedOrdersPerLogin(5)
                    .defaults(FixSessionOptions.builder().roles(EnumSet.allOf(Role.class)).build())
                    .build(),
                Long.MAX_VALUE, client, new Sessions(), this, new CounterSet<>(FixCounter.class)),
                GATEWAY, Long.MAX_VALUE);
        }

        @Override
        public void begin(final EventGroup group, final long position)
        {
            reports.add("at " + position);
        }

        @Override
        public long handedPosition()
        {
            return Long.MAX_VALUE;
        }

        @Override
        public boolean isWanted()
        {
            return true;
        }

        @Override
        public void add(final FixSession session, final FixWriter message)
        {
            reports.add(session.name() + ' ' + message.msgType() + ' ' +
                new String(message.bytes(), 0, message.length(), StandardCharsets.US_ASCII));
        }

        @Override
        public void mark(final FixSession session, final long mark)
        {
            // The stores know.
        }

        @Override
        public void addUnrepeatable(final FixSession session, final FixWriter message)
        {
            add(session, message);
        }

        @Override
        public void end()
        {
            final StringBuilder text = new StringBuilder().append(adapter.parts.tracker.table.working());
            for (final FixLogin login : adapter.parts.defined)
            {
                text.append(' ').append(login.session.name()).append(login.rights).append('/').append(login.sequence)
                    .append(login.isConnectedInEngine()).append(login.names.size()).append('/')
                    .append(login.endedCount).append('/').append(login.working.size()).append('/')
                    .append(login.quotes.size()).append('/').append(login.requestIds.length());
            }
            reports.add(text.toString());
        }

        private void play(final CorpusEvents events, final int transaction)
        {
            events.deliver(transaction, new EventDispatcher(adapter), 0);
        }
    }

    /** Sessions of all logins. */
    private static final class Sessions implements SessionSource
    {
        @Override
        public FixSession define(final int loginId, final String name, final String brokerageFirm)
        {
            return new RecordingSession(loginId, name, brokerageFirm,
                FixSessionOptions.builder().roles(EnumSet.allOf(Role.class)).build());
        }

        @Override
        public void owner(final long epoch)
        {
            // The stores know.
        }

        @Override
        public long markDue(final int loginId, final boolean isClaim)
        {
            return 0;
        }

        @Override
        public void marked(final int loginId, final long mark)
        {
            throw new AssertionError("no mark was due: loginId=" + loginId);
        }

        @Override
        public void connected(final long commandPosition)
        {
            throw new AssertionError("another epoch: commandPosition=" + commandPosition);
        }

        @Override
        public void end(final int loginId, final boolean isReset, final long commandPosition)
        {
            throw new AssertionError("before the barrier: loginId=" + loginId);
        }

        @Override
        public void resetMissed(final int loginId, final long commandPosition, final long timeNs)
        {
            // The stores know.
        }
    }

    @Test
    void shouldMakeTheSameReportsFromEveryTradingSession() throws IOException
    {
        final CorpusEvents events = new CorpusEvents(CorpusEvents.FIRST);
        final List<CorpusDays.Day> days = new ArrayList<>();
        final Entry whole = new Entry();
        final CheckpointState state = CheckpointState.writing(OrderState.VERSION);
        final int[] transactions = {0};
        whole.adapter.days(new DayKeeper()
        {
            @Override
            public CheckpointState begin()
            {
                state.clear();
                return state;
            }

            @Override
            public void keep(final StreamPosition position)
            {
                assertEquals(events.cursor(transactions[0]), position.previousCursor());
                assertEquals(events.cursor(transactions[0] + 1), position.cursor());
                days.add(new CorpusDays.Day(
                    Arrays.copyOf(state.buffer().byteArray(), state.length()), transactions[0]));
            }
        });
        final int[] reportsBefore = new int[events.size()];
        for (; transactions[0] < events.size(); transactions[0]++)
        {
            reportsBefore[transactions[0]] = whole.reports.size();
            whole.play(events, transactions[0]);
        }
        final long executions = whole.reports.stream().filter((report) -> report.contains(" 8 ")).count();
        System.out.println("OrderDaysTest days=" + days.size() + " executions=" + executions + " state=" +
            days.getLast().state().length);
        assertTrue(days.size() > 3 && executions > 100, "days=" + days.size() + " executions=" + executions);

        days.addAll(CorpusDays.read("gateway-fix", "orders", OrderState.VERSION, days));
        for (final CorpusDays.Day day : days)
        {
            final Entry restored = new Entry();
            final CheckpointState read =
                CheckpointState.reading(new UnsafeBuffer(day.state()), 0, day.state().length, OrderState.VERSION);
            restored.adapter.state(read);
            read.end();
            assertEquals(events.cursor(day.transactions()), restored.adapter.position().cursor());
            for (int i = day.transactions(); i < events.size(); i++)
            {
                restored.play(events, i);
            }
            assertEquals(
                String.join("\n", whole.reports.subList(reportsBefore[day.transactions()], whole.reports.size())),
                String.join("\n", restored.reports), () -> "day=" + day.transactions());
        }
    }
}
