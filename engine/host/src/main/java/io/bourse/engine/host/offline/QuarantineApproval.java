// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.client.operator.Quarantine;
import io.bourse.engine.host.execution.FailedCommand;
import io.bourse.engine.host.quarantine.QuarantineDirectory;

/**
 * The two steps by which a command is quarantined. Only one at which the core fails can be: an operator cannot take a
 * good command out of the history.
 */
public final class QuarantineApproval
{
    private QuarantineApproval()
    {
    }

    /**
     * A question for a second person; asking again replaces the one before. Nothing is written.
     *
     * @param found what a check of the data directory found; its lock is held since.
     * @param position journal position after the command.
     * @param requester who asks.
     * @param reason in their words.
     * @param nowNs nanoseconds since the Unix epoch.
     * @return the question.
     * @throws IllegalArgumentException when a text is not one that the history can hold.
     * @throws IllegalStateException when the core does not fail at this command.
     */
    public static Quarantine request(
        final Verification found,
        final long position,
        final String requester,
        final String reason,
        final long nowNs)
    {
        final String name = Quarantine.checkedName(requester);
        final String words = Quarantine.checkedReason(reason);
        final FailedCommand failed = requireFailed(found, position);
        return new Quarantine(found.partition(), position, failed.templateId(), failed.sha256(), name, nowNs, words,
            null, 0, null);
    }

    /**
     * The question that waits for a second person.
     *
     * @param found what a check of the data directory found.
     * @param position journal position after the command.
     * @return the question.
     * @throws IllegalStateException when there is none.
     */
    public static Quarantine pending(final Verification found, final long position)
    {
        return found.quarantines().requested().stream().filter(request -> position == request.position()).findAny()
            .orElseThrow(() -> new IllegalStateException("no one has asked for this quarantine, ask first with" +
                " bourse recover --quarantine: position=" + position));
    }

    /**
     * Approves a quarantine and signs it; nothing is written but the key, when there is none.
     *
     * @param found what a check of the data directory found; its lock is held since.
     * @param position journal position after the command.
     * @param approver another person than the one who asked.
     * @param nowNs nanoseconds since the Unix epoch.
     * @return the approved quarantine.
     * @throws IllegalStateException when none was asked for, or the core does not fail at this very command.
     */
    public static Quarantine approve(
        final Verification found, final long position, final String approver, final long nowNs)
    {
        final String name = Quarantine.checkedName(approver);
        final Quarantine request = pending(found, position);
        final FailedCommand failed = requireFailed(found, position);
        if (!request.sha256().equals(failed.sha256()))
        {
            throw new IllegalStateException("the command is another one than was asked about, ask again: position=" +
                position + " askedSha256=" + request.sha256() + " sha256=" + failed.sha256());
        }
        return new QuarantineDirectory(found.dataDir(), found.partition())
            .approve(found.quarantines(), request, name, nowNs);
    }

    /**
     * Writes a quarantine: the next start goes by it when it is approved.
     *
     * @param found what a check of the data directory found; its lock is held since.
     * @param quarantine of this data directory.
     */
    public static void write(final Verification found, final Quarantine quarantine)
    {
        new QuarantineDirectory(found.dataDir(), found.partition()).write(quarantine);
    }

    private static FailedCommand requireFailed(final Verification found, final long position)
    {
        final FailedCommand failed = found.failed();
        if (null == failed || position != failed.position())
        {
            throw new IllegalStateException("only a command at which the core fails can be quarantined: position=" +
                position + (null != failed ? " failedPosition=" + failed.position() : null == found.replay() ?
                "; the journal could not be replayed, see the findings of bourse recover" :
                "; the core executes every command of this journal"));
        }
        return failed;
    }
}
