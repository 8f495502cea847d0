// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

/**
 * Defects that can be put in on purpose, so that tests can prove that a simulator finds them.
 */
enum Defect
{
    /** None. */
    NONE,
    /** A gateway sends what it does not know of again as if it were something new. */
    RESEND_UNDER_NEW_SEQUENCE,
    /** A gateway forgets the oldest command on its way when its engine has died. */
    FORGOTTEN_RESEND,
    /** A copy of a command comes without the sequence that identifies it. */
    COPY_WITHOUT_SEQUENCE,
    /** A gateway that starts again gives sequences from the beginning. */
    SEQUENCES_FROM_ONE,
    /** A crash takes more of the journal, or of the agreed log, than it may. */
    LOST_TAIL,
    /** A restart publishes what is recorded already. */
    FRAMES_TWICE,
    /** The matcher executes what is not recorded yet, a member what is not committed yet. */
    EARLY_EXECUTION,
    /** A member's core sees its own clock. */
    OWN_CLOCK,
    /** A member that starts does not ask the leader for the time. */
    LEADER_NOT_ASKED,
    /** The clock of a host follows its wall clock wherever that goes. */
    UNGUARDED_CLOCK,
    /** A snapshot is taken for one of a place one command later. */
    SNAPSHOT_SKIPS,
    /** Timers are forgotten when a member starts again. */
    TIMER_FORGOTTEN,
    /** Private answers leave before the market data. */
    PRIVATE_FIRST,
    /** A reader that attaches again begins one transaction later. */
    READER_SKIPS,
    /** A partition gets what another one is asked for, not what it has given. */
    RAISED_BEFORE_LOWERED,
    /** What a partition gets is added, whatever it got before. */
    TAKEN_TWICE,
    /** What a partition is asked to give never reaches it. */
    GIFTS_LOST
}
