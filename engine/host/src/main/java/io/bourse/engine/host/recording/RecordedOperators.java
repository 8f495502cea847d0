// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.operator.OperatorSpec;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OperatorDefinedDecoder;
import io.bourse.engine.protocol.OperatorPolicySetDecoder;
import org.agrona.DirectBuffer;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The register of operators in the recorded events of a venue, with every change of it. The files alone are read: the
 * venue may run or not.
 */
public final class RecordedOperators
{
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final EventGroupDecoder frame = new EventGroupDecoder();
    private final OperatorDefinedDecoder defined = new OperatorDefinedDecoder();
    private final OperatorPolicySetDecoder policySet = new OperatorPolicySetDecoder();
    private final List<Change> changes = new ArrayList<>();
    private byte[] venueId;

    /**
     * An operator was defined, or roles, state or key replaced.
     *
     * @param operator as it is from then on.
     * @param timeNs engine time.
     */
    public record Change(OperatorSpec operator, long timeNs)
    {
    }

    private RecordedOperators()
    {
    }

    /**
     * Reads them.
     *
     * @param dataDir of an engine.
     * @return what is recorded up to the end, or to the first frame that is damaged; empty when there are no events.
     */
    public static RecordedOperators read(final Path dataDir)
    {
        final RecordedOperators found = new RecordedOperators();
        final Path archiveDir = EngineDirectories.archiveDir(dataDir);
        final RecordedStream stream = !Files.isDirectory(archiveDir) ? null :
            RecordedStream.find(archiveDir, "event stream", EngineStreams.EVENTS_STREAM_ID);
        if (null == stream)
        {
            return found;
        }
        try (RecordingWalker walker = new RecordingWalker(stream, Long.MAX_VALUE))
        {
            while (walker.nextData())
            {
                found.onFrame(walker.buffer(), walker.payloadOffset());
            }
        }
        return found;
    }

    /** Every change, in its order. */
    public List<Change> changes()
    {
        return List.copyOf(changes);
    }

    /** Id that signatures are for; null when the venue has no policy of operators. */
    public byte[] venueId()
    {
        return null == venueId ? null : venueId.clone();
    }

    private void onFrame(final DirectBuffer buffer, final int offset)
    {
        frame.wrapAndApplyHeader(buffer, offset, header);
        final int eventCount = frame.eventCount();
        final long timeNs = frame.engineTimeNs();
        int at = EventFrames.firstEventOffset(frame, offset);
        for (int i = 0; i < eventCount; i++)
        {
            header.wrap(buffer, at);
            if (OperatorDefinedDecoder.TEMPLATE_ID == header.templateId())
            {
                defined.wrapAndApplyHeader(buffer, at, header);
                final byte[] publicKey = new byte[OperatorDefinedDecoder.publicKeyLength()];
                defined.getPublicKey(publicKey, 0, publicKey.length);
                changes.add(new Change(new OperatorSpec(defined.operatorId(), defined.name(),
                    defined.roles().getRaw(), 0 != defined.state(), publicKey), timeNs));
            }
            else if (OperatorPolicySetDecoder.TEMPLATE_ID == header.templateId())
            {
                policySet.wrapAndApplyHeader(buffer, at, header);
                venueId = new byte[OperatorPolicySetDecoder.venueIdLength()];
                policySet.getVenueId(venueId, 0, venueId.length);
            }
            header.wrap(buffer, at);
            at += MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength();
        }
    }
}
