// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.client.operator.OperatorSpec;
import io.bourse.engine.core.snapshot.SnapshotException;
import io.bourse.engine.core.snapshot.SnapshotSink;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import io.bourse.engine.host.snapshot.SnapshotFile;
import io.bourse.engine.host.snapshot.SnapshotFileException;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.OperatorPolicyDecoder;
import io.bourse.engine.protocol.snapshot.OperatorsDecoder;
import io.bourse.engine.protocol.snapshot.SnapshotBeginDecoder;
import org.agrona.DirectBuffer;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The register of operators in the records of a snapshot.
 */
final class SnapshotOperators implements SnapshotSink
{
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final SnapshotBeginDecoder begin = new SnapshotBeginDecoder();
    private final OperatorsDecoder entries = new OperatorsDecoder();
    private final OperatorPolicyDecoder policy = new OperatorPolicyDecoder();
    private final List<OperatorSpec> operators = new ArrayList<>();
    private final Consumer<SnapshotSink> snapshot;
    private byte[] venueId;
    private long frameSequence;
    private long rollingHash;

    private SnapshotOperators(final Consumer<SnapshotSink> snapshot)
    {
        this.snapshot = snapshot;
    }

    /**
     * Reads the newest good snapshot, of a member of a cluster or of a solo host.
     *
     * @param events that confirm it.
     * @return null when there is none.
     */
    static SnapshotOperators newest(final Path dataDir, final Path archiveDir, final RecordedStream events)
    {
        final ClusterSnapshot member = ClusterSnapshot.newest(dataDir, archiveDir);
        if (null != member)
        {
            final SnapshotOperators found = new SnapshotOperators(member::readRecords);
            member.readRecords(found);
            return found;
        }
        for (final SnapshotDirectory.Entry entry : new SnapshotDirectory(dataDir).newestFirst())
        {
            try
            {
                final SnapshotOperators found =
                    new SnapshotOperators((sink) -> SnapshotFile.read(entry.file(), sink));
                final SnapshotFile.Contents contents = SnapshotFile.read(entry.file(), found);
                if (null == SnapshotPlace.contradiction(contents.header(), found.rollingHash, events))
                {
                    return found;
                }
            }
            catch (final SnapshotFileException | SnapshotException | UncheckedIOException ignored)
            {
                // The one before it: a host that runs removes old ones, and may have removed this one.
            }
        }
        return null;
    }

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
            case OperatorsDecoder.TEMPLATE_ID ->
            {
                for (final OperatorsDecoder.EntriesDecoder entry :
                    entries.wrapAndApplyHeader(buffer, offset, header).entries())
                {
                    final byte[] publicKey = new byte[OperatorsDecoder.EntriesDecoder.publicKeyLength()];
                    entry.getPublicKey(publicKey, 0, publicKey.length);
                    operators.add(new OperatorSpec(entry.operatorId(), entry.name(), entry.roles(),
                        0 != entry.isActive(), publicKey, firm(entry)));
                }
            }
            case OperatorPolicyDecoder.TEMPLATE_ID ->
            {
                venueId = new byte[OperatorPolicyDecoder.venueIdLength()];
                policy.wrapAndApplyHeader(buffer, offset, header).getVenueId(venueId, 0, venueId.length);
            }
            default ->
            {
                // The rest is not about operators.
            }
        }
    }

    /** Null of an operator of the venue; version 8 of snapshots knows others. */
    static String firm(final OperatorsDecoder.EntriesDecoder entry)
    {
        final long packed = entry.actingVersion() < OperatorsDecoder.EntriesDecoder.firmSinceVersion() ?
            0 : entry.firm();
        return 0 == packed ? null : AccountCode.unpack(packed);
    }

    /** Reads it again: all of it was right. */
    void readRecords(final SnapshotSink records)
    {
        snapshot.accept(records);
    }

    /** In order of their first definition. */
    List<OperatorSpec> operators()
    {
        return operators;
    }

    /** Null when there is no policy. */
    byte[] venueId()
    {
        return venueId;
    }

    /** Of the last event frame before it. */
    long frameSequence()
    {
        return frameSequence;
    }

    /** Over all events before it. */
    long rollingHash()
    {
        return rollingHash;
    }
}
