// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.host.recording.LoggedCommands;
import io.bourse.engine.protocol.AdvanceTimeDecoder;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.RecordAuditTrailDecoder;

import java.util.HexFormat;

/**
 * One command of a journal or log, and who sent it.
 *
 * @param position after it, in bytes.
 * @param stampedNs when it was sequenced, nanoseconds since the Unix epoch.
 * @param sender who sent it.
 * @param templateId which command it is; of a signed one that which is signed.
 * @param sessionId session of the sender.
 * @param sequence number within the session, 0 when it is not counted.
 * @param operator who has signed it, as the core has verified; empty when no one has, or when its events are not there.
 * @param approver the second person; empty when there is none.
 * @param facts what it says, as key=value, of a head of the audit trail; empty of other commands.
 */
public record SentCommand(
    long position,
    long stampedNs,
    CommandSender sender,
    int templateId,
    int sessionId,
    long sequence,
    String operator,
    String approver,
    String facts)
{
    /** Reads the command on which a walk stands. */
    static SentCommand of(
        final LoggedCommands command,
        final long position,
        final CommandHeaderDecoder header,
        final OperatorCensus operators)
    {
        final CommandSender sender = senderOf(command, header);
        final OperatorCensus.Act act = operators.actAt(position);
        return new SentCommand(position, command.stampedNs(), sender,
            CommandForm.templateId(command.buffer(), command.innerOffset()), header.sessionId(), header.sequence(),
            null == act ? "" : act.operator().text(),
            null == act || null == act.approver() ? "" : act.approver().text(),
            facts(command));
    }

    private static String facts(final LoggedCommands command)
    {
        if (RecordAuditTrailDecoder.TEMPLATE_ID != CommandForm.templateId(command.buffer(), command.offset()) ||
            command.length() < MessageHeaderDecoder.ENCODED_LENGTH + RecordAuditTrailDecoder.BLOCK_LENGTH)
        {
            return "";
        }
        final RecordAuditTrailDecoder head = new RecordAuditTrailDecoder()
            .wrapAndApplyHeader(command.buffer(), command.offset(), new MessageHeaderDecoder());
        final byte[] sha256 = new byte[RecordAuditTrailDecoder.sha256Length()];
        head.getSha256(sha256, 0, sha256.length);
        return "runId=" + head.runId() + " tradingDate=" + head.tradingDate() + " lines=" + head.lines() +
            " sha256=" + HexFormat.of().formatHex(sha256);
    }

    /** Who sent the command on which a walk stands; leaves the decoder on its header. */
    static CommandSender senderOf(final LoggedCommands command, final CommandHeaderDecoder header)
    {
        header.wrap(command.buffer(), command.offset() + MessageHeaderDecoder.ENCODED_LENGTH);
        // Clients count theirs.
        final boolean isHost = 0 == header.sequence() &&
            AdvanceTimeDecoder.TEMPLATE_ID == CommandForm.templateId(command.buffer(), command.offset());
        return new CommandSender(header.gatewayId(), command.isAuthenticated(), isHost);
    }
}
