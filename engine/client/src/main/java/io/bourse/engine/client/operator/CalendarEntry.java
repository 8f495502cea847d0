// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.Phase;

/**
 * A phase to come.
 *
 * @param startNs when it begins, in nanoseconds since 1970-01-01 UTC.
 * @param randomNs up to this is added to the start, in nanoseconds, for each instrument anew; ends before the next
 *     entry begins.
 * @param phase that begins.
 */
public record CalendarEntry(long startNs, long randomNs, Phase phase)
{
}
