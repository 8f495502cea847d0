// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

import io.aeron.archive.Archive;
import io.aeron.archive.client.ArchiveEvent;
import io.aeron.archive.client.ArchiveException;
import io.aeron.exceptions.AeronException;
import org.agrona.concurrent.CountedErrorHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersReader;

/**
 * Errors of an archive: all are handled, and counted but for warnings. It warns of each client that goes before its
 * last answer, which is no fault of the archive and happens when commands and copies end. A client that goes before its
 * replay begins, as one does that has taken another member, is no more than that.
 */
final class ArchiveErrors extends CountedErrorHandler
{
    private static final String NOT_RECEIVED = "no connection established for replayChannel";

    private final Archive.Context context;

    private ArchiveErrors(final Archive.Context context)
    {
        // The counter of the archive does not exist yet.
        super((ex) -> context.errorHandler().onError(ex),
            new AtomicCounter(new UnsafeBuffer(new byte[CountersReader.COUNTER_LENGTH]), 0));
        this.context = context;
    }

    /** With this way of counting. */
    static Archive.Context countedIn(final Archive.Context context)
    {
        return context.countedErrorHandler(new ArchiveErrors(context));
    }

    @Override
    public void onError(final Throwable thrown)
    {
        final Throwable ex = thrown instanceof ArchiveException && thrown.getMessage().contains(NOT_RECEIVED) ?
            new ArchiveEvent(thrown.getMessage()) : thrown;
        final boolean isWarning =
            ex instanceof final AeronException known && AeronException.Category.WARN == known.category();
        if (!isWarning && !isClosed())
        {
            context.errorCounter().increment();
        }
        super.onError(ex);
    }
}
