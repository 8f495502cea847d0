// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

/**
 * What a publisher knows of the lease that it shares with those that stand by for it.
 */
public enum LeaseCounter
{
    /** 1 while this process has the right to publish. */
    HELD,
    /** Times that a publisher has begun, this one or another, since this one looks. */
    BEGINNINGS
}
