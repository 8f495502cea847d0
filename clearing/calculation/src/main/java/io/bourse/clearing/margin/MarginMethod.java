// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

/**
 * How initial margin is calculated.
 */
public enum MarginMethod
{
    /** Scenarios, interest risk, netting in groups and offsets between them (rules 2.3). */
    HOUSE,
    /** SPAN (rules 2.2). */
    SPAN
}
