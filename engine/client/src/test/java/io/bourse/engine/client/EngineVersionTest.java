// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.bourse.engine.client.cluster.ClusterClientOptions;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.security.ChallengedCredentials;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Clients of another version than the engine's: the driver and its counters are real, the engine behind them is not
 * needed.
 */
@Tag("venue")
class EngineVersionTest
{
    private static final String REFUSAL = "this program is newer than the engine";
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(2);

    @TempDir
    private Path dir;
    private MediaDriver driver;
    private Aeron aeron;
    private CredentialStore credentials;

    @BeforeEach
    void start()
    {
        credentials = CredentialStore.in(dir).createMissing();
        driver = MediaDriver.launch(new MediaDriver.Context()
            .aeronDirectoryName(dir.resolve("driver").toString())
            .dirDeleteOnStart(true)
            .dirDeleteOnShutdown(true)
            .threadingMode(ThreadingMode.SHARED));
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
    }

    @AfterEach
    void stop()
    {
        aeron.close();
        driver.close();
    }

    @Test
    void shouldRefuseEngineWhenItIsOlder()
    {
        counters(MessageHeaderDecoder.SCHEMA_VERSION - 1);
        final IllegalStateException solo = assertThrows(IllegalStateException.class,
            () -> AeronEngineClient.connect(AeronClientOptions.builder()
                .aeronDirectoryName(driver.aeronDirectoryName())
                .credentials(credentials)
                .connectTimeoutNs(TIMEOUT_NS)
                .build()));
        assertTrue(solo.getMessage().contains(REFUSAL), solo.getMessage());

        final IllegalStateException cluster = assertThrows(IllegalStateException.class,
            () -> ClusterEngineClient.connect(ClusterClientOptions.builder()
                .aeronDirectoryNames(List.of(driver.aeronDirectoryName()))
                .ingressEndpoints("0=127.0.0.1:1")
                .credentials(credentials)
                .connectTimeoutNs(TIMEOUT_NS)
                .build()));
        assertTrue(cluster.getMessage().contains(REFUSAL), cluster.getMessage());
    }

    @Test
    void shouldTakeEngineWhenItIsNewer()
    {
        counters(MessageHeaderDecoder.SCHEMA_VERSION + 1);
        assertNotNull(EventStreamAccess.tryFind(aeron, 0, TIMEOUT_NS,
            ChallengedCredentials.toArchive(credentials, Principal.READER)));
    }

    private void counters(final int schemaVersion)
    {
        for (final int typeId : new int[]{EngineStreams.EVENTS_END_TYPE_ID, EngineStreams.PUBLISHED_WATERMARK_TYPE_ID})
        {
            final UnsafeBuffer key = new UnsafeBuffer(new byte[EngineStreams.KEY_LENGTH]);
            key.putInt(EngineStreams.KEY_SCHEMA_VERSION_OFFSET, schemaVersion);
            final UnsafeBuffer label = new UnsafeBuffer(new byte[1]);
            aeron.addCounter(typeId, key, 0, EngineStreams.KEY_LENGTH, label, 0, 1);
        }
    }
}
