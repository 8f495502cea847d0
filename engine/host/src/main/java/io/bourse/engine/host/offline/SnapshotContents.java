// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.core.snapshot.SnapshotSink;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.DefineInstrumentDecoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.snapshot.InstrumentDecoder;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.OperatorsDecoder;
import io.bourse.engine.protocol.snapshot.SnapshotBeginDecoder;
import io.bourse.engine.protocol.snapshot.TradingSessionDecoder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What people want to know of a venue and a state report does not have, read from the records of a snapshot.
 */
final class SnapshotContents implements SnapshotSink
{
    private static final int CLOSED = 0;
    private static final int OPEN = 1;

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final SnapshotBeginDecoder begin = new SnapshotBeginDecoder();
    private final TradingSessionDecoder tradingSession = new TradingSessionDecoder();
    private final InstrumentDecoder instrument = new InstrumentDecoder();
    private final DefineInstrumentDecoder definition = new DefineInstrumentDecoder();
    private final OperatorsDecoder operators = new OperatorsDecoder();
    private final List<VenueState.InstrumentState> instruments = new ArrayList<>();
    private final Map<Integer, String> operatorNames = new HashMap<>();
    private VenueState.SessionState session = VenueState.SessionState.NONE;
    private long frameSequence;
    private long rollingHash;

    @Override
    public void onRecord(final DirectBuffer buffer, final int offset, final int length)
    {
        header.wrap(buffer, offset);
        switch (header.templateId())
        {
            case SnapshotBeginDecoder.TEMPLATE_ID ->
            {
                begin.wrapAndApplyHeader(buffer, offset, header);
                frameSequence = begin.frameSequence();
                rollingHash = begin.rollingHash();
            }
            case TradingSessionDecoder.TEMPLATE_ID ->
                onSession(tradingSession.wrapAndApplyHeader(buffer, offset, header));
            case InstrumentDecoder.TEMPLATE_ID ->
                onInstrument(instrument.wrapAndApplyHeader(buffer, offset, header));
            case OperatorsDecoder.TEMPLATE_ID ->
            {
                for (final OperatorsDecoder.EntriesDecoder entry :
                    operators.wrapAndApplyHeader(buffer, offset, header).entries())
                {
                    operatorNames.put(entry.operatorId(), entry.name());
                }
            }
            default ->
            {
                // The rest is in the report of the core that is made of it.
            }
        }
    }

    private void onSession(final TradingSessionDecoder record)
    {
        if (0 == record.sessionId())
        {
            return;
        }
        final VenueState.SessionState opened = new VenueState.SessionState(
            record.sessionId(), record.tradingDate(), VenueState.OPEN, 0);
        final boolean isCleared = CLOSED == record.phase() || 0 != record.isRunCompleted();
        session = OPEN == record.phase() ? opened :
            opened.with((isCleared ? "CLEARED_" : "SUSPENDED_") + ClearingKind.get(record.runKind()), record.runId());
    }

    private void onInstrument(final InstrumentDecoder record)
    {
        final Phase phase = Phase.get(record.phase());
        final byte[] command = new byte[DefineInstrumentDecoder.BLOCK_LENGTH];
        record.getDefinition(command, CommandHeaderDecoder.ENCODED_LENGTH, record.definitionLength());
        definition.wrap(new UnsafeBuffer(command), 0, command.length, DefineInstrumentDecoder.SCHEMA_VERSION);
        instruments.add(
            new VenueState.InstrumentState(definition.instrumentId(), definition.symbol().trim(), phase));
    }

    VenueState.SessionState session()
    {
        return session;
    }

    List<VenueState.InstrumentState> instruments()
    {
        return instruments;
    }

    /** Names of operators by number. */
    Map<Integer, String> operatorNames()
    {
        return operatorNames;
    }

    long frameSequence()
    {
        return frameSequence;
    }

    long rollingHash()
    {
        return rollingHash;
    }
}
