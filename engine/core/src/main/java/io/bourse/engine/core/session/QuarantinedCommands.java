// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.session;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.command.FieldCheck;
import io.bourse.engine.core.event.EventGroupWriter;
import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.core.state.HashedState;
import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.protocol.CommandQuarantinedDecoder;
import io.bourse.engine.protocol.CommandQuarantinedEncoder;
import io.bourse.engine.protocol.QuarantineCommandDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.snapshot.QuarantinedCommandDecoder;
import io.bourse.engine.protocol.snapshot.QuarantinedCommandEncoder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The commands that the host did not let the core execute, by position. {@code QuarantineCommand} enters who has
 * decided that, and why; it is refused for a command that was executed.
 */
public final class QuarantinedCommands implements HashedState, SnapshotPart
{
    private static final int OPERATORS = 0;
    private static final int POSITION_OFFSET = CommandQuarantinedDecoder.commandPositionEncodingOffset();
    private static final int SHA256_OFFSET = CommandQuarantinedDecoder.sha256EncodingOffset();
    private static final int BODY_OFFSET = QuarantineCommandDecoder.commandPositionEncodingOffset();

    private final QuarantineCommandDecoder quarantineCommand = new QuarantineCommandDecoder();
    private final CommandQuarantinedEncoder quarantined = new CommandQuarantinedEncoder();
    private final List<Entry> entries = new ArrayList<>();
    private final EventGroupWriter writer;

    /** The fields of the event; all but position and digest are zeros until they are entered. */
    private static final class Entry
    {
        private final byte[] body = new byte[CommandQuarantinedDecoder.BLOCK_LENGTH];
        private final UnsafeBuffer fields = new UnsafeBuffer(body);
        private boolean isEntered;

        private boolean isAt(final long position)
        {
            return position == fields.getLong(POSITION_OFFSET, ByteOrder.LITTLE_ENDIAN);
        }
    }

    /**
     * No command yet.
     *
     * @param writer of events.
     * @param table of all commands, to enter the one of a quarantine.
     */
    public QuarantinedCommands(final EventGroupWriter writer, final CommandTable table)
    {
        this.writer = writer;
        table.add(new CommandKind(QuarantineCommandDecoder.TEMPLATE_ID, this::onQuarantineCommand));
    }

    /**
     * Notes a command that is not executed.
     *
     * @param position journal position after it.
     * @param sha256 of its bytes.
     */
    public void add(final long position, final byte[] sha256)
    {
        final Entry entry = new Entry();
        entry.fields.putLong(POSITION_OFFSET, position, ByteOrder.LITTLE_ENDIAN);
        entry.fields.putBytes(SHA256_OFFSET, sha256);
        entries.add(entry);
    }

    private RejectReason onQuarantineCommand(final CommandEnvelope command)
    {
        if (OPERATORS != command.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        command.decode(quarantineCommand);
        final int body = command.blockOffset + BODY_OFFSET;
        if (!isText(body, CommandQuarantinedDecoder.requesterEncodingOffset(),
            CommandQuarantinedDecoder.requesterLength()) ||
            !isText(body, CommandQuarantinedDecoder.approverEncodingOffset(),
            CommandQuarantinedDecoder.approverLength()) ||
            !isText(body, CommandQuarantinedDecoder.reasonEncodingOffset(),
            CommandQuarantinedDecoder.reasonLength()))
        {
            return RejectReason.INVALID_FIELD;
        }
        final Entry entry = find(command.buffer, body);
        if (null == entry)
        {
            return RejectReason.WRONG_STATE;
        }
        if (entry.isEntered)
        {
            return RejectReason.ALREADY_DEFINED;
        }
        entry.isEntered = true;
        command.buffer.getBytes(body, entry.body);
        writer.buffer().putBytes(writer.next(quarantined).offset(), entry.body);
        return null;
    }

    private boolean isText(final int body, final int offset, final int length)
    {
        return FieldCheck.isText(quarantineCommand.buffer(), body + offset, length, 1);
    }

    private Entry find(final DirectBuffer buffer, final int body)
    {
        final long position = buffer.getLong(body + POSITION_OFFSET, ByteOrder.LITTLE_ENDIAN);
        for (final Entry entry : entries)
        {
            if (entry.isAt(position))
            {
                final byte[] sha256 = new byte[CommandQuarantinedDecoder.sha256Length()];
                entry.fields.getBytes(SHA256_OFFSET, sha256);
                return FieldCheck.contains(buffer, body + SHA256_OFFSET, sha256) ? entry : null;
            }
        }
        return null;
    }

    @Override
    public void writeTo(final SnapshotWriter snapshot)
    {
        final QuarantinedCommandEncoder encoder = new QuarantinedCommandEncoder();
        for (final Entry entry : entries)
        {
            snapshot.begin(encoder)
                .isEntered(SnapshotWriter.flag(entry.isEntered))
                .putBody(entry.body, 0, entry.body.length);
            snapshot.write(encoder.encodedLength());
        }
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(QuarantinedCommandDecoder.TEMPLATE_ID, this::read);
    }

    private void read(final SnapshotRecord record)
    {
        final QuarantinedCommandDecoder decoder = record.decode(new QuarantinedCommandDecoder());
        final Entry entry = new Entry();
        entry.isEntered = 0 != decoder.isEntered();
        decoder.getBody(entry.body, 0, entry.body.length);
        entries.add(entry);
    }

    /** Histories without a quarantine have hashes that do not know of any. */
    @Override
    public void hashInto(final StateHash hash)
    {
        for (final Entry entry : entries)
        {
            hash.add(entry.isEntered);
            hash.add(entry.body);
        }
    }
}
