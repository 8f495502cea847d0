// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.store;

/**
 * A position that was held before the first trade of the event stream, for instance at a migration.
 *
 * @param client seven characters.
 * @param instrumentId SecurityID.
 * @param lots bought above 0, sold below.
 */
public record OpeningPosition(String client, int instrumentId, long lots)
{
}
