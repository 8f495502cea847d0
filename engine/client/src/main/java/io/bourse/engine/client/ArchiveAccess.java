// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.archive.client.AeronArchive;
import io.aeron.security.CredentialsSupplier;

/**
 * How this venue's archive is reached: through shared memory, or from another machine over the network.
 */
public final class ArchiveAccess
{
    private ArchiveAccess()
    {
    }

    /**
     * Context of an archive client.
     *
     * @param aeron client that is used and not owned.
     * @param messageTimeoutNs how long to wait for an answer, in nanoseconds.
     * @param credentials of the principal that connects.
     * @return new context.
     */
    public static AeronArchive.Context context(
        final Aeron aeron, final long messageTimeoutNs, final CredentialsSupplier credentials)
    {
        return new AeronArchive.Context()
            .credentialsSupplier(credentials)
            .aeron(aeron)
            .ownsAeronClient(false)
            .messageTimeoutNs(messageTimeoutNs)
            .controlRequestChannel(EngineStreams.CHANNEL)
            .controlRequestStreamId(EngineStreams.ARCHIVE_CONTROL_STREAM_ID)
            .controlResponseChannel(EngineStreams.CHANNEL)
            .controlResponseStreamId(EngineStreams.ARCHIVE_RESPONSE_STREAM_ID);
    }

    /**
     * Context of a client of an archive on another machine.
     *
     * @param aeron client that is used and not owned.
     * @param messageTimeoutNs how long to wait for an answer, in nanoseconds.
     * @param credentials of the principal that connects.
     * @param endpoint host and port of the archive.
     * @param ownEndpoint host and port of this machine for answers; port 0 takes a free one.
     * @return new context.
     */
    public static AeronArchive.Context remote(
        final Aeron aeron,
        final long messageTimeoutNs,
        final CredentialsSupplier credentials,
        final String endpoint,
        final String ownEndpoint)
    {
        return context(aeron, messageTimeoutNs, credentials)
            .controlRequestChannel(udp(endpoint))
            .controlResponseChannel(udp(ownEndpoint));
    }

    private static String udp(final String endpoint)
    {
        return new ChannelUriStringBuilder().media(CommonContext.UDP_MEDIA).endpoint(endpoint).build();
    }
}
