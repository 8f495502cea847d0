// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ClusterBackup;
import io.aeron.exceptions.AeronException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.function.IntFunction;

/**
 * Decides when the copy of a leader is enough for a member that has lost everything: when it reaches to where log and
 * events of the leader ended after the copy had begun, and that leader has said afterwards that it still leads. The end
 * is not known while a leader is being elected; then, and when the leader changes, it is looked for anew.
 */
final class LeaderCopy
{
    private static final Logger LOGGER = LoggerFactory.getLogger(LeaderCopy.class);

    private final IntFunction<long[]> positionsOf;
    private LogAnswers target = LogAnswers.NONE;
    private long logTarget;
    private long eventTarget;
    private long answersAtEnd = Aeron.NULL_VALUE;
    private String obstacle = "";

    /**
     * A copy that has just begun.
     *
     * @param positionsOf gives the ends of log and event recording of a member, {@link AeronArchive#NULL_POSITION} for
     *     what is not known.
     */
    LeaderCopy(final IntFunction<long[]> positionsOf)
    {
        this.positionsOf = positionsOf;
    }

    /**
     * Looks at the copy once.
     *
     * @param status of this moment.
     * @param answers of the leaders, read before the status.
     * @return true when the copy is enough.
     */
    boolean isEnough(final BackupStatus status, final LogAnswers answers)
    {
        if (Aeron.NULL_VALUE == target.memberId() || target.term() != answers.term())
        {
            target = LogAnswers.NONE;
            answersAtEnd = Aeron.NULL_VALUE;
            if (answers.memberId() >= 0 && ClusterBackup.State.BACKING_UP.name().equals(status.state()))
            {
                findTarget(answers);
            }
            return false;
        }
        if (status.logPosition() < logTarget || status.eventPosition() < eventTarget)
        {
            return false;
        }
        if (Aeron.NULL_VALUE == answersAtEnd)
        {
            answersAtEnd = answers.count();
        }
        return answers.count() > answersAtEnd;
    }

    private void findTarget(final LogAnswers answers)
    {
        try
        {
            final long[] positions = positionsOf.apply(answers.memberId());
            if (positions[0] < 0 || positions[1] < 0)
            {
                obstacle = "the leader does not tell its ends: memberId=" + answers.memberId();
                return;
            }
            logTarget = positions[0];
            eventTarget = positions[1];
        }
        catch (final AeronException | IllegalStateException ex)
        {
            obstacle = "the leader does not tell its ends: memberId=" + answers.memberId() + " reason=" +
                ex.getMessage();
            return;
        }
        target = answers;
        obstacle = "";
        LOGGER.info("member is copied from the leader: leader={} logPosition={} eventPosition={}",
            answers.memberId(), logTarget, eventTarget);
    }

    @Override
    public String toString()
    {
        return "LeaderCopy{leader=" + target.memberId() + ", logTarget=" + logTarget + ", eventTarget=" + eventTarget +
            ", obstacle=" + obstacle + '}';
    }
}
