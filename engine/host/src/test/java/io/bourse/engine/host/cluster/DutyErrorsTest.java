// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.host.FailStop;
import io.bourse.engine.testing.TestEngine;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

@Tag("venue")
class DutyErrorsTest
{
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final AtomicInteger rounds = new AtomicInteger();

    @Test
    void shouldFailStopWhenDutyThrowsAnError()
    {
        final Error error = new OutOfMemoryError("of a test");
        run(error, () -> !failures.isEmpty());
        assertSame(error, failures.getFirst());
    }

    @Test
    void shouldGoOnWhenDutyThrowsAnException()
    {
        run(new IllegalStateException("of a test"), () -> rounds.get() >= 3);
        assertEquals(List.of(), failures);
    }

    @Test
    void shouldEndWithoutFailureWhenDutyEnds()
    {
        final AgentRunner runner = run(new AgentTerminationException(), () -> rounds.get() >= 1);
        TestEngine.await("it ends", runner::isClosed);
        assertEquals(List.of(), failures);
        assertEquals(1, rounds.get());
    }

    private AgentRunner run(final Throwable thrown, final BooleanSupplier until)
    {
        final FailStop failStop = (where, cause) -> failures.add(cause);
        try (AgentRunner runner = new AgentRunner(new SleepingMillisIdleStrategy(1),
            new DutyErrors("test", "duty", () -> false, failStop), null, new Throwing(thrown)))
        {
            AgentRunner.startOnThread(runner);
            TestEngine.await("the duty is done", until);
            return runner;
        }
    }

    /** Throws whenever it comes round. */
    private final class Throwing implements Agent
    {
        private final Throwable thrown;

        private Throwing(final Throwable thrown)
        {
            this.thrown = thrown;
        }

        @Override
        public int doWork() throws Exception
        {
            rounds.incrementAndGet();
            if (thrown instanceof Error error)
            {
                throw error;
            }
            throw (Exception)thrown;
        }

        @Override
        public String roleName()
        {
            return "duty";
        }
    }
}
