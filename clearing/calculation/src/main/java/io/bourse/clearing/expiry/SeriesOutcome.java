// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.expiry;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * What became of one contract that ended.
 *
 * @param instrumentId SecurityID.
 * @param symbol of the contract.
 * @param priceE5 of an option the price of the underlying that decided, null when none was needed; of all others the
 * final settlement price; x 100 000.
 * @param longLots held when it ended; as many were written.
 * @param automaticLots that would have been exercised without any instruction.
 * @param exercisedLots in fact; as many were assigned.
 * @param instructions in force for it.
 * @param ignoredInstructions of them, those of registers that held none of it.
 * @param clampedInstructions of them, those that asked for more, or declined more, than there was.
 * @param obligations left to deliver or to take delivery, both sides counted.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SeriesOutcome(
    int instrumentId,
    String symbol,
    Long priceE5,
    long longLots,
    long automaticLots,
    long exercisedLots,
    int instructions,
    int ignoredInstructions,
    int clampedInstructions,
    int obligations)
{
}
