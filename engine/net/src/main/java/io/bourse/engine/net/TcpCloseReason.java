// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

/** Why a connection ended. */
public enum TcpCloseReason
{
    /** The peer closed it. */
    PEER,

    /** The protocol was done: all was sent, and the peer closed or had its time to. */
    FINISHED,

    /** The protocol closed it at once, with bytes unsent perhaps. */
    DROPPED,

    /** Nothing came, or was taken, for the inactivity timeout. */
    INACTIVE,

    /** It was open for longer than is allowed. */
    TOO_LONG_OPEN,

    /** It did not log in within the time for that. */
    LOGIN_TIMEOUT,

    /** The peer does not take what is sent to it. */
    TOO_SLOW,

    /** Its bytes are not the protocol, or not TLS. */
    GARBAGE,

    /** The receive buffer is full and holds no whole message. */
    MESSAGE_TOO_LONG,

    /** The socket failed. */
    BROKEN,

    /** The protocol threw an exception. */
    HANDLER_FAILED,

    /** It had not logged in when a new connection needed its place. */
    REPLACED,

    /** The peer was refused when it connected. */
    REFUSED,

    /** The server was closed. */
    SERVER_CLOSED,

    /** It sent several times as many messages as it may. */
    TOO_FAST
}
