// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.DefineMemberOfficerDecoder;
import io.bourse.engine.protocol.DefineOperatorDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.OperatorCommandDecoder;
import io.bourse.engine.protocol.OperatorCommandEncoder;
import io.bourse.engine.protocol.OperatorSignature;
import io.bourse.engine.protocol.SignedCommandForm;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

/**
 * Signs commands of operators, approves them, and says what they are.
 */
public final class SignedCommands
{
    /** How long a command is signed for that waits for an approval: as long as the engine allows. */
    static final long WAITS_FOR_APPROVAL_NS = TimeUnit.HOURS.toNanos(24);

    private SignedCommands()
    {
    }

    /**
     * Signs a command.
     *
     * @param signer who sends it.
     * @param expiresNs engine time after which it is refused, at most 24 hours ahead.
     * @param buffer that holds the command.
     * @param offset of its message header.
     * @param length of the whole message.
     * @return a whole {@code OperatorCommand} without an approval.
     */
    public static byte[] sign(
        final CommandSigner signer,
        final long expiresNs,
        final DirectBuffer buffer,
        final int offset,
        final int length)
    {
        final byte[] signature = signer.sign(OperatorSignature.command(
            signer.venueId(), expiresNs, signer.operatorId(), buffer, offset, length));
        final UnsafeBuffer signed = new UnsafeBuffer(new byte[SignedCommandForm.INNER_OFFSET + length]);
        final OperatorCommandEncoder encoder = new OperatorCommandEncoder();
        encoder.wrapAndApplyHeader(signed, 0, new MessageHeaderEncoder());
        signed.putBytes(
            MessageHeaderEncoder.ENCODED_LENGTH, buffer, offset + MessageHeaderDecoder.ENCODED_LENGTH,
            CommandHeaderDecoder.ENCODED_LENGTH);
        encoder.expiresNs(expiresNs).operatorId(signer.operatorId()).approverId(0)
            .putSignature(signature, 0, OperatorSignature.LENGTH)
            .putApproval(new byte[OperatorSignature.LENGTH], 0, OperatorSignature.LENGTH)
            .putCommand(buffer, offset, length);
        return signed.byteArray();
    }

    /**
     * Approves a command.
     *
     * @param operatorCommand signed by another person.
     * @param approver who approves it.
     * @return the command with the approval, for {@link OperatorClient#submit}.
     */
    public static byte[] approve(final byte[] operatorCommand, final CommandSigner approver)
    {
        final OperatorCommandDecoder command = decode(operatorCommand);
        final byte[] approval = approver.sign(OperatorSignature.approval(
            requested(command, approver.venueId()), approver.operatorId()));
        final byte[] approved = operatorCommand.clone();
        new OperatorCommandEncoder().wrap(new UnsafeBuffer(approved), MessageHeaderEncoder.ENCODED_LENGTH)
            .approverId(approver.operatorId())
            .putApproval(approval, 0, OperatorSignature.LENGTH);
        return approved;
    }

    /**
     * Digest of a command as its requester signed it: the same before and after its approval.
     *
     * @param operatorCommand signed.
     * @return SHA-256 of its bytes without an approval, hexadecimal.
     */
    public static String sha256(final byte[] operatorCommand)
    {
        decode(operatorCommand);
        final byte[] requested = operatorCommand.clone();
        new OperatorCommandEncoder().wrap(new UnsafeBuffer(requested), MessageHeaderEncoder.ENCODED_LENGTH)
            .approverId(0)
            .putApproval(new byte[OperatorSignature.LENGTH], 0, OperatorSignature.LENGTH);
        return HexFormat.of().formatHex(OperatorSignature.sha256(requested));
    }

    /**
     * Who sends a command.
     *
     * @param operatorCommand signed.
     * @return number of the requester.
     */
    public static int operatorId(final byte[] operatorCommand)
    {
        return decode(operatorCommand).operatorId();
    }

    /**
     * Until when the engine takes a command.
     *
     * @param operatorCommand signed.
     * @return ns since the epoch.
     */
    public static long expiresNs(final byte[] operatorCommand)
    {
        return decode(operatorCommand).expiresNs();
    }

    /**
     * When a command that waits for an approval was asked for.
     *
     * @param operatorCommand signed for as long as the engine allows.
     * @return engine time, ns since the epoch.
     */
    public static long askedNs(final byte[] operatorCommand)
    {
        return expiresNs(operatorCommand) - WAITS_FOR_APPROVAL_NS;
    }

    /**
     * Which operator a command defines.
     *
     * @param operatorCommand signed.
     * @return number of the operator, 0 when it does something else.
     */
    public static int definedOperatorId(final byte[] operatorCommand)
    {
        decode(operatorCommand);
        final UnsafeBuffer buffer = new UnsafeBuffer(operatorCommand);
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        return switch (CommandForm.templateId(buffer, SignedCommandForm.INNER_OFFSET))
        {
            case DefineOperatorDecoder.TEMPLATE_ID -> new DefineOperatorDecoder()
                .wrapAndApplyHeader(buffer, SignedCommandForm.INNER_OFFSET, header).operatorId();
            case DefineMemberOfficerDecoder.TEMPLATE_ID -> new DefineMemberOfficerDecoder()
                .wrapAndApplyHeader(buffer, SignedCommandForm.INNER_OFFSET, header).operatorId();
            default -> 0;
        };
    }

    /**
     * What a command says.
     *
     * @param operatorCommand signed.
     * @return its name, its fields in the order of the schema, its requester and its expiry.
     */
    public static String describe(final byte[] operatorCommand)
    {
        final OperatorCommandDecoder command = decode(operatorCommand);
        return CommandText.of(new UnsafeBuffer(operatorCommand), SignedCommandForm.INNER_OFFSET) +
            " operatorId=" + command.operatorId() +
            " expires=" + Instant.ofEpochSecond(0, command.expiresNs()).truncatedTo(ChronoUnit.SECONDS);
    }

    static OperatorCommandDecoder decode(final byte[] operatorCommand)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(operatorCommand);
        CommandForm.check(buffer, 0, operatorCommand.length);
        if (!SignedCommandForm.isSigned(buffer, 0, operatorCommand.length))
        {
            throw new IllegalArgumentException("this command is not signed: templateId=" +
                CommandForm.templateId(buffer, 0) + " length=" + operatorCommand.length);
        }
        return new OperatorCommandDecoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderDecoder());
    }

    private static byte[] requested(final OperatorCommandDecoder command, final byte[] venueId)
    {
        final int innerLength = command.buffer().capacity() - SignedCommandForm.INNER_OFFSET;
        return OperatorSignature.command(venueId, command.expiresNs(), command.operatorId(), command.buffer(),
            SignedCommandForm.INNER_OFFSET, innerLength);
    }
}
