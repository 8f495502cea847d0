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
 * A member of a cluster has another role, for Flight Recorder.
 */
@Name("bourse.RoleChange")
@Label("Role Change")
@Description("A member of a cluster has another role")
@Category("Bourse")
@StackTrace(false)
public final class RoleChangeEvent extends Event
{
    @Label("Partition")
    private int partition;
    @Label("Member")
    private int memberId;
    @Label("Role")
    private String role;
    @Label("Former Role")
    private String formerRole;
    @Label("Log Position")
    private long logPosition;

    /**
     * A member has another role.
     *
     * @param partition of the cluster.
     * @param memberId of the member.
     * @param role that it has now.
     * @param formerRole that it had.
     * @param logPosition up to which it has executed the log, in bytes.
     */
    public static void changed(
        final int partition,
        final int memberId,
        final Enum<?> role,
        final Enum<?> formerRole,
        final long logPosition)
    {
        final RoleChangeEvent event = new RoleChangeEvent();
        if (event.shouldCommit())
        {
            event.partition = partition;
            event.memberId = memberId;
            event.role = role.name();
            event.formerRole = formerRole.name();
            event.logPosition = logPosition;
            event.commit();
        }
    }
}
