// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

/**
 * What a {@link PitchFeed} has done. Readable from any thread.
 */
enum PitchCounter
{
    /** Number of the last message, sent or counted while history was read. */
    SEQUENCE,
    /** Datagrams of the feed, heartbeats included; one to A and B counts once. */
    PACKETS,
    /** Datagrams that a socket did not take, over A, B and the retransmission. */
    SEND_FAILURES,
    /** Orders and trades left out because PITCH cannot say their price or quantity. */
    UNSHOWABLE,
    /** Logins accepted by both servers. */
    LOGINS,
    /** Logins refused by both servers. */
    LOGINS_REFUSED,
    /** Gap requests accepted. */
    GAPS_ACCEPTED,
    /** Gap requests refused, for whatever reason. */
    GAPS_REFUSED,
    /** Messages sent again. */
    RETRANSMITTED,
    /** Spin images taken. */
    IMAGES,
    /** Spins sent to their end. */
    SPINS,
    /** Spin requests refused. */
    SPINS_REFUSED,
    /** Logins not looked at, because too many of their name and source had a wrong password. */
    LOGINS_LOCKED
}
