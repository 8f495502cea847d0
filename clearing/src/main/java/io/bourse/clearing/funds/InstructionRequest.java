// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

/**
 * What somebody asks the book to take up.
 *
 * @param kind what is asked for.
 * @param client register, seven characters.
 * @param asset code; empty for money.
 * @param amount kopecks, or units of the asset; above 0.
 * @param reference of whoever gives it, up to 64 characters.
 * @param actor who gives it.
 */
public record InstructionRequest(
    InstructionKind kind, String client, String asset, long amount, String reference, String actor)
{
    private static final int CLIENT_LENGTH = 7;
    private static final int MAX_REFERENCE_LENGTH = 64;

    /**
     * Checked values.
     *
     * @throws IllegalArgumentException when one is missing or out of range; it is named.
     */
    public InstructionRequest
    {
        require(null != client && CLIENT_LENGTH == client.length(), "client", client, "seven characters are needed");
        require(amount > 0, "amount", amount, "must be above 0");
        require(null != reference && !reference.isEmpty() && reference.length() <= MAX_REFERENCE_LENGTH, "reference",
            reference, "from 1 to " + MAX_REFERENCE_LENGTH + " characters are needed");
        require(null != actor && !actor.isEmpty(), "actor", actor, "is needed");
        require(null != asset && kind.isMoney() == asset.isEmpty(), "asset", asset,
            "an asset is needed for deposits and withdrawals and for nothing else");
    }

    private static void require(final boolean holds, final String key, final Object value, final String reason)
    {
        if (!holds)
        {
            throw new IllegalArgumentException("bad instruction: " + key + "=" + value + " reason=" + reason);
        }
    }
}
