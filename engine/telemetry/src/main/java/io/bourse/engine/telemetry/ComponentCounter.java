// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

/** What every thread of a component counts. */
public enum ComponentCounter
{
    /** Duty cycles. */
    DUTY_CYCLES
}
