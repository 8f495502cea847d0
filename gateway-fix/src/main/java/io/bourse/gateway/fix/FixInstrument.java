// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

/**
 * What the gateway knows of an instrument.
 *
 * @param instrumentId SecurityID(48).
 * @param symbol Symbol(55).
 */
record FixInstrument(int instrumentId, String symbol)
{
}
