// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.journal;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A recording of several files with several terms each, one transaction longer than a frame. */
@Tag("venue")
class JournalReaderTest
{
    private static final int ORDERS = 40_000;
    private static final long BID = 85_000_00000L;
    private static final JournalReader.Query ALL = new JournalReader.Query(1_000, 0, 0, false);

    @TempDir
    private Path dir;
    private final List<Group> groups = new ArrayList<>();
    /** Cursor of the transaction that has accepted it by id of the order. */
    private final Map<Long, Group> accepted = new TreeMap<>();
    private TestEngine engine;

    private record Group(long cursor, long engineTimeNs, long sequence)
    {
    }

    @BeforeEach
    void record()
    {
        engine = TestEngine.start(dir).withDemoReferenceData();
        final EngineClient client = engine.connect();
        final OrderSender sender = new OrderSender(client, 1, DemoReferenceData.TWAA1_LOGIN_ID, "AA01001");
        for (int i = 0; i < ORDERS; i++)
        {
            sender.newOrder(DemoReferenceData.SI_ID, Side.BUY, BID - i % 7 * 100_000L, 1);
        }
        TestEngine.await("all orders", () -> engine.operator().reportState().orderCount() == ORDERS);
        assertEquals(ORDERS, new MemberOperator(engine.operator())
            .killSwitch(DemoReferenceData.TWAA1_LOGIN_ID, KillAction.STOP));
        StreamHistory.read(client, new EventListener()
        {
            @Override
            public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
            {
                accepted.put(event.orderId(), of(group));
            }

            @Override
            public void onGroupEnd(final EventGroup group)
            {
                groups.add(of(group));
            }
        });
        assertTrue(groups.getLast().cursor() > 2 * TestEngine.SEGMENT_FILE_LENGTH, () -> groups.getLast().toString());
    }

    private static Group of(final EventGroup group)
    {
        return new Group(group.cursor(), group.engineTimeNs(), group.sequence());
    }

    @AfterEach
    void stop()
    {
        engine.close();
    }

    private JournalReader reader()
    {
        return new JournalReader(dir, 0, JournalSchema.read(), null);
    }

    private static List<Long> cursors(final JournalReader.Page page)
    {
        return page.transactions().stream().map((transaction) -> (Long)transaction.get("cursor")).toList();
    }

    private List<Long> cursors(final int from, final int to)
    {
        return groups.subList(from, to).stream().map(Group::cursor).toList();
    }

    @Test
    void shouldFindOrdersTimesAndTheEndWhereverTheyAre()
    {
        final List<Long> ids = new ArrayList<>(accepted.keySet());
        for (int i = 0; i < ids.size(); i += ids.size() / 40)
        {
            final Group group = accepted.get(ids.get(i));
            final OrderLife life = reader().order(ids.get(i), -1, 10);
            assertEquals(OrderLife.State.CANCELLED, life.state());
            assertTrue(life.isComplete());
            // Accepted, and cancelled by the kill switch in a transaction of many frames.
            assertEquals(2, life.transactions().size());
            assertEquals(group.cursor(), life.transactions().getFirst().get("cursor"));
            final Map<?, ?> command = (Map<?, ?>)life.transactions().getFirst().get("causedBy");
            assertEquals("NewOrder", command.get("command"));
            assertEquals(Long.toString(group.sequence()), ((Map<?, ?>)command.get("fields")).get("clOrdId"));
            assertEquals(1, life.transactions().getLast().get("eventCount"));

            final long timeNs = group.engineTimeNs();
            final int first = (int)groups.stream().filter((one) -> one.engineTimeNs() < timeNs).count();
            assertEquals(groups.get(first - 1).cursor(), reader().cursorAt(timeNs));
        }
        assertEquals(cursors(groups.size() - 5, groups.size()),
            cursors(reader().latest(new JournalReader.Query(5, 0, 0, false))));
        assertEquals(groups.getLast().cursor(), reader().cursorAt(Long.MAX_VALUE));
        assertEquals(0, reader().cursorAt(1));
    }

    @Test
    void shouldGoOnFromAnyCursorAndRefuseOthers()
    {
        for (int i = 0; i < groups.size(); i += groups.size() / 40)
        {
            final JournalReader.Page page = reader().after(groups.get(i).cursor(), ALL);
            final int end = Math.min(groups.size(), i + 1 + ALL.limit());
            assertEquals(cursors(i + 1, end), cursors(page));
            assertEquals(groups.get(end - 1).cursor(), page.next());
            assertNull(reader().after(groups.get(i).cursor() + 32, ALL), () -> "a cursor inside of a transaction");
        }
        final JournalReader.Page last = reader().after(groups.getLast().cursor(), ALL);
        assertTrue(last.isEnd());
        assertEquals(List.of(), last.transactions());
    }

    @Test
    void shouldShowTheBeginningOfALongTransaction()
    {
        final JournalReader.Page page = reader().latest(new JournalReader.Query(1, 0, 0, false));
        final Map<String, Object> killed = page.transactions().getFirst();
        assertTrue((Integer)killed.get("eventCount") > ORDERS, killed.get("eventCount")::toString);
        assertEquals(JournalReader.MAX_EVENTS, ((List<?>)killed.get("events")).size());
        final long unknown = accepted.keySet().stream().mapToLong(Long::longValue).max().orElseThrow() + 1;
        assertEquals(List.of(), reader().order(unknown, -1, 10).transactions());
        assertNull(reader().command(groups.getLast().cursor() * 2));
    }
}
