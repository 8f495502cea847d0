// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.cluster.client.AeronCluster;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.host.offline.Verdict;
import io.bourse.engine.host.offline.Verification;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.ReportStateEncoder;
import io.bourse.engine.security.ChallengedCredentials;
import io.bourse.engine.security.CommandGate;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.security.SealKey;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Anything at all in the log of a cluster: whatever is agreed is executed by every member, now and at every restart. So
 * what is not understood has no effect and stops nothing. Run one seed again with {@code -Dbourse.seed=...}.
 */
@Tag("venue")
class ClusterIngressFuzzTest
{
    private static final int MESSAGES = 5_000;
    private static final int LONGEST = 1_300;
    private static final int OPERATORS = 0;

    @TempDir
    private Path dir;

    @Test
    void shouldGoOnWhenVersionIsUnknown()
    {
        final StateReport before;
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            final OperatorClient operator = TestCluster.operator(client);
            DemoReferenceData.define(operator);
            before = operator.reportState();
            final ChallengedCredentials credentials = credentials();
            try (AeronCluster session = cluster.rawSession(0, credentials))
            {
                final UnsafeBuffer message = new UnsafeBuffer(new byte[48]);
                new MessageHeaderEncoder().wrap(message, 0).blockLength(40).templateId(ReportStateEncoder.TEMPLATE_ID)
                    .schemaId(MessageHeaderEncoder.SCHEMA_ID).version(999);
                offer(session, message, 48, credentials.sealKey());
            }
            TestEngine.await("counted", () -> 1 == cluster.member(0).counters().get(EngineCounter.MALFORMED_COMMANDS));
            requireUnchanged(before, operator.reportState());
            assertEquals(List.of(), cluster.failures());
        }
        requireRestartAndReplay(before);
    }

    @Test
    void shouldGoOnWhateverIsSaid()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("ClusterIngressFuzzTest bourse.seed=" + seed);
        final SplittableRandom random = new SplittableRandom(seed);
        final StateReport after;
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            final OperatorClient operator = TestCluster.operator(client);
            new SessionOperator(operator).setFeatureLevel(FeatureLevels.BOUNDED);
            DemoReferenceData.define(operator);
            long malformed = 0;
            long forbidden = 0;
            final ChallengedCredentials credentials = credentials();
            try (AeronCluster session = cluster.rawSession(0, credentials))
            {
                final UnsafeBuffer message = new UnsafeBuffer(new byte[LONGEST]);
                for (int i = 0; i < MESSAGES; i++)
                {
                    final int length = next(message, random);
                    final boolean isCommand = CommandForm.isCommand(message, 0, length);
                    final boolean isAdmitted = isCommand && CommandGate.admits(Principal.OPERATOR, message, 0);
                    forbidden += isCommand && !isAdmitted ? 1 : 0;
                    malformed += !isCommand || isAdmitted &&
                        !CommandForm.isUnderstood(message, 0, length, FeatureLevels.BOUNDED) ? 1 : 0;
                    offer(session, message, length, credentials.sealKey());
                }
            }
            final long expected = malformed;
            final long expectedForbidden = forbidden;
            assertTrue(expected > MESSAGES / 4 && expectedForbidden > 0 && expected + expectedForbidden < MESSAGES,
                () -> "expected=" + expected + " expectedForbidden=" + expectedForbidden + " seed=" + seed);
            TestEngine.await("all are counted, seed=" + seed, () ->
                expected == cluster.member(0).counters().get(EngineCounter.MALFORMED_COMMANDS) &&
                expectedForbidden == cluster.member(0).counters().get(EngineCounter.FORBIDDEN_COMMANDS));
            after = operator.reportState();
            assertEquals(List.of(), cluster.failures(), () -> "seed=" + seed);
        }
        requireRestartAndReplay(after);
    }

    private void requireRestartAndReplay(final StateReport before)
    {
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            requireUnchanged(before, TestCluster.operator(client).reportState());
            assertEquals(List.of(), cluster.failures());
        }
        try (OfflineVenue venue = OfflineVenue.open(dir.resolve("member0"), OfflineVenue.ANY_PARTITION))
        {
            final Verification found = venue.verify();
            assertEquals(List.of(), found.findings());
            assertEquals(Verdict.WHOLE, found.verdict());
            assertEquals(0, found.replay().framesMissing());
        }
    }

    private static void requireUnchanged(final StateReport expected, final StateReport found)
    {
        assertEquals(expected.orders(), found.orders());
        assertEquals(expected.positions(), found.positions());
        assertEquals(expected.tradeCount(), found.tradeCount());
    }

    /** Noise, a mangled order, or any template with a body of noise, from an operator or a gateway. */
    private static int next(final UnsafeBuffer message, final SplittableRandom random)
    {
        final byte[] noise = new byte[random.nextInt(8) > 0 ? random.nextInt(400) : random.nextInt(LONGEST)];
        random.nextBytes(noise);
        message.putBytes(0, noise);
        switch (random.nextInt(3))
        {
            case 0:
                return noise.length;
            case 1:
                new NewOrderEncoder().wrapAndApplyHeader(message, 0, new MessageHeaderEncoder());
                final int at = random.nextInt(MessageHeaderDecoder.ENCODED_LENGTH);
                message.putByte(at, (byte)(message.getByte(at) + random.nextInt(3)));
                return random.nextInt(MessageHeaderDecoder.ENCODED_LENGTH + NewOrderDecoder.BLOCK_LENGTH + 70);
            default:
                new MessageHeaderEncoder().wrap(message, 0)
                    .blockLength(random.nextInt(450))
                    .templateId(random.nextInt(CommandForm.MAX_TEMPLATE_ID + 2))
                    .schemaId(MessageHeaderEncoder.SCHEMA_ID)
                    .version(random.nextInt(6));
                message.putShort(MessageHeaderDecoder.ENCODED_LENGTH + 28,
                    (short)(random.nextBoolean() ? OPERATORS : 1), ByteOrder.LITTLE_ENDIAN);
                // Of this partition, never sent before.
                message.putShort(MessageHeaderDecoder.ENCODED_LENGTH + 30, (short)0, ByteOrder.LITTLE_ENDIAN);
                message.putLong(MessageHeaderDecoder.ENCODED_LENGTH + 16, 0, ByteOrder.LITTLE_ENDIAN);
                return MessageHeaderDecoder.ENCODED_LENGTH + random.nextInt(500);
        }
    }

    private ChallengedCredentials credentials()
    {
        return ChallengedCredentials.toCluster(CredentialStore.in(dir), Principal.OPERATOR);
    }

    private static void offer(
        final AeronCluster session, final UnsafeBuffer message, final int length, final SealKey key)
    {
        key.write(message, 0, length);
        TestEngine.await("offered", () ->
        {
            session.pollEgress();
            return session.offer(message, 0, length) > 0;
        });
    }
}
