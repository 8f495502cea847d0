// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.node.EngineNode;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.host.recording.ArchivedEvents;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A venue whose first events were purged and are not archived starts without checkpoints of what its start and commands
 * ask history for, as a former program has left it: {@code session-N} and {@code operators-N} are not read.
 */
@Tag("drill")
class PurgedVenueTest
{
    private static final int DATE = 20261120;
    private static final int SECOND_DATE = 20261123;
    private static final int USD = 1020;
    private static final long USD_PRICE_E5 = 92_34_000L;
    private static final int TWIME = 1;
    private static final int LOGIN = 1;
    private static final int ORDERS = 2_000;
    /** Of files that are purged as a whole. */
    private static final long SEGMENT_LENGTH = 128L * 1024 * 1024;
    /** More than what a checkpoint is written after. */
    private static final long CHECKPOINT_LENGTH = 17L * 1024 * 1024;
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);

    @TempDir
    private Path dir;

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void shouldStartAndClearWithoutTheFirstEvents() throws IOException
    {
        final Path data = dir.resolve("data");
        final VenueConfig config = config(data);
        final List<String> commands = List.of("session show", "operators list", "capacity show");
        try (EngineNode engine = EngineNode.start(config))
        {
            assertDone(data, "risk limits --client AA01000 --order-lots 77 --as anna");
            trade(data, SEGMENT_LENGTH);
            assertDone(data, "clearing evening --as anna");
            assertDone(data, "session open --next --as anna");
        }
        try (EngineNode engine = EngineNode.start(config))
        {
            trade(data, CHECKPOINT_LENGTH);
            assertDone(data, "clearing intraday --as anna");
        }
        final List<String> before;
        try (EngineNode engine = EngineNode.start(config))
        {
            // Clearing has made two cuts and the start two checkpoints: neither needs the first events.
            assertDone(data, "snapshot --as anna");
            TestEngine.await("purged", () -> ArchivedEvents.isPurged(data));
            before = commands.stream().map(command -> assertDone(data, command)).toList();
            assertTrue(before.getFirst().contains("date " + SECOND_DATE + "  open"), before::toString);
        }
        leaveAsFormerProgram(data);
        try (EngineNode engine = EngineNode.start(config))
        {
            assertEquals(1, checkpoints(data, "venue").length);
            assertEquals(before, commands.stream().map(command -> assertDone(data, command)).toList());
            final VenueProcess.Result left = run(data, "risk limits --client AA01000 --position 5 --as anna");
            assertTrue(left.err().contains("options that were left out switch off what is set"), left::toString);
            final VenueProcess.Result unknown = run(data, "risk limits --login 99 --order-lots 5 --as anna");
            assertTrue(unknown.err().contains("there is no such login"), unknown::toString);
            final String cleared = assertDone(data, "clearing evening --as anna");
            assertTrue(cleared.contains("run        " + SECOND_DATE) && cleared.contains("EVENING"), cleared);
            assertTrue(assertDone(data, "session open --next --as anna").contains("date 20261124  open"));
        }
    }

    private static VenueConfig config(final Path data) throws IOException
    {
        final Map<String, Object> options = TestVenue.options(data);
        options.put("venue.trading-date", DATE);
        options.put("venue.snapshot.interval", "0 s");
        options.put("venue.retention.min-age", "0 s");
        options.put("venue.retention.consumers", List.of());
        options.put("venue.history.directory", "none");
        return VenueConfigLoader.load(null, options);
    }

    /** Until there are so many bytes of events more; an order stays. */
    private static void trade(final Path data, final long length) throws IOException
    {
        try (VenueClearing venue = VenueClearing.connect(data);
            OperatorClient operator = DemoOperators.client(venue.client(), TIMEOUT_NS))
        {
            // Sequences only have to grow.
            final OrderSender sender = new OrderSender(venue.client(), TWIME, LOGIN, "AA01000")
                .sequence(venue.client().endCursor());
            final long end = venue.client().endCursor() + length;
            while (venue.client().endCursor() < end)
            {
                for (int i = 0; i < ORDERS; i++)
                {
                    sender.newOrder(USD, Side.SELL, USD_PRICE_E5, 1);
                    sender.newOrder(USD, Side.BUY, USD_PRICE_E5, 1);
                }
                operator.reportState();
            }
            sender.newOrder(USD, Side.BUY, USD_PRICE_E5, 3);
            operator.reportState();
        }
    }

    /** The names that its checkpoints had, whatever is in them. */
    private static void leaveAsFormerProgram(final Path data) throws IOException
    {
        for (final File file : checkpoints(data, "venue"))
        {
            Files.move(file.toPath(), file.toPath().resolveSibling(file.getName().replace("venue.", "session-0.")));
        }
        for (final File file : checkpoints(data, "recorded-operators"))
        {
            Files.move(file.toPath(),
                file.toPath().resolveSibling(file.getName().replace("recorded-operators.", "operators-0.")));
        }
        Files.deleteIfExists(data.resolve("history.key"));
    }

    private static File[] checkpoints(final Path data, final String component)
    {
        return data.resolve("checkpoints").toFile().listFiles((of, name) -> name.startsWith(component + "."));
    }

    private static String assertDone(final Path data, final String command)
    {
        final VenueProcess.Result result = run(data, command);
        assertEquals(0, result.exitCode(), result::toString);
        return result.out();
    }

    private static VenueProcess.Result run(final Path data, final String command)
    {
        return VenueProcess.execute((command + " --data " + data).split(" "));
    }
}
