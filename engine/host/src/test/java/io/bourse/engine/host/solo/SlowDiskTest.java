// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.host.Durability;
import io.bourse.engine.host.HostOptionsBuilder;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.StallingIdleStrategy;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The disk of a solo engine stands still for a while, or for good.
 */
@Tag("venue")
class SlowDiskTest
{
    private static final long PRICE = 90_000_00000L;
    private static final int POLLS = 1_000;

    private final List<String> failures = new CopyOnWriteArrayList<>();

    @TempDir
    private Path dir;

    @Test
    void shouldAnswerNobodyBeforeTheDiskHas()
    {
        final StallingIdleStrategy disk = new StallingIdleStrategy("archive");
        try (TestEngine engine = TestEngine.start(
            options(disk, Durability.DISK, UnaryOperator.identity())).withDemoReferenceData())
        {
            disk.stall();
            final long executed = engine.engine().counters().get(EngineCounter.COMMANDS_EXECUTED);
            final long journalled = engine.engine().counters().get(EngineCounter.COMMANDS_JOURNALLED);
            new OrderSender(engine.connect(), 1, TWAA1_LOGIN_ID, "AA01001").newOrder(SI_ID, Side.BUY, PRICE, 1);
            TestEngine.await("the order is journalled",
                () -> engine.engine().counters().get(EngineCounter.COMMANDS_JOURNALLED) > journalled);
            for (int i = 0; i < POLLS; i++)
            {
                assertEquals(executed, engine.engine().counters().get(EngineCounter.COMMANDS_EXECUTED));
                Thread.yield();
            }
            disk.goOn();
            engine.collect(0, (listener) -> listener.contains("ACCEPTED"));
            assertEquals(List.of(), failures);
        }
    }

    @Test
    void shouldStopAndNameTheDiskWhenItNoLongerSyncs()
    {
        final StallingIdleStrategy disk = new StallingIdleStrategy("archive");
        try (TestEngine engine = TestEngine.start(options(disk, Durability.DISK,
            (host) -> host.messageTimeoutNs(TimeUnit.SECONDS.toNanos(1)))).withDemoReferenceData())
        {
            disk.stall();
            new OrderSender(engine.connect(), 1, TWAA1_LOGIN_ID, "AA01001").newOrder(SI_ID, Side.BUY, PRICE, 1);
            assertStops(engine, "matcher: the archive stands still, does the disk still answer?");
            disk.goOn();
        }
        assertRecovers();
    }

    /** Without a thread of its own the archive takes the engine's with it. */
    @Test
    void shouldStopAndNameTheDiskWhenTheEnginesThreadDoesNotComeBack()
    {
        final StallingIdleStrategy disk = new StallingIdleStrategy("bourse-engine");
        try (TestEngine engine = TestEngine.start(options(disk, Durability.RAM,
            (host) -> host.messageTimeoutNs(TimeUnit.SECONDS.toNanos(1)))).withDemoReferenceData())
        {
            disk.stall();
            assertStops(engine, "bourse-engine-watch: the engine's thread stands still, does the disk still answer?");
            disk.goOn();
        }
        assertEquals(1, failures.size(), failures.toString());
        assertRecovers();
    }

    private SoloOptionsBuilder options(
        final StallingIdleStrategy disk, final Durability durability, final UnaryOperator<HostOptionsBuilder> change)
    {
        return TestEngine.options(dir, (host) -> change.apply(host
            .durability(durability)
            .idleStrategySupplier(disk)
            .failStop((where, cause) -> failures.add(where + ": " + cause.getMessage()))));
    }

    private void assertStops(final TestEngine engine, final String message)
    {
        TestEngine.await("fail stop", () -> !failures.isEmpty());
        assertTrue(failures.getFirst().startsWith(message), failures.getFirst());
        assertFalse(engine.engine().isRunning());
    }

    private void assertRecovers()
    {
        try (TestEngine engine = TestEngine.start(dir))
        {
            engine.operator().reportState();
        }
    }
}
