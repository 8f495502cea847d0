// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.timestamps;

import io.bourse.engine.telemetry.ClockReading;

/**
 * Where a row comes from.
 *
 * @param tradingDate YYYYMMDD.
 * @param partition of the event stream.
 * @param component that wrote the record, such as {@code twime-1}.
 * @param clock at worst while the file of the record was written.
 */
public record StampOrigin(int tradingDate, int partition, String component, ClockReading clock)
{
}
