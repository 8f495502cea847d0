// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;
import io.aeron.security.CredentialsSupplier;

/**
 * How this venue's archive is reached: shared memory only, never a socket.
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
}
