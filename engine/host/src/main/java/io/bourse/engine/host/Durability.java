// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

/**
 * What an acknowledged command survives (docs/operations.md).
 */
public enum Durability
{
    /** The journal is in the page cache: acknowledged commands survive the death of the process. */
    RAM,
    /** The journal is synced before a command is executed: acknowledged commands survive a loss of power. */
    DISK
}
