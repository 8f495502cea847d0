// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

/**
 * What the gateway counts. All but {@link #CONNECTIONS_OPEN} only grow.
 */
public enum GatewayCounter
{
    /** TCP connections accepted. */
    CONNECTIONS_ACCEPTED("connections accepted"),
    /** TCP connections closed at once because all places were taken. */
    CONNECTIONS_REFUSED("connections refused"),
    /** TCP connections open now. */
    CONNECTIONS_OPEN("connections open"),
    /** Sessions established. */
    SESSIONS_ESTABLISHED("sessions established"),
    /** Well-formed frames received. */
    FRAMES_RECEIVED("frames received"),
    /** Frames given to connections. */
    FRAMES_SENT("frames sent"),
    /** Commands handed to the engine. */
    COMMANDS_PUBLISHED("commands published"),
    /** Connections that sent bytes that are no TWIME frame of a client. */
    MALFORMED_FRAMES("malformed frames"),
    /** Connections that sent a good frame where the session rules do not allow it. */
    OUT_OF_PLACE_FRAMES("frames out of place"),
    /** EstablishmentReject sent. */
    ESTABLISHMENT_REJECTS("establishment rejects"),
    /** Connections that did not establish a session in time. */
    ESTABLISH_TIMEOUTS("establish timeouts"),
    /** SessionReject(ValueIsIncorrect) sent. */
    SESSION_REJECTS("session rejects"),
    /** BusinessMessageReject sent, by the gateway itself or for the engine. */
    BUSINESS_REJECTS("business rejects"),
    /** Requests refused with SessionReject(SystemIsUnavailable). */
    ENGINE_UNAVAILABLE("engine unavailable"),
    /** RetransmitRequest with a range that cannot be served. */
    RETRANSMIT_OUT_OF_BOUNDS("retransmit out of bounds"),
    /** Sessions ended because the client was silent. */
    MISSED_HEARTBEATS("missed heartbeats"),
    /** Sessions ended because the client sent too many heartbeats. */
    TOO_FAST_CLIENTS("too fast clients"),
    /** Sessions ended because the client did not read. */
    TOO_SLOW_CLIENTS("too slow clients"),
    /** Transactions answered after their market data was public. */
    PUBLIC_FIRST_ANSWERS("public-first answers"),
    /** Transactions answered although the wait for their market data ran out. */
    LATE_ANSWERS("late answers"),
    /** Records of time stamps written. */
    TIMESTAMPS_RECORDED("time stamps recorded"),
    /** Records of time stamps that could not be written. */
    TIMESTAMPS_LOST("time stamps lost");

    private final String label;

    GatewayCounter(final String label)
    {
        this.label = label;
    }

    /**
     * Name for people.
     *
     * @return a few words.
     */
    public String label()
    {
        return label;
    }
}
