// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ArchiveException;
import io.aeron.archive.client.ReplicationParams;
import io.aeron.archive.codecs.SourceLocation;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.exceptions.AeronException;
import io.aeron.security.CredentialsSupplier;
import io.aeron.security.NullCredentialsSupplier;
import io.bourse.engine.client.ArchiveAccess;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.security.ChallengedCredentials;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The archive of a member, asked through its UDP port from another media driver.
 */
@Timeout(120)
@Tag("venue")
class ArchiveSecurityTest
{
    private static final long SHORT_NS = TimeUnit.SECONDS.toNanos(3);

    @TempDir
    private Path dir;
    private TestCluster cluster;
    private ClusterEngineClient client;
    private MediaDriver driver;
    private Aeron aeron;

    @BeforeEach
    void start()
    {
        cluster = TestCluster.start(dir, 1);
        client = cluster.connect(0);
        DemoReferenceData.define(TestCluster.operator(client));
        driver = MediaDriver.launch(new MediaDriver.Context()
            .aeronDirectoryName(dir.resolve("other-driver").toString())
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
        client.close();
        cluster.close();
    }

    @Test
    void shouldRefuseWhoCannotProveAnything()
    {
        final long refused = cluster.member(0).counters().get(EngineCounter.CONNECTIONS_REFUSED);
        final CredentialStore foreign = CredentialStore.at(dir.resolve("foreign")).createMissing();
        for (final CredentialsSupplier credentials : List.of(
            new NullCredentialsSupplier(),
            new Fixed("operator"),
            ChallengedCredentials.toArchive(foreign, Principal.MEMBER),
            // Members are distinguished from the owner: its secret is in its own process.
            ChallengedCredentials.toArchive(CredentialStore.in(dir), Principal.ENGINE),
            ChallengedCredentials.toCluster(CredentialStore.in(dir), Principal.MEMBER)))
        {
            assertThrows(AeronException.class, () -> AeronArchive.connect(context(credentials)).close());
        }
        assertTrue(cluster.member(0).counters().get(EngineCounter.CONNECTIONS_REFUSED) >= refused + 4);
        assertTrue(cluster.member(0).isLive());
    }

    @Test
    void shouldLetEverybodyElseLookAndNobodyButTheOwnerTouch()
    {
        for (final Principal principal : CredentialStore.STANDARD)
        {
            try (AeronArchive archive = AeronArchive.connect(
                context(ChallengedCredentials.toArchive(CredentialStore.in(dir), principal))))
            {
                final long recordingId = archive.findLastMatchingRecording(
                    0, EngineStreams.CHANNEL, EngineStreams.EVENTS_STREAM_ID, sessionOf(archive));
                assertTrue(archive.getRecordingPosition(recordingId) > 0);
                assertEquals(0, archive.getStartPosition(recordingId));
                assertForbidden(() -> archive.stopRecording(EngineStreams.CHANNEL, EngineStreams.EVENTS_STREAM_ID));
                assertForbidden(() -> archive.tryStopRecordingByIdentity(recordingId));
                assertForbidden(() -> archive.stopRecording(1));
                assertForbidden(() -> archive.truncateRecording(recordingId, 0));
                assertForbidden(() -> archive.purgeRecording(recordingId));
                assertForbidden(() -> archive.purgeSegments(recordingId, TestEngine.SEGMENT_FILE_LENGTH));
                assertForbidden(() -> archive.detachSegments(recordingId, TestEngine.SEGMENT_FILE_LENGTH));
                assertForbidden(() -> archive.deleteDetachedSegments(recordingId));
                assertForbidden(() -> archive.attachSegments(recordingId));
                assertForbidden(() -> archive.migrateSegments(recordingId, recordingId));
                assertForbidden(() -> archive.stopAllReplays(recordingId));
                assertForbidden(() -> archive.startRecording(EngineStreams.CHANNEL, 77, SourceLocation.LOCAL));
                assertForbidden(() -> archive.extendRecording(
                    recordingId, EngineStreams.CHANNEL, EngineStreams.EVENTS_STREAM_ID, SourceLocation.LOCAL));
                assertForbidden(() -> archive.replicate(recordingId, EngineStreams.ARCHIVE_CONTROL_STREAM_ID,
                    archiveChannel(), new ReplicationParams()));
            }
        }
        TestCluster.operator(client).reportState();
        assertEquals(List.of(), cluster.failures());
    }

    @Test
    void shouldLetTheOwnerTouch()
    {
        final CredentialStore owner = cluster.member(0).credentials();
        try (Aeron local = Aeron.connect(new Aeron.Context()
            .aeronDirectoryName(cluster.member(0).aeronDirectoryName()));
            AeronArchive archive = AeronArchive.connect(
                ArchiveAccess.context(local, TestEngine.TIMEOUT_NS, TestEngine.owner(owner))))
        {
            archive.stopRecording(archive.startRecording(EngineStreams.CHANNEL, 77, SourceLocation.LOCAL));
        }
    }

    @Test
    void shouldLetSomebodyInWhileAHundredDoNotAnswer()
    {
        final AeronArchive.AsyncConnect[] silent = new AeronArchive.AsyncConnect[100];
        try
        {
            for (int i = 0; i < silent.length; i++)
            {
                silent[i] = AeronArchive.asyncConnect(context(new Silent()));
            }
            TestEngine.await("all are asked", () ->
            {
                boolean isAsked = true;
                for (final AeronArchive.AsyncConnect connect : silent)
                {
                    poll(connect);
                    isAsked &= connect.step() > 4;
                }
                return isAsked || cluster.member(0).counters().get(EngineCounter.CONNECTIONS_REFUSED) > 30;
            });
            AeronArchive.connect(context(
                ChallengedCredentials.toArchive(CredentialStore.in(dir), Principal.BACKUP))).close();
            TestCluster.operator(client).reportState();
        }
        finally
        {
            for (final AeronArchive.AsyncConnect connect : silent)
            {
                connect.close();
            }
        }
    }

    private static void poll(final AeronArchive.AsyncConnect connect)
    {
        try
        {
            connect.poll();
        }
        catch (final RuntimeException refused)
        {
            assertTrue(refused instanceof AeronException || refused instanceof IllegalStateException,
                refused.toString());
        }
    }

    /** Names somebody and answers nothing that is right. */
    private record Fixed(String name) implements CredentialsSupplier
    {
        @Override
        public byte[] encodedCredentials()
        {
            return name.getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public byte[] onChallenge(final byte[] encodedChallenge)
        {
            return encodedChallenge;
        }
    }

    /** Names somebody and stops at the question. */
    private static final class Silent implements CredentialsSupplier
    {
        @Override
        public byte[] encodedCredentials()
        {
            return Principal.READER.text().getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public byte[] onChallenge(final byte[] encodedChallenge)
        {
            throw new IllegalStateException("this one never answers");
        }
    }

    private static void assertForbidden(final Executable request)
    {
        final ArchiveException refusal = assertThrows(ArchiveException.class, request);
        assertEquals(ArchiveException.UNAUTHORISED_ACTION, refusal.errorCode(), refusal.getMessage());
    }

    private static int sessionOf(final AeronArchive archive)
    {
        final int[] found = new int[1];
        archive.listRecordingsForUri(0, 100, EngineStreams.CHANNEL, EngineStreams.EVENTS_STREAM_ID,
            (controlSessionId, correlationId, recordingId, startTimestamp, stopTimestamp, startPosition, stopPosition,
            initialTermId, segmentFileLength, termBufferLength, mtuLength, sessionId, streamId, strippedChannel,
            originalChannel, sourceIdentity) -> found[0] = sessionId);
        return found[0];
    }

    private String archiveChannel()
    {
        final MemberEndpoints member = cluster.endpoints().getFirst();
        return udp(member.host() + ":" + member.archivePort());
    }

    private static String udp(final String endpoint)
    {
        return new ChannelUriStringBuilder().media(CommonContext.UDP_MEDIA).endpoint(endpoint).build();
    }

    private AeronArchive.Context context(final CredentialsSupplier credentials)
    {
        return new AeronArchive.Context()
            .aeron(aeron)
            .ownsAeronClient(false)
            .messageTimeoutNs(SHORT_NS)
            .credentialsSupplier(credentials)
            .controlTermBufferLength(64 * 1024)
            .controlRequestChannel(archiveChannel())
            .controlRequestStreamId(EngineStreams.ARCHIVE_CONTROL_STREAM_ID)
            .controlResponseChannel(udp("127.0.0.1:0"));
    }
}
