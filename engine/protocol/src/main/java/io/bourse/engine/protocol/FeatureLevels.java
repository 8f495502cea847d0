// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

/**
 * Feature levels of a history. The level says by which rules commands are judged and which of them are understood. It
 * is part of the history itself, by the command {@code SetFeatureLevel}, so that programs of different versions decide
 * alike. A history that names no level has {@link #BASE}.
 */
public final class FeatureLevels
{
    /** Rules of histories without a level. A malformed command is answered with a rejection. */
    public static final int BASE = 1;
    /**
     * What is not understood has no effect, senders must be entitled to their commands, quantities stay within what
     * clearing holds, dates are dates.
     */
    public static final int BOUNDED = 2;
    /** Clearing puts the head of its audit trail into the history. */
    public static final int AUDITED = 3;
    /** Orders may be MARKET_IF_TOUCHED. */
    public static final int TOUCHED = 4;
    /**
     * Commands of operators carry the signature of a person, the venue has bounds of capacity, and a clock that steps
     * stops order entry.
     */
    public static final int GUARDED = 5;
    /** The engine remembers the trades of the session, and operators can break and correct them. */
    public static final int CORRECTABLE = 6;
    /**
     * Risk officers of members act for their own firms, and firms have limits of their own; operators end, block and
     * reset the sessions that logins have with gateways.
     */
    public static final int DELEGATED = 7;
    /** The quotes of a session end at once when its gateway is lost; operators have standbys of gateways take over. */
    public static final int ATTENDED = 8;
    /** Collateral of a register is moved between partitions. */
    public static final int SHARED = 9;
    /** Instruments are moved between partitions. */
    public static final int MOVABLE = 10;
    /** Orders of FIX logins move with their names, and records of a move come when an operator has begun it. */
    public static final int NAMED = 11;
    /** A login is connected as long as one of its gateways has a connection of it. */
    public static final int DOORS = 12;
    /** Limits of active orders and of orders per second are moved between partitions. */
    public static final int BALANCED = 13;
    /** Highest level that this program knows. */
    public static final int HIGHEST = BALANCED;

    private FeatureLevels()
    {
    }
}
