// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Runs numbered pieces of work on a few threads. What comes out does not depend on how many: pieces are taken in their
 * order, and of several that fail the first one's failure is thrown.
 */
final class PieceWorkers
{
    private PieceWorkers()
    {
    }

    /**
     * Runs all pieces.
     *
     * @param threads 1 or more; the caller is one of them.
     * @param pieces number of pieces.
     * @param worker makes what one thread works with.
     * @throws RuntimeException what the first failing piece threw.
     */
    static void run(final int threads, final int pieces, final Supplier<IntConsumer> worker)
    {
        final Queue queue = new Queue(pieces);
        final Thread[] others = new Thread[Math.max(0, Math.min(threads, pieces) - 1)];
        for (int i = 0; i < others.length; i++)
        {
            others[i] = new Thread(() -> queue.work(worker), "clearing-calculation-" + (i + 1));
            others[i].setDaemon(true);
            others[i].start();
        }
        queue.work(worker);
        boolean isInterrupted = false;
        for (final Thread thread : others)
        {
            isInterrupted |= join(thread);
        }
        if (isInterrupted)
        {
            Thread.currentThread().interrupt();
        }
        queue.throwFailure();
    }

    private static boolean join(final Thread thread)
    {
        boolean isInterrupted = false;
        while (true)
        {
            try
            {
                thread.join();
                return isInterrupted;
            }
            catch (final InterruptedException ex)
            {
                // The pieces read tables that the caller may close: all wait until they are done.
                isInterrupted = true;
            }
        }
    }

    private static final class Queue
    {
        private static final int NO_PIECE = -1;

        private final int pieces;
        private final AtomicInteger next = new AtomicInteger();
        private int failedPiece = Integer.MAX_VALUE;
        private Throwable failure;

        Queue(final int pieces)
        {
            this.pieces = pieces;
        }

        void work(final Supplier<IntConsumer> worker)
        {
            int piece = NO_PIECE;
            try
            {
                final IntConsumer own = worker.get();
                // A piece taken in front of a failed one is still done: it may fail too, and then its failure counts.
                for (piece = next.getAndIncrement();
                    piece < pieces && piece < failedPiece();
                    piece = next.getAndIncrement())
                {
                    own.accept(piece);
                }
            }
            catch (final RuntimeException | Error ex)
            {
                fail(piece, ex);
            }
        }

        private synchronized int failedPiece()
        {
            return failedPiece;
        }

        private synchronized void fail(final int piece, final Throwable ex)
        {
            if (piece < failedPiece)
            {
                failedPiece = piece;
                failure = ex;
            }
        }

        synchronized void throwFailure()
        {
            if (failure instanceof final Error error)
            {
                throw error;
            }
            if (null != failure)
            {
                throw (RuntimeException)failure;
            }
        }
    }
}
