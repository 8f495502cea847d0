// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.admission;

/**
 * When the numbers of a session begin with 1 again, on both sides, and what was sent before can no longer be asked
 * for. Apart from this a client may always do it by ResetSeqNumFlag(141).
 */
public enum SequenceReset
{
    /** Only when the client says so. */
    NEVER,
    /** When a period of the schedule begins. */
    DAILY,
    /** With every Logon. */
    ON_LOGON,
    /** When the session has ended by Logout; not when its connection was lost. */
    ON_LOGOUT
}
