// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

/**
 * What the gateway has counted since it started. Written by the gateway's thread, read by any.
 */
public enum FixCounter
{
    /** Sessions that logged on. */
    LOGONS,
    /** Sessions that logged out or were lost. */
    LOGOUTS,
    /** Well-formed messages received, those of connections without a session included. */
    MESSAGES_RECEIVED,
    /** Messages given to connections, those that are sent again included. */
    MESSAGES_SENT,
    /** First messages of unknown SenderCompIDs and logons with parameters out of bounds. */
    REFUSED_LOGONS,
    /** Order requests taken for the engine, those that wait for an earlier answer included. */
    COMMANDS,
    /** ExecutionReports and OrderCancelRejects handed to sessions, refusals of the gateway itself included. */
    REPORTS,
    /** Reports not sent again after a restart because the session's store had them already. */
    REPORTS_NOT_REPEATED,
    /** Requests that a session sent again after a restart although they had been taken; they are answered once. */
    REQUESTS_NOT_REPEATED,
    /** Requests refused by the gateway itself. */
    REFUSALS,
    /** Requests refused by the engine. */
    ENGINE_REJECTS,
    /** Session-level Reject(3) messages sent. */
    SESSION_REJECTS,
    /** Application messages answered with BusinessMessageReject because we do not take them. */
    UNSUPPORTED_MESSAGES,
    /** Connections that were not FIX: wrong beginning, bad framing, too long without a message, silent. */
    GARBAGE,
    /** Errors within sessions: wrong checksum or sequence number, lost connection, a second connection of a session. */
    SESSION_ERRORS,
    /** Reports whose bounded wait for the published watermark ran out. */
    LATE_FOR_MARKET_DATA,
    /** TCP connections accepted. */
    CONNECTIONS,
    /** TCP connections closed at once because there were too many. */
    REFUSED_CONNECTIONS,
    /** Messages passed over because length, checksum or form were wrong. */
    GARBLED_MESSAGES,
    /** Connections closed because the client did not read. */
    SLOW_CLIENTS,
    /** Messages sent again because a client asked for them. */
    RESENT_MESSAGES,
    /** Connections that broke the rules of TLS or showed no valid certificate. */
    TLS_FAILURES,
    /** Application messages rejected because their session sent more than it may in a second. */
    THROTTLED_MESSAGES,
    /** Application messages passed over because they came when our Logout had been sent. */
    MESSAGES_BEHIND_LOGOUT,
    /** Sessions ended because their login may not have one any more. */
    ENDED_SESSIONS,
    /** Logons that got no answer because no session has their CompIDs. */
    LOGONS_OF_UNKNOWN_SESSIONS,
    /** Logons that got no answer because their session has a connection. */
    LOGONS_OF_SESSIONS_IN_USE,
    /** Heartbeats, TestRequests and ResendRequests rejected because their session sent more than it may in a second. */
    THROTTLED_SESSION_MESSAGES,
    /** Sessions logged out because they sent several times as many messages as they may. */
    CUT_OFF_SESSIONS,
    /** TCP connections closed at once because no session may come from their address. */
    UNKNOWN_SOURCES,
    /** TCP connections without a Logon that gave way to new ones. */
    REPLACED_CONNECTIONS,
    /** Logons refused because this gateway is a standby. */
    LOGONS_AT_STANDBY,
    /** 1 while this gateway is a standby. */
    STANDBY,
    /** 1 while this gateway takes no orders yet, because it was activated. */
    ACTIVATION,
    /** Records of time stamps written. */
    TIMESTAMPS_RECORDED,
    /** Records of time stamps that could not be written. */
    TIMESTAMPS_LOST
}
