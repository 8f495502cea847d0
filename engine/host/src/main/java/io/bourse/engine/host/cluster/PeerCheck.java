// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.execution.EventRecording;
import io.bourse.engine.host.execution.HostMedia;
import io.bourse.engine.security.Principal;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Asks the archives of the other members whether they are who the members list says, and whether their event streams
 * are made like this one. No other check finds it: members that serve different partitions, or whose streams have
 * different terms, elect a leader and execute the same log, but their events and cursors are not the same.
 *
 * <p>It also asks what they still have of the log. Members purge only what all others have said that they have, so one
 * whose own log ends before that has forgotten something, and what comes next cannot be had by a replay: its directory
 * is an old copy, or an empty one. It is refused, even when all agree.
 *
 * <p>Who is right is decided by count: a member that starts is refused when no more than half of those that have
 * answered, itself included, agree with it; one that runs already ends when less than half do.
 */
final class PeerCheck implements Agent
{
    private static final Logger LOGGER = LoggerFactory.getLogger(PeerCheck.class);
    private static final long RETRY_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(500);

    /** What is known of another member. */
    private enum Answer
    {
        NONE, AGREES, DIFFERS
    }

    private final ClusterOptions options;
    private final Aeron aeron;
    private final Consumer<IllegalStateException> onOutvoted;
    private final Answer[] answers;
    private final AeronArchive.AsyncConnect[] connects;
    private final long[] retryNs;
    private final long ownLogEnd;
    private String difference = "";
    private String forgotten;
    private boolean isStarted;

    /**
     * A check without answers.
     *
     * @param options of this member.
     * @param ownLogEnd where the log of this member ends; 0 when it has none.
     * @param aeron client of its media driver.
     * @param onOutvoted called when the member runs already and most others differ from it.
     */
    PeerCheck(
        final ClusterOptions options,
        final long ownLogEnd,
        final Aeron aeron,
        final Consumer<IllegalStateException> onOutvoted)
    {
        this.ownLogEnd = ownLogEnd;
        this.options = options;
        this.aeron = aeron;
        this.onOutvoted = onOutvoted;
        final int members = options.members().size();
        answers = new Answer[members];
        connects = new AeronArchive.AsyncConnect[members];
        retryNs = new long[members];
        for (int i = 0; i < members; i++)
        {
            answers[i] = i == options.memberId() ? Answer.AGREES : Answer.NONE;
            retryNs[i] = System.nanoTime();
        }
    }

    @Override
    public int doWork()
    {
        int workCount = 0;
        for (int i = 0; i < answers.length; i++)
        {
            workCount += Answer.NONE == answers[i] ? ask(i) : 0;
        }
        if (isStarted && 2 * count(Answer.DIFFERS) > answers.length - count(Answer.NONE))
        {
            onOutvoted.accept(refusal());
            throw new AgentTerminationException();
        }
        if (isStarted && isComplete())
        {
            throw new AgentTerminationException();
        }
        return workCount;
    }

    private int ask(final int memberId)
    {
        final long nowNs = System.nanoTime();
        try
        {
            if (null == connects[memberId])
            {
                if (nowNs - retryNs[memberId] < 0)
                {
                    return 0;
                }
                connects[memberId] = AeronArchive.asyncConnect(archiveContext(options.members().get(memberId)));
            }
            final AeronArchive archive = connects[memberId].poll();
            if (null == archive)
            {
                return 0;
            }
            connects[memberId] = null;
            retryNs[memberId] = nowNs + RETRY_INTERVAL_NS;
            try (archive)
            {
                compare(memberId, archive);
            }
            return 1;
        }
        catch (final RuntimeException ex)
        {
            LOGGER.debug("member {} does not answer", memberId, ex);
            CloseHelper.quietClose(connects[memberId]);
            connects[memberId] = null;
            retryNs[memberId] = nowNs + RETRY_INTERVAL_NS;
            return 0;
        }
    }

    private AeronArchive.Context archiveContext(final MemberEndpoints peer)
    {
        return HostMedia.otherArchive(options.host(), Principal.MEMBER, TimeUnit.SECONDS.toNanos(1),
            HostMedia.udp(peer.host(), peer.archivePort()), options.members().get(options.memberId()).host())
            .aeron(aeron)
            .ownsAeronClient(false)
            .controlResponseStreamId(EngineStreams.ARCHIVE_RESPONSE_STREAM_ID);
    }

