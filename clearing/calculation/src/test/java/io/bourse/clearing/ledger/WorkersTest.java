// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;

class WorkersTest
{
    private static List<Callable<Integer>> failing(final Exception failure)
    {
        return List.of(() -> 1, () ->
        {
            throw failure;
        });
    }

    @Test
    void shouldReturnResultsInTheOrderOfTasks()
    {
        final List<Callable<Integer>> tasks = List.of(() -> 1, () -> 2, () -> 3);
        for (int threads = 0; threads <= 4; threads++)
        {
            assertEquals(List.of(1, 2, 3), Workers.run(threads, tasks), "threads=" + threads);
        }
        assertEquals(List.of(), Workers.run(2, List.<Callable<Integer>>of()));
    }

    @Test
    void shouldRunTasksOfSeveralThreadsAtOnce()
    {
        final CountDownLatch both = new CountDownLatch(2);
        final Callable<Boolean> meet = () ->
        {
            both.countDown();
            both.await();
            return true;
        };
        assertEquals(List.of(true, true), Workers.run(2, List.of(meet, meet)));
    }

    @Test
    void shouldRunASingleTaskOnTheThreadOfTheCaller()
    {
        final Callable<Thread> where = Thread::currentThread;
        assertSame(Thread.currentThread(), Workers.run(2, List.of(where)).getFirst());
        assertSame(Thread.currentThread(), Workers.run(1, List.of(where, where)).getLast());
        assertNotSame(Thread.currentThread(), Workers.run(2, List.of(where, where)).getFirst());
    }

    @Test
    void shouldSayWhatHasFailed()
    {
        for (int threads = 1; threads <= 2; threads++)
        {
            final int count = threads;
            final IOException disk = new IOException("disk");
            assertSame(disk, assertThrows(UncheckedIOException.class,
                () -> Workers.run(count, failing(disk))).getCause());
            final IllegalArgumentException wrong = new IllegalArgumentException("wrong");
            assertSame(wrong, assertThrows(IllegalArgumentException.class,
                () -> Workers.run(count, failing(wrong))));
            final Exception other = new Exception("other");
            assertSame(other, assertThrows(IllegalStateException.class,
                () -> Workers.run(count, failing(other))).getCause());
            final List<Callable<Integer>> dying = List.of(() -> 1, () ->
            {
                throw new AssertionError("dead");
            });
            assertEquals("dead", assertThrows(AssertionError.class, () -> Workers.run(count, dying)).getMessage());
        }
    }

    @Test
    void shouldStopTheOthersWhenInterrupted()
    {
        final Callable<Integer> endless = () ->
        {
            new CountDownLatch(1).await();
            return 1;
        };
        Thread.currentThread().interrupt();
        assertThrows(CancellationException.class, () -> Workers.run(2, List.of(endless, endless)));
        assertTrue(Thread.interrupted());
    }
}
