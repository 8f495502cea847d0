// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.archive.client.PersistentSubscription;
import io.aeron.archive.client.PersistentSubscriptionListener;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.security.CredentialsSupplier;

/**
 * The events recording and the live stream after it. The live subscription is untethered: the engine drops it rather
 * than wait for it.
 */
final class ArchiveFrameSource implements FrameSource
{
    private static final String LIVE_CHANNEL =
        new ChannelUriStringBuilder(EngineStreams.CHANNEL).tether(false).rejoin(false).build();

    private final PersistentSubscription subscription;

    /**
     * Opens the stream.
     *
     * @param aeron client of the engine's media driver; used, not owned.
     * @param recordingId of the event stream.
     * @param messageTimeoutNs how long to wait for one answer of the archive, in nanoseconds.
     * @param credentials of the principal that reads.
     * @param position first byte wanted.
     * @param listener of the subscription.
     */
    ArchiveFrameSource(
        final Aeron aeron,
        final long recordingId,
        final long messageTimeoutNs,
        final CredentialsSupplier credentials,
        final long position,
        final PersistentSubscriptionListener listener)
    {
        subscription = PersistentSubscription.create(new PersistentSubscription.Context()
            .aeron(aeron)
            .ownsAeronClient(false)
            .recordingId(recordingId)
            .startPosition(position)
            .liveChannel(LIVE_CHANNEL)
            .liveStreamId(EngineStreams.EVENTS_STREAM_ID)
            .replayChannel(EngineStreams.CHANNEL)
            .replayStreamId(EngineStreams.REPLAY_STREAM_ID)
            .listener(listener)
            .aeronArchiveContext(ArchiveAccess.context(aeron, messageTimeoutNs, credentials)));
    }

    @Override
    public void poll(final FragmentHandler handler, final int frameLimit)
    {
        subscription.poll(handler, frameLimit);
    }

    @Override
    public Exception failure()
    {
        return subscription.hasFailed() ? subscription.failureReason() : null;
    }

    @Override
    public void close()
    {
        subscription.close();
    }
}
