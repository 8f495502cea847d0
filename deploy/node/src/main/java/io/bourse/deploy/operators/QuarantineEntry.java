// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators;

import io.bourse.clearing.crypto.OwnerFiles;
import io.bourse.engine.client.operator.CommandSigner;
import io.bourse.engine.client.operator.Quarantine;
import io.bourse.engine.client.operator.SignedCommands;
import io.bourse.engine.host.quarantine.QuarantineDirectory;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.QuarantineCommandEncoder;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * The command that enters an approved quarantine into the history, signed by its approver while the engine does not
 * run: beside the file of the quarantine. The next start sends it.
 */
public final class QuarantineEntry
{
    private static final String SUFFIX = ".command";
    private static final long VALID_NS = TimeUnit.HOURS.toNanos(23);

    private QuarantineEntry()
    {
    }

    /**
     * Signs the command and keeps it.
     *
     * @param dataDir of the venue.
     * @param quarantine approved.
     * @param approver who signs.
     * @throws IOException when it cannot be written.
     */
    public static void write(final Path dataDir, final Quarantine quarantine, final CommandSigner approver)
        throws IOException
    {
        final byte[] signature = HexFormat.of().parseHex(quarantine.signature());
        final UnsafeBuffer buffer = new UnsafeBuffer(
            new byte[MessageHeaderEncoder.ENCODED_LENGTH + QuarantineCommandEncoder.BLOCK_LENGTH]);
        final QuarantineCommandEncoder command = new QuarantineCommandEncoder();
        command.wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
            .commandPosition(quarantine.position())
            .requestedNs(quarantine.requestedNs())
            .approvedNs(quarantine.approvedNs())
            .putSha256(quarantine.digest(), 0, QuarantineCommandEncoder.sha256Length())
            .putSignature(signature, 0, QuarantineCommandEncoder.signatureLength())
            .requester(quarantine.requester())
            .approver(quarantine.approver())
            .reason(quarantine.reason())
            .templateId(quarantine.templateId());
        command.header().sequence(1).sessionId(ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE)).gatewayId(0)
            .partition(quarantine.partition());
        OwnerFiles.write(file(dataDir, quarantine), SignedCommands.sign(
            approver, quarantine.approvedNs() + VALID_NS, buffer, 0, buffer.capacity()));
    }

    /**
     * The command that was kept.
     *
     * @param dataDir of the venue.
     * @param quarantine approved.
     * @return a whole OperatorCommand; null when there is none.
     * @throws IOException when it cannot be read.
     */
    public static byte[] read(final Path dataDir, final Quarantine quarantine) throws IOException
    {
        final Path file = file(dataDir, quarantine);
        return Files.exists(file) ? Files.readAllBytes(file) : null;
    }

    private static Path file(final Path dataDir, final Quarantine quarantine)
    {
        return dataDir.resolve(QuarantineDirectory.NAME).resolve(quarantine.position() + SUFFIX);
    }
}
