// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.protocol.snapshot.SequencesDecoder;
import io.bourse.engine.protocol.snapshot.SequencesEncoder;

import java.util.Arrays;

/**
 * Last command processed of every (gateway, session): what makes each
 * command happen exactly once.
 */
public final class SequenceTracker implements HashedState, SnapshotPart
{
    private static final int INITIAL_CAPACITY = 64;
    private static final int ENTRIES = SnapshotWriter.entriesPerRecord(
        SequencesEncoder.BLOCK_LENGTH, SequencesEncoder.EntriesEncoder.sbeBlockLength());

    private final KeyTable keys = new KeyTable();
    private long[] lastSequences = new long[INITIAL_CAPACITY];

    /**
     * Notes a command unless it was there before.
     *
     * @param gatewayId of the command.
     * @param sessionId of the command.
     * @param sequence of the command; 0 is not deduplicated.
     * @return false when this or a later command of the session was already processed; nothing has changed then.
     */
    public boolean accept(final int gatewayId, final int sessionId, final long sequence)
    {
        if (0 == sequence)
        {
            return true;
        }
        if (sequence < 0)
        {
            return false;
        }
        final int index = keys.indexOfOrAdd((long)gatewayId << 32 | (sessionId & 0xFFFF_FFFFL));
        if (index >= lastSequences.length)
        {
            lastSequences = Arrays.copyOf(lastSequences, lastSequences.length << 1);
        }
        if (sequence <= lastSequences[index])
        {
            return false;
        }
        lastSequences[index] = sequence;
        return true;
    }

    /** How many sessions have sent commands with a sequence. */
    public int size()
    {
        return keys.size();
    }

    @Override
    public void writeTo(final SnapshotWriter writer)
    {
        final SequencesEncoder encoder = new SequencesEncoder();
        for (int first = 0; first < size(); first += ENTRIES)
        {
            final int end = Math.min(size(), first + ENTRIES);
            final SequencesEncoder.EntriesEncoder group = writer.begin(encoder).entriesCount(end - first);
            for (int i = first; i < end; i++)
            {
                group.next().session(keys.keyAt(i)).lastSequence(lastSequences[i]);
            }
            writer.write(encoder.encodedLength());
        }
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(SequencesDecoder.TEMPLATE_ID, this::read);
    }

    private void read(final SnapshotRecord record)
    {
        final SequencesDecoder.EntriesDecoder group = record.decode(new SequencesDecoder()).entries();
        while (group.hasNext())
        {
            set(keys.add(group.next().session()), group.lastSequence());
        }
    }

    private void set(final int index, final long sequence)
    {
        if (index >= lastSequences.length)
        {
            lastSequences = Arrays.copyOf(lastSequences, lastSequences.length << 1);
        }
        lastSequences[index] = sequence;
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(keys.size());
        for (int i = 0; i < keys.size(); i++)
        {
            hash.add(keys.keyAt(i));
            hash.add(lastSequences[i]);
        }
    }
}
