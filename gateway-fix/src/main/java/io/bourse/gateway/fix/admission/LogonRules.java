// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.admission;

import java.net.InetAddress;
import java.time.format.DateTimeFormatter;

/**
 * Rules of a Logon that need no password, in their order: source, certificate, block, schedule. Who comes from
 * somewhere else shall not learn what else is wrong.
 */
public final class LogonRules
{
    private LogonRules()
    {
    }

    /**
     * Whether a session may log on.
     *
     * @param access rules of the session.
     * @param schedule of the session; null: always.
     * @param source address of the connection.
     * @param isCertificateRight whether the certificate that it has to show, if there is one, was shown.
     * @param epochMs time, milliseconds since the Unix epoch.
     * @return why not; null when it may.
     */
    public static LogonRefusal refusal(
        final AccessRules access,
        final SessionSchedule schedule,
        final InetAddress source,
        final boolean isCertificateRight,
        final long epochMs)
    {
        if (!access.isSource(source))
        {
            return new LogonRefusal(LogonRefusal.Kind.SOURCE, "this session may not log on from this address");
        }
        if (!isCertificateRight)
        {
            return new LogonRefusal(
                LogonRefusal.Kind.CERTIFICATE, "this session may not log on with this certificate, or without one");
        }
        if (access.isBlocked())
        {
            return new LogonRefusal(LogonRefusal.Kind.BLOCKED, "this session is blocked, ask the venue");
        }
        if (null != schedule && !schedule.isOpen(epochMs))
        {
            return new LogonRefusal(LogonRefusal.Kind.SCHEDULE, "outside of the hours of this session, they begin at " +
                schedule.nextStart(epochMs).format(DateTimeFormatter.ISO_OFFSET_DATE_TIME));
        }
        return null;
    }
}
