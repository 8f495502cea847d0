// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

/** What is counted of the sessions of a class. */
public enum SessionCounter
{
    /** Sessions that began. */
    BEGUN,
    /** Sessions that have ended, for whatever reason. */
    ENDED
}
