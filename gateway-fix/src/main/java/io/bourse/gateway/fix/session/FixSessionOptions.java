// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.net.MessageThrottle;
import io.bourse.engine.telemetry.SessionClass;
import io.bourse.gateway.fix.admission.AccessRules;
import io.bourse.gateway.fix.admission.SequenceReset;
import io.bourse.gateway.fix.admission.SessionSchedule;
import io.bourse.gateway.fix.wire.FixWriter;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What the configuration says of one session. A login that it does not name has {@link #DEFAULT}.
 *
 * @param roles what the session may do.
 * @param dropCopyFirms firms whose reports a drop copy session gets: codes of clearing firms (two characters, all their
 *     firms), of brokerage firms (four) or of single client registers (seven); empty: the firm of the login.
 * @param marketDataQuota subscriptions of books at a time, one for an instrument.
 * @param access who may log on as this session.
 * @param schedule when it may be logged on; null: always.
 * @param reset when its numbers begin with 1 again.
 * @param maxMessagesPerSecond application messages that it may send in a second; 0 for any number.
 * @param maxSessionMessagesPerSecond session messages that it may send in a second, {@link
 *     MessageThrottle#SESSION_WINDOW_SECONDS} times as many at once; 20 by default; 0 for any number.
 * @param dictionary which fields its client knows.
 */
@RecordBuilder
public record FixSessionOptions(
    Set<Role> roles,
    List<String> dropCopyFirms,
    int marketDataQuota,
    AccessRules access,
    SessionSchedule schedule,
    SequenceReset reset,
    int maxMessagesPerSecond,
    int maxSessionMessagesPerSecond,
    Dictionary dictionary)
{
    /** What a session may do; its class is that of the first. */
    public enum Role
    {
        /** Orders, quotes, their states. */
        ORDER_ENTRY(SessionClass.ORDER_ENTRY),
        /** Copies of the reports of firms, for orders of all their logins. */
        DROP_COPY(SessionClass.DROP_COPY),
        /** TradeCaptureReports of the same firms. */
        TRADE_CAPTURE(SessionClass.TRADE_CAPTURE),
        /** Instruments, states, books, news. */
        MARKET_DATA(SessionClass.MARKET_DATA);

        private final SessionClass sessionClass;

        Role(final SessionClass sessionClass)
        {
            this.sessionClass = sessionClass;
        }
    }

    /** What is sent to a session. */
    public enum Dictionary
    {
        /** Only fields and values that FIX 4.4 has in the message. */
        FIX44,
        /** The fields and values of fix44-bourse.xml that FIX 4.4 does not have, as well. */
        BOURSE
    }

    /** Of sessions, and of what comes before one is known. */
    public static final Set<SessionClass> CLASSES =
        Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(SessionClass.RECOVERY)));

    private static final Role[] ROLES = Role.values();

    /** Orders and market data for its own firm, from everywhere, always. */
    public static final FixSessionOptions DEFAULT = builder().build();

    /**
     * Makes the collections unmodifiable and checks the relations.
     *
     * @throws IllegalArgumentException when a firm code has another length than 2, 4 or 7, a number is negative, or a
     *     daily reset has no schedule.
     */
    public FixSessionOptions
    {
        roles = Set.copyOf(roles);
        dropCopyFirms = List.copyOf(dropCopyFirms);
        for (final String firm : dropCopyFirms)
        {
            if (2 != firm.length() && 4 != firm.length() && 7 != firm.length())
            {
                throw new IllegalArgumentException("firm of a drop copy session must have 2, 4 or 7 characters: firm=" +
                    firm);
            }
        }
        if (marketDataQuota < 0)
        {
            throw new IllegalArgumentException("quota of subscriptions must not be negative: marketDataQuota=" +
                marketDataQuota);
        }
        if (SequenceReset.DAILY == reset && null == schedule)
        {
            throw new IllegalArgumentException("a daily reset happens when the schedule begins, so it needs one: " +
                "reset=" + reset);
        }
        if (maxMessagesPerSecond < 0)
        {
            throw new IllegalArgumentException("messages per second must not be negative: maxMessagesPerSecond=" +
                maxMessagesPerSecond);
        }
        if (maxSessionMessagesPerSecond < 0)
        {
            throw new IllegalArgumentException("session messages per second must not be negative: " +
                "maxSessionMessagesPerSecond=" + maxSessionMessagesPerSecond);
        }
    }

    /** What it is for. One that may do nothing receives what all do, as market data. */
    SessionClass sessionClass()
    {
        for (final Role role : ROLES)
        {
            if (may(role))
            {
                return role.sessionClass;
            }
        }
        return SessionClass.MARKET_DATA;
    }

    /**
     * Begins with orders and market data of its own firm, a hundred subscriptions, from everywhere, always, with
     * numbers that go on, any number of application messages, 20 session messages a second, and the fields of FIX 4.4.
     *
     * @return builder.
     */
    public static FixSessionOptionsBuilder builder()
    {
        return FixSessionOptionsBuilder.builder()
            .roles(EnumSet.of(Role.ORDER_ENTRY, Role.MARKET_DATA))
            .dropCopyFirms(List.of())
            .marketDataQuota(100)
            .access(AccessRules.OPEN)
            .reset(SequenceReset.NEVER)
            .maxSessionMessagesPerSecond(20)
            .dictionary(Dictionary.FIX44);
    }

    /**
     * What the client is sent of a message.
     *
     * @param message with all fields.
     * @return the message itself, or what its dictionary has of it, valid until the message is written to again.
     */
    public FixWriter select(final FixWriter message)
    {
        return Dictionary.BOURSE == dictionary ? message : message.standard();
    }

    /**
     * Whether the session has a role.
     *
     * @param role asked for.
     * @return true if so.
     */
    public boolean may(final Role role)
    {
        return roles.contains(role);
    }
}
