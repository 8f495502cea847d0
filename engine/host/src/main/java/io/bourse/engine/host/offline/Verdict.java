// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

/**
 * What a check of a data directory comes to.
 */
public enum Verdict
{
    /** Nothing is to be done. */
    WHOLE,
    /** Can be repaired by rule, without loss of anything that was published. */
    REPAIRABLE,
    /** Something is lost or is not what it was: only a copy helps. */
    DAMAGED
}
