// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * An election of a cluster is over, and a term begins, as one member sees it; for Flight Recorder.
 */
@Name("bourse.LeadershipTerm")
@Label("Leadership Term")
@Description("An election of the cluster is over and a term has begun")
@Category("Bourse")
@StackTrace(false)
public final class LeadershipTermEvent extends Event
{
    @Label("Partition")
    private int partition;
    @Label("Member")
    @Description("Member that records this")
    private int memberId;
    @Label("Term")
    private long leadershipTermId;
    @Label("Leader")
    @Description("Member that leads in this term")
    private int leaderMemberId;
    @Label("Log Position")
    @Description("Position of the log at which the term begins")
    private long logPosition;

    /**
     * A term has begun.
     *
     * @param partition of the cluster.
     * @param memberId of the member that sees it.
     * @param leadershipTermId number of the term.
     * @param leaderMemberId member that leads.
     * @param logPosition at which it begins, in bytes.
     */
    public static void begun(
        final int partition,
        final int memberId,
        final long leadershipTermId,
        final int leaderMemberId,
        final long logPosition)
    {
        final LeadershipTermEvent event = new LeadershipTermEvent();
        if (event.shouldCommit())
        {
            event.partition = partition;
            event.memberId = memberId;
            event.leadershipTermId = leadershipTermId;
            event.leaderMemberId = leaderMemberId;
            event.logPosition = logPosition;
            event.commit();
        }
    }
}
