// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.codecs.MessageHeaderEncoder;
import io.aeron.cluster.codecs.SessionMessageHeaderEncoder;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.security.CredentialsSupplier;
import io.aeron.security.NullCredentialsSupplier;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.protocol.ReportStateEncoder;
import io.bourse.engine.protocol.SetCollateralEncoder;
import io.bourse.engine.protocol.SuspendTradingEncoder;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Another user of the machine, who knows everything about a venue but its secrets. Prints what he was let to do.
 */
final class StrangerProcess
{
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(4);
    private static final int ARCHIVE_PORT_OFFSET = 3;
    private static final int SESSIONS = 64;
    private static final int INGRESS_STREAM_ID = 101;

    private StrangerProcess()
    {
    }

    /** Directory of the venue's media driver, ingress endpoints or a hyphen, directory of his own. */
    public static void main(final String[] args)
    {
        final Path driverDir = Path.of(args[0]);
        System.out.println("memory " + (Files.isReadable(driverDir.resolve("cnc.dat")) ? "open" : "closed"));
        System.out.println("driver " + tried(() -> Aeron.connect(
            new Aeron.Context().aeronDirectoryName(args[0]).driverTimeoutMs(1_000))));
        if (!"-".equals(args[1]))
        {
            attackPorts(args[1], args[2]);
        }
    }

    private static void attackPorts(final String ingressEndpoints, final String ownDir)
    {
        try (MediaDriver driver = MediaDriver.launch(new MediaDriver.Context()
            .aeronDirectoryName(ownDir + "/driver")
            .threadingMode(ThreadingMode.SHARED)
            .dirDeleteOnShutdown(true));
            Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName())))
        {
            final String endpoint = ingressEndpoints.split(",")[0].split("=")[1];
            final int port = Integer.parseInt(endpoint.substring(endpoint.indexOf(':') + 1));
            for (final CredentialsSupplier credentials : List.of(
                new NullCredentialsSupplier(), new Name("operator"), new Name("engine")))
            {
                System.out.println("ingress " + tried(() -> AeronCluster.connect(new AeronCluster.Context()
                    .aeron(aeron)
                    .ownsAeronClient(false)
                    .credentialsSupplier(credentials)
                    .messageTimeoutNs(PATIENCE_NS)
                    .ingressEndpoints(ingressEndpoints)
                    .ingressChannel("aeron:udp")
                    .egressChannel("aeron:udp?endpoint=127.0.0.1:0"))));
                System.out.println("archive " + tried(() -> AeronArchive.connect(new AeronArchive.Context()
                    .aeron(aeron)
                    .ownsAeronClient(false)
                    .credentialsSupplier(credentials)
                    .messageTimeoutNs(PATIENCE_NS)
                    .controlRequestChannel("aeron:udp?endpoint=127.0.0.1:" + (port + ARCHIVE_PORT_OFFSET))
                    .controlRequestStreamId(EngineStreams.ARCHIVE_CONTROL_STREAM_ID)
                    .controlResponseChannel("aeron:udp?endpoint=127.0.0.1:0"))));
            }
            System.out.println("forged " + forge(aeron, endpoint));
        }
    }

    /** Commands in the name of whatever session may be open; one of them of a version that nobody knows. */
    private static int forge(final Aeron aeron, final String endpoint)
    {
        int sent = 0;
        try (ExclusivePublication publication =
            aeron.addExclusivePublication("aeron:udp?term-length=64k|endpoint=" + endpoint, INGRESS_STREAM_ID))
        {
            final long deadlineNs = System.nanoTime() + PATIENCE_NS;
            while (!publication.isConnected() && System.nanoTime() - deadlineNs < 0)
            {
                LockSupport.parkNanos(100_000);
            }
            final UnsafeBuffer message = new UnsafeBuffer(new byte[256]);
            final SessionMessageHeaderEncoder envelope =
                new SessionMessageHeaderEncoder().wrapAndApplyHeader(message, 0, new MessageHeaderEncoder());
            for (int session = 1; session <= SESSIONS; session++)
            {
                envelope.leadershipTermId(0).clusterSessionId(session).timestamp(0);
                final io.bourse.engine.protocol.MessageHeaderEncoder header =
                    new io.bourse.engine.protocol.MessageHeaderEncoder();
                final int body = AeronCluster.SESSION_HEADER_LENGTH;
                new SuspendTradingEncoder().wrapAndApplyHeader(message, body, header).runId(2026_11_23_01L);
                sent += publication.offer(message, 0, 192) > 0 ? 1 : 0;
                new SetCollateralEncoder().wrapAndApplyHeader(message, body, header).collateralKopecks(1);
                sent += publication.offer(message, 0, 192) > 0 ? 1 : 0;
                header.wrap(message, body).blockLength(40).templateId(ReportStateEncoder.TEMPLATE_ID)
                    .schemaId(io.bourse.engine.protocol.MessageHeaderEncoder.SCHEMA_ID).version(999);
                sent += publication.offer(message, 0, body + 48) > 0 ? 1 : 0;
            }
        }
        return sent;
    }

    private static String tried(final Callable<AutoCloseable> attempt)
    {
        try (AutoCloseable taken = attempt.call())
        {
            return "TAKEN " + taken;
        }
        catch (final Exception ex)
        {
            return "refused " + ex.getClass().getSimpleName();
        }
    }

    /** Names a principal; there is nothing to prove it with. */
    private record Name(String text) implements CredentialsSupplier
    {
        @Override
        public byte[] encodedCredentials()
        {
            return text.getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public byte[] onChallenge(final byte[] encodedChallenge)
        {
            return new byte[32 + text.length()];
        }
    }
}
