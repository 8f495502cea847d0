// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.profile;

import io.bourse.gateway.sbe.admission.FlowPolicy;
import io.bourse.jmh.loadtest.plan.SessionPlan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Sessions of a stage.
 *
 * @param twime sessions of the generator over TWIME.
 * @param fix sessions of the generator over FIX.
 * @param clients sessions that stand for members beside the generator, over TWIME when it has any, else over FIX.
 * @param clientPerSecond transactions of all clients together.
 * @param clientReadMs how often a client reads what has come; 0 for at once.
 * @param limit messages that the venue takes of each in a second: what is above is refused by the gateways' flow
 *     control; 0 for any number.
 */
public record SessionMix(int twime, int fix, int clients, int clientPerSecond, int clientReadMs, int limit)
{
    /** Protocol of a session. */
    public static final String TWIME = "TWIME";
    /** Protocol of a session. */
    public static final String FIX = "FIX";
    private static final String TWIME_FLOW = "venue.twime.flow.";
    private static final double CLIENT_SHARE = 0.01;
    private static final int ACCOUNTS_OF_FIRM = 200;

    /**
     * Another number of sessions in this mix, one in a hundred of them a client if it has any.
     *
     * @param count of the generator's sessions.
     * @return mix with at least one session of each protocol of this one.
     */
    public SessionMix of(final int count)
    {
        final int ofFix = 0 == fix ? 0 : 0 == twime ? count : Math.max(1, count * fix / (twime + fix));
        return new SessionMix(0 == twime ? 0 : Math.max(1, count - ofFix), ofFix,
            0 == clients ? 0 : Math.max(1, (int)Math.round(count * CLIENT_SHARE)), clientPerSecond,
            clientReadMs, limit);
    }

    /**
     * The same with a limit of each session, in whole performance units. It is no lower than what a client sends.
     *
     * @param perSecond what the generator's sessions may send together.
     * @return mix with that limit.
     */
    SessionMix limited(final double perSecond)
    {
        final double ofMember = perSecond / Math.max(1, twime + fix);
        final double ofClient = 0 == clients ? 1 : (double)clientPerSecond / clients;
        final int units = (int)Math.ceil(Math.max(ofMember, ofClient) / FlowPolicy.MESSAGES_PER_UNIT);
        return new SessionMix(
            twime, fix, clients, clientPerSecond, clientReadMs, units * FlowPolicy.MESSAGES_PER_UNIT);
    }

    /**
     * Options of a venue that has the limit.
     *
     * @return options by their key; none without a limit.
     */
    public Map<String, Object> limitOptions()
    {
        return 0 == limit ? Map.of() : Map.of(
            TWIME_FLOW + "policy", "twime",
            TWIME_FLOW + "units", limit / FlowPolicy.MESSAGES_PER_UNIT,
            TWIME_FLOW + "most-per-second", limit,
            "venue.fix.defaults.max-messages-per-second", limit);
    }

    /**
     * Those of all partitions of a venue.
     *
     * @param mixes of each.
     * @return mix with as many sessions as all of them, without their limits.
     */
    static SessionMix sum(final List<SessionMix> mixes)
    {
        return mixes.stream().reduce(new SessionMix(0, 0, 0, 0, 0, 0), (one, other) -> new SessionMix(
            one.twime + other.twime, one.fix + other.fix, one.clients + other.clients,
            one.clientPerSecond + other.clientPerSecond, Math.max(one.clientReadMs, other.clientReadMs), 0));
    }

    /**
     * The sessions one by one.
     *
     * @param login what their logins begin with; a venue takes an id of an order from a login but once, so every
     *     generator of a venue has logins of its own.
     * @return generator's first.
     */
    public List<SessionPlan> sessions(final String login)
    {
        final List<SessionPlan> sessions = new ArrayList<>();
        add(sessions, login + "T", TWIME, twime, false);
        add(sessions, login + "F", FIX, fix, false);
        add(sessions, login + "C", twime > 0 ? TWIME : FIX, clients, true);
        return sessions;
    }

    /**
     * How many sessions there are.
     *
     * @return those of the generator and clients.
     */
    public int count()
    {
        return twime + fix + clients;
    }

    private static void add(
        final List<SessionPlan> sessions,
        final String login,
        final String protocol,
        final int count,
        final boolean isClient)
    {
        for (int i = 1; i <= count; i++)
        {
            sessions.add(new SessionPlan(
                protocol, login + i, String.format("%s01%03d", isClient ? "BB" : "AA", (i - 1) % ACCOUNTS_OF_FIRM),
                isClient));
        }
    }
}
