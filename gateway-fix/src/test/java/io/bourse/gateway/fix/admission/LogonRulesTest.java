// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.bourse.engine.net.AddressRange;
import org.junit.jupiter.api.Test;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;

class LogonRulesTest
{
    private static final List<AddressRange> OFFICE =
        List.of(AddressRange.parse("10.1.0.0/16"), AddressRange.parse("fd00::/8"));
    private static final SessionSchedule SCHEDULE = new SessionSchedule(LocalTime.of(8, 0), LocalTime.of(19, 0),
        EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY), ZoneId.of("Europe/Moscow"));
    private static final long OPEN = Instant.parse("2026-11-23T09:00:00Z").toEpochMilli();
    private static final long CLOSED = Instant.parse("2026-11-23T17:00:00Z").toEpochMilli();

    @Test
    void shouldRefuseAnotherCertificateAfterTheSource() throws UnknownHostException
    {
        final AccessRules rules = new AccessRules(OFFICE, true, false);
        assertEquals(LogonRefusal.Kind.CERTIFICATE,
            LogonRules.refusal(rules, null, address("10.1.0.1"), false, OPEN).kind());
        assertEquals(LogonRefusal.Kind.SOURCE,
            LogonRules.refusal(rules, null, address("10.2.0.1"), false, OPEN).kind());
    }

    @Test
    void shouldLetInFromItsRangesOnly() throws UnknownHostException
    {
        final AccessRules rules = new AccessRules(OFFICE, false, false);

        assertNull(LogonRules.refusal(rules, null, address("10.1.255.1"), true, OPEN));
        assertNull(LogonRules.refusal(rules, null, address("fd12::1"), true, OPEN));
        assertEquals(LogonRefusal.Kind.SOURCE, LogonRules.refusal(rules, null, address("10.2.0.1"), true, OPEN).kind());
        assertNull(LogonRules.refusal(AccessRules.OPEN, null, address("10.2.0.1"), true, OPEN));
    }

    @Test
    void shouldNameTheNextStartOutsideOfTheHours() throws UnknownHostException
    {
        assertNull(LogonRules.refusal(AccessRules.OPEN, SCHEDULE, address("127.0.0.1"), true, OPEN));
        assertEquals(new LogonRefusal(LogonRefusal.Kind.SCHEDULE,
            "outside of the hours of this session, they begin at 2026-11-24T08:00:00+03:00"),
            LogonRules.refusal(AccessRules.OPEN, SCHEDULE, address("127.0.0.1"), true, CLOSED));
    }

    @Test
    void shouldNotShowAStrangerThatTheSessionIsBlocked() throws UnknownHostException
    {
        final AccessRules rules = new AccessRules(OFFICE, true, false);

        assertEquals(LogonRefusal.Kind.SOURCE,
            LogonRules.refusal(rules, SCHEDULE, address("127.0.0.1"), true, CLOSED).kind());
        assertEquals(LogonRefusal.Kind.BLOCKED,
            LogonRules.refusal(rules, SCHEDULE, address("10.1.0.1"), true, CLOSED).kind());
    }

    private static InetAddress address(final String text) throws UnknownHostException
    {
        return InetAddress.getByName(text);
    }
}
