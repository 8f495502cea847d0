// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

/**
 * What the gateway counts. All but {@link #CONNECTIONS_OPEN} and {@link #OUTSTANDING_LOGINS} only grow.
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
    /** RetransmitRequest while the one before was being answered. */
    RETRANSMIT_IN_PROGRESS("retransmit in progress"),
    /** Requests of the trading port that came to the recovery port. */
    OUT_OF_PORT_REQUESTS("requests on the recovery port"),
    /** Sessions ended because the numbers of messages begin again. */
    SEQUENCE_RESETS("sequence resets"),
    /** Sessions ended because the client was silent. */
    MISSED_HEARTBEATS("missed heartbeats"),
    /** Sessions ended because the client sent too many heartbeats or trading messages. */
    TOO_FAST_CLIENTS("too fast clients"),
    /** Sessions ended because the client did not read. */
    TOO_SLOW_CLIENTS("too slow clients"),
    /** Transactions answered after their market data was public. */
    PUBLIC_FIRST_ANSWERS("public-first answers"),
    /** Transactions answered although the wait for their market data ran out. */
    LATE_ANSWERS("late answers"),
    /** FloodReject sent. */
    FLOOD_REJECTS("flood rejects"),
    /** SessionReject(ClOrdIdIsNotUnique) sent. */
    REPEATED_IDS("repeated ids"),
    /** Requests refused because no further order id can be remembered. */
    ID_REFUSALS("id refusals"),
    /** How often the ids of a login, or of all, have come to 80 % of what is remembered. */
    ID_ALARMS("id alarms"),
    /** Establish refused because the login may not come from this address. */
    SOURCES_REFUSED("sources refused"),
    /** Establish refused because of an unknown login, a wrong secret, or a certificate that is not the login's. */
    CREDENTIALS_REFUSED("credentials refused"),
    /** Establish refused without a look at its secret, after too many wrong ones. */
    LOCKED_OUT("locked out"),
    /** Establish refused because its login has a session, which goes on. */
    SECOND_CONNECTIONS("second connections refused"),
    /** Sessions ended because their login may not have one any more. */
    SESSIONS_ENDED("sessions ended by access"),
    /** Establish refused because the login is blocked or its firm has all its sessions. */
    SESSIONS_BLOCKED("sessions blocked"),
    /** Connections closed at once because too many had not established a session. */
    OUTSTANDING_REFUSED("outstanding logins refused"),
    /** Connections now that have not established a session. */
    OUTSTANDING_LOGINS("outstanding logins"),
    /** Records of time stamps written. */
    TIMESTAMPS_RECORDED("time stamps recorded"),
    /** Records of time stamps that could not be written. */
    TIMESTAMPS_LOST("time stamps lost"),
    /** Handshakes of TLS done. */
    TLS_HANDSHAKES("tls handshakes"),
    /** Connections to the TLS port that broke its rules or showed no valid certificate. */
    TLS_FAILURES("tls failures"),
    /** Messages that are no trading messages, above the limit of their session: each ended it. */
    THROTTLED_SESSION_MESSAGES("throttled session messages"),
    /** Connections closed at once because no login may come from their address. */
    UNKNOWN_SOURCES("unknown sources"),
    /** Connections without a session that gave way to new ones. */
    OUTSTANDING_REPLACED("outstanding logins replaced"),
    /** Establish refused because this gateway is a standby. */
    STANDBY_REFUSED("standby refused"),
    /** 1 while this gateway is a standby. */
    STANDBY("standby"),
    /** 1 while this gateway takes no orders yet, because it was activated. */
    ACTIVATION("activation");

    private final String label;

    GatewayCounter(final String label)
    {
        this.label = label;
    }

    @Override
    public String toString()
    {
        return label;
    }
}
