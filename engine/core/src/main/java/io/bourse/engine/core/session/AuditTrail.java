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
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.protocol.AuditTrailRecordedDecoder;
import io.bourse.engine.protocol.AuditTrailRecordedEncoder;
import io.bourse.engine.protocol.RecordAuditTrailDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.TradingDates;
import io.bourse.engine.protocol.snapshot.AuditTrailDecoder;
import io.bourse.engine.protocol.snapshot.AuditTrailEncoder;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteOrder;

/**
 * The last head of clearing's audit trail. The trail only grows: a head with fewer lines, or another line of the same
 * number, is refused.
 */
public final class AuditTrail implements HashedState, SnapshotPart
{
    private static final int CLEARING = 65_535;
    private static final int LINES_OFFSET = AuditTrailRecordedDecoder.linesEncodingOffset();
    private static final int SHA256_OFFSET = AuditTrailRecordedDecoder.sha256EncodingOffset();
    private static final int BODY_OFFSET = RecordAuditTrailDecoder.runIdEncodingOffset();

    private final RecordAuditTrailDecoder recordAuditTrail = new RecordAuditTrailDecoder();
    private final AuditTrailRecordedEncoder recorded = new AuditTrailRecordedEncoder();
    private final byte[] sha256 = new byte[AuditTrailRecordedDecoder.sha256Length()];
    /** The fields of the event; zeros before the first one. */
    private final byte[] body = new byte[AuditTrailRecordedDecoder.BLOCK_LENGTH];
    private final UnsafeBuffer fields = new UnsafeBuffer(body);
    private final SessionState session;
    private final EventGroupWriter writer;

    /**
     * No head yet.
     *
     * @param session whose date no run can be ahead of.
     * @param writer of events.
     * @param table of all commands, to enter the one of a head.
     */
    public AuditTrail(final SessionState session, final EventGroupWriter writer, final CommandTable table)
    {
        this.session = session;
        this.writer = writer;
        table.add(new CommandKind(RecordAuditTrailDecoder.TEMPLATE_ID, this::onRecordAuditTrail));
    }

    private RejectReason onRecordAuditTrail(final CommandEnvelope envelope)
    {
        if (CLEARING != envelope.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        final RecordAuditTrailDecoder command = envelope.decode(recordAuditTrail);
        if (command.runId() <= 0 || command.lines() <= 0)
        {
            return RejectReason.INVALID_FIELD;
        }
        if (!TradingDates.isDate(command.tradingDate()))
        {
            return RejectReason.NOT_A_TRADING_DATE;
        }
        final int from = envelope.blockOffset + BODY_OFFSET;
        fields.getBytes(SHA256_OFFSET, sha256);
        if (command.tradingDate() > session.tradingDate() || command.lines() < lines() ||
            command.lines() == lines() && !FieldCheck.contains(envelope.buffer, from + SHA256_OFFSET, sha256))
        {
            return RejectReason.WRONG_STATE;
        }
        envelope.buffer.getBytes(from, body);
        writer.buffer().putBytes(writer.next(recorded).offset(), body);
        return null;
    }

    private long lines()
    {
        return fields.getLong(LINES_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void writeTo(final SnapshotWriter snapshot)
    {
        if (0 != lines())
        {
            final AuditTrailEncoder encoder = new AuditTrailEncoder();
            snapshot.begin(encoder).putBody(body, 0, body.length);
            snapshot.write(encoder.encodedLength());
        }
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(AuditTrailDecoder.TEMPLATE_ID, this::read);
    }

    private void read(final SnapshotRecord record)
    {
        record.decode(new AuditTrailDecoder())
            .getBody(body, 0, body.length);
    }

    /** Histories without a head have hashes that do not know of any. */
    @Override
    public void hashInto(final StateHash hash)
    {
        if (0 != lines())
        {
            hash.add(body);
        }
    }
}
