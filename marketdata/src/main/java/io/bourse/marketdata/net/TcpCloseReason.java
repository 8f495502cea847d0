// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

/**
 * Why a connection ended.
 */
public enum TcpCloseReason
{
    /** The peer closed it. */
    PEER,

    /** The handler was done: all was sent, and the peer closed or had its time to. */
    FINISHED,

    /** The handler closed it at once, with bytes unsent perhaps. */
    DROPPED,

    /** Nothing came, or was taken, for the inactivity timeout. */
    INACTIVE,

    /** It was open for longer than is allowed. */
    TOO_LONG_OPEN,

    /** The handler did not recognise its bytes. */
    GARBAGE,

    /** The receive buffer is full and holds no whole message. */
    MESSAGE_TOO_LONG,

    /** The socket failed. */
    BROKEN,

    /** The handler threw an exception. */
    HANDLER_FAILED,

    /** It had not logged in when a new connection needed its place. */
    REPLACED,

    /** The peer was refused when it connected. */
    REFUSED,

    /** The server was closed. */
    SERVER_CLOSED
}
