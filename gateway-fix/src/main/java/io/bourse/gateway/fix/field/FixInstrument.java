// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.field;

/**
 * What the gateway knows of an instrument.
 *
 * @param instrumentId SecurityID(48).
 * @param symbol Symbol(55).
 * @param currency Currency(15).
 * @param isStrategy whether its trades are printed in its legs.
 */
public record FixInstrument(int instrumentId, String symbol, String currency, boolean isStrategy)
{
}
