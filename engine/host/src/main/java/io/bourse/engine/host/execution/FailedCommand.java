// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.EngineSchema;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import org.agrona.DirectBuffer;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

/**
 * A command at which the core failed.
 *
 * @param position journal position after it.
 * @param stampedNs its time, nanoseconds since the Unix epoch.
 * @param templateId what it is.
 * @param gatewayId of its sender.
 * @param sessionId of its sender.
 * @param sequence of its sender.
 * @param sha256 of its bytes, hexadecimal.
 * @param failure what the core threw.
 */
public record FailedCommand(
    long position,
    long stampedNs,
    int templateId,
    int gatewayId,
    int sessionId,
    long sequence,
    String sha256,
    String failure)
{
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    static FailedCommand of(
        final long stampedNs,
        final long position,
        final DirectBuffer buffer,
        final int offset,
        final int length,
        final Throwable cause)
    {
        final CommandHeaderDecoder header =
            new CommandHeaderDecoder().wrap(buffer, offset + MessageHeaderDecoder.ENCODED_LENGTH);
        return new FailedCommand(position, stampedNs, CommandForm.templateId(buffer, offset), header.gatewayId(),
            header.sessionId(), header.sequence(), HexFormat.of().formatHex(sha256(buffer, offset, length)),
            String.valueOf(cause));
    }

    public static byte[] sha256(final DirectBuffer buffer, final int offset, final int length)
    {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        try
        {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        }
        catch (final NoSuchAlgorithmException ex)
        {
            throw new IllegalStateException("every Java has SHA-256", ex);
        }
    }

    @Override
    public String toString()
    {
        return "position=" + position +
            " time=" + Instant.ofEpochSecond(stampedNs / SECOND_NS, stampedNs % SECOND_NS) +
            " template=" + EngineSchema.messageName(templateId) +
            " gatewayId=" + gatewayId +
            " sessionId=" + sessionId +
            " sequence=" + sequence +
            " sha256=" + sha256 +
            " failure=\"" + failure + "\"";
    }
}
