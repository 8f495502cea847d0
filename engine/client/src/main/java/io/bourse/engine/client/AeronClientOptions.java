// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.soabase.recordbuilder.core.RecordBuilder;

import java.util.concurrent.TimeUnit;

/**
 * Options of an {@link AeronEngineClient}.
 *
 * @param aeronDirectoryName directory of the engine's media driver, as {@code SoloEngine.aeronDirectoryName()} reports
 *     it. Required.
 * @param partition to talk to, from 0; 0 by default.
 * @param connectTimeoutNs how long to wait in nanoseconds, at least 1 ms, for an engine that is not there yet; 10 s by
 *     default.
 * @param messageTimeoutNs how long a follower waits in nanoseconds for one answer of the archive; 10 s by default.
 * @param commandTermLength bytes of a term of a publisher's command stream, a power of two of at least 64 KiB; 1 MiB by
 *     default.
 * @param credentials secrets of the principals that this process speaks for, and that of {@link Principal#READER}.
 *     Required.
 */
@RecordBuilder
public record AeronClientOptions(
    String aeronDirectoryName,
    int partition,
    long connectTimeoutNs,
    long messageTimeoutNs,
    int commandTermLength,
    CredentialStore credentials)
{
    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public AeronClientOptions
    {
        if (null == aeronDirectoryName || aeronDirectoryName.isEmpty() || null == credentials)
        {
            throw new IllegalArgumentException("aeronDirectoryName and credentials must be set: aeronDirectoryName=" +
                aeronDirectoryName + " credentials=" + credentials);
        }
        if (partition < 0)
        {
            throw new IllegalArgumentException("partition must not be negative: partition=" + partition);
        }
        if (connectTimeoutNs < TimeUnit.MILLISECONDS.toNanos(1) || messageTimeoutNs <= 0)
        {
            throw new IllegalArgumentException("timeouts must be positive: connectTimeoutNs=" + connectTimeoutNs +
                " messageTimeoutNs=" + messageTimeoutNs);
        }
    }

    /**
     * Begins with the defaults.
     *
     * @return builder.
     */
    public static AeronClientOptionsBuilder builder()
    {
        return AeronClientOptionsBuilder.builder()
            .connectTimeoutNs(TimeUnit.SECONDS.toNanos(10))
            .messageTimeoutNs(TimeUnit.SECONDS.toNanos(10))
            .commandTermLength(1024 * 1024);
    }
}
