// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.cluster.codecs.NewLeadershipTermEventDecoder;
import io.aeron.cluster.codecs.SessionCloseEventDecoder;
import io.aeron.cluster.codecs.SessionMessageHeaderDecoder;
import io.aeron.cluster.codecs.SessionOpenEventDecoder;
import io.aeron.cluster.codecs.TimerEventDecoder;
import io.bourse.engine.host.ProgramVersion;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.security.SessionIdentity;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;

import java.util.Set;

/**
 * The log of a cluster: commands in envelopes, timers that fired, sessions that say whose they are, and changes of
 * leader, which do not concern the core. Reads a frame as the member's service did: what is no command in its envelope,
 * or one that its sender may not send, was never executed.
 */
public final class ClusterLogFrames implements LoggedCommands
{
    /** Stream id of the log in every member's archive. */
    public static final int STREAM_ID = 100;
    /** Stream ids of snapshots there: of the service, of the consensus module. */
    public static final Set<Integer> SNAPSHOT_STREAM_IDS = Set.of(ClusterSnapshot.STREAM_ID, 107);

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final SessionMessageHeaderDecoder session = new SessionMessageHeaderDecoder();
    private final TimerEventDecoder timer = new TimerEventDecoder();
    private final NewLeadershipTermEventDecoder term = new NewLeadershipTermEventDecoder();
    private final SessionOpenEventDecoder sessionOpen = new SessionOpenEventDecoder();
    private final SessionCloseEventDecoder sessionClose = new SessionCloseEventDecoder();
    private final Long2ObjectHashMap<SessionIdentity> identities = new Long2ObjectHashMap<>();
    private final DirectBuffer advanceTime;

    private SessionIdentity identity;
    private DirectBuffer buffer;
    private int offset;
    private int length;
    private long stampedNs;
    private int offeredLevel;

    /**
     * A reader of the log of one partition.
     *
     * @param partition that timers are for.
     */
    ClusterLogFrames(final int partition)
    {
        advanceTime = DeadlineCommand.of(partition);
    }

    @Override
    public Kind read(final FrameWalk walk)
    {
        final DirectBuffer frame = walk.buffer();
        final int begin = walk.payloadOffset();
        header.wrap(frame, begin);
        if (walk.payloadLength() < MessageHeaderDecoder.ENCODED_LENGTH ||
            MessageHeaderDecoder.SCHEMA_ID != header.schemaId())
        {
            return Kind.UNKNOWN;
        }
        if (SessionMessageHeaderDecoder.TEMPLATE_ID == header.templateId())
        {
            return readMessage(walk, frame, begin);
        }
        if (TimerEventDecoder.TEMPLATE_ID == header.templateId())
        {
            identity = null;
            stampedNs = timer.wrapAndApplyHeader(frame, begin, header).timestamp();
            buffer = advanceTime;
            offset = 0;
            length = advanceTime.capacity();
            return Kind.COMMAND;
        }
        if (NewLeadershipTermEventDecoder.TEMPLATE_ID == header.templateId())
        {
            offeredLevel = ProgramVersion.featureLevel(term.wrapAndApplyHeader(frame, begin, header).appVersion());
            return Kind.TERM;
        }
        if (SessionOpenEventDecoder.TEMPLATE_ID == header.templateId())
        {
            sessionOpen.wrapAndApplyHeader(frame, begin, header).skipResponseChannel();
            final byte[] encodedPrincipal = new byte[sessionOpen.encodedPrincipalLength()];
            sessionOpen.getEncodedPrincipal(encodedPrincipal, 0, encodedPrincipal.length);
            identities.put(sessionOpen.clusterSessionId(), SessionIdentity.of(encodedPrincipal));
        }
        else if (SessionCloseEventDecoder.TEMPLATE_ID == header.templateId())
        {
            identities.remove(sessionClose.wrapAndApplyHeader(frame, begin, header).clusterSessionId());
        }
        return Kind.OTHER;
    }

    private Kind readMessage(final FrameWalk walk, final DirectBuffer frame, final int begin)
    {
        stampedNs = session.wrapAndApplyHeader(frame, begin, header).timestamp();
        buffer = frame;
        offset = begin + AeronCluster.SESSION_HEADER_LENGTH;
        // A session that was opened before the walk begins is looked at and never replayed.
        identity = identities.getOrDefault(session.clusterSessionId(), SessionIdentity.CLAIMED);
        length = identity.commandLength(walk.payloadLength() - AeronCluster.SESSION_HEADER_LENGTH);
        return CommandForm.isCommand(buffer, offset, length) && identity.isSealed(buffer, offset, length) &&
            identity.admits(buffer, offset) ? Kind.COMMAND : Kind.OTHER;
    }

    @Override
    public boolean isAuthenticated()
    {
        return null == identity || identity.isAuthenticated();
    }

    @Override
    public long stampedNs()
    {
        return stampedNs;
    }

    @Override
    public DirectBuffer buffer()
    {
        return buffer;
    }

    @Override
    public int offset()
    {
        return offset;
    }

    @Override
    public int length()
    {
        return length;
    }

    @Override
    public int offeredLevel()
    {
        return offeredLevel;
    }

    @Override
    public boolean isMonotonic()
    {
        return false;
    }
}