    /** A member whose stream is not there yet is asked again. */
    private void compare(final int memberId, final AeronArchive archive)
    {
        if (memberId != archive.archiveId())
        {
            differs(memberId, "whoMemberId=" + archive.archiveId() + ", the members lists are not the same");
            return;
        }
        archive.listRecordingsForUri(0, 1, EngineStreams.CHANNEL, EngineStreams.EVENTS_STREAM_ID,
            (controlSessionId, correlationId, recordingId, startTimestamp, stopTimestamp, startPosition, stopPosition,
            initialTermId, segmentFileLength, termLength, mtuLength, sessionId, streamId, strippedChannel,
            originalChannel, sourceIdentity) ->
            {
                final int partition = EventRecording.partition(sessionId);
                if (termLength != options.eventTermLength() || partition != options.host().partition())
                {
                    differs(memberId, "itsPartition=" + partition + " itsEventTermLength=" + termLength);
                    return;
                }
                answers[memberId] = Answer.AGREES;
            });
        if (!isStarted)
        {
            compareLogs(memberId, archive);
        }
    }

    /** Once it runs it is asked itself before anything is purged. */
    private void compareLogs(final int memberId, final AeronArchive archive)
    {
        archive.listRecordings(0, PeerLog.MOST_RECORDINGS,
            (controlSessionId, correlationId, recordingId, startTimestamp, stopTimestamp, startPosition, stopPosition,
            initialTermId, segmentFileLength, termLength, mtuLength, sessionId, streamId, strippedChannel,
            originalChannel, sourceIdentity) ->
            {
                if (PeerLog.STREAM_ID == streamId && startPosition > ownLogEnd)
                {
                    forgotten = "the other members have purged the log that comes next for this one, its directory" +
                        " is an old copy or an empty one: move it away and start with --from-peers: memberId=" +
                        options.memberId() + " logEndPosition=" + ownLogEnd + " otherMemberId=" + memberId +
                        " itsLogStartPosition=" + startPosition;
                }
            });
    }

    private void differs(final int memberId, final String facts)
    {
        final MemberEndpoints peer = options.members().get(memberId);
        answers[memberId] = Answer.DIFFERS;
        difference += "; at " + peer.host() + ":" + peer.archivePort() + " memberId=" + memberId + " " + facts;
        LOGGER.error("another member is set up differently: memberId={} partition={} eventTermLength={}{}",
            options.memberId(), options.host().partition(), options.eventTermLength(), difference);
    }

    private int count(final Answer answer)
    {
        int count = 0;
        for (final Answer one : answers)
        {
            count += one == answer ? 1 : 0;
        }
        return count;
    }

    /** True when all have answered. */
    boolean isComplete()
    {
        return 0 == count(Answer.NONE);
    }

    /** True while a member was reached and has not answered everything yet. */
    boolean isTalking()
    {
        for (final AeronArchive.AsyncConnect connect : connects)
        {
            if (null != connect &&
                connect.state().compareTo(AeronArchive.AsyncConnect.State.AWAIT_PUBLICATION_CONNECTED) > 0)
            {
                return true;
            }
        }
        return false;
    }

    /**
     * The member is about to take part.
     *
     * @throws IllegalStateException when those that have answered say that it must not.
     */
    void requireAgreement()
    {
        if (null != forgotten)
        {
            throw new IllegalStateException(forgotten);
        }
        if (count(Answer.DIFFERS) >= count(Answer.AGREES))
        {
            throw refusal();
        }
        isStarted = true;
    }

    private IllegalStateException refusal()
    {
        return new IllegalStateException("this member is set up differently from the others, all must have the same" +
            " members list, partition and event terms: memberId=" + options.memberId() + " partition=" +
            options.host().partition() + " eventTermLength=" + options.eventTermLength() + difference);
    }

    @Override
    public void onClose()
    {
        CloseHelper.quietCloseAll(connects);
    }

    @Override
    public String roleName()
    {
        return "bourse-peer-check";
    }
}
