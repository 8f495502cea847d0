// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import io.bourse.clearing.collateral.Asset;

/**
 * A request to add an instruction to the book.
 *
 * @param kind what is asked for.
 * @param client register, seven printable ASCII characters.
 * @param asset code; empty for money.
 * @param amount kopecks, or units of the asset; above 0, at most {@link Asset#MAX_AMOUNT}.
 * @param reference of its giver, up to 64 characters.
 * @param actor who gives it.
 * @param despiteDefault whether money or an asset goes out though the member is in default.
 */
public record InstructionRequest(
    InstructionKind kind,
    String client,
    String asset,
    long amount,
    String reference,
    String actor,
    boolean despiteDefault)
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
        require(null != client && isCode(client), "client", client, "seven printable ASCII characters are needed");
        require(amount > 0 && amount <= Asset.MAX_AMOUNT, "amount", amount, "must be from 1 to " + Asset.MAX_AMOUNT);
        require(null != reference && !reference.isEmpty() && reference.length() <= MAX_REFERENCE_LENGTH, "reference",
            reference, "from 1 to " + MAX_REFERENCE_LENGTH + " characters are needed");
        require(null != actor && !actor.isEmpty(), "actor", actor, "is needed");
        require(null != asset && kind.isMoney() == asset.isEmpty(), "asset", asset,
            "an asset is needed for deposits and withdrawals and for nothing else");
    }

    /**
     * A request that stops when the member is in default.
     *
     * @param kind as of the record.
     * @param client as of the record.
     * @param asset as of the record.
     * @param amount as of the record.
     * @param reference as of the record.
     * @param actor as of the record.
     */
    public InstructionRequest(
        final InstructionKind kind,
        final String client,
        final String asset,
        final long amount,
        final String reference,
        final String actor)
    {
        this(kind, client, asset, amount, reference, actor, false);
    }

    /** Letters of other scripts look the same and are no register. */
    private static boolean isCode(final String client)
    {
        return CLIENT_LENGTH == client.length() && client.chars().allMatch(c -> c > ' ' && c <= '~');
    }

    private static void require(final boolean holds, final String key, final Object value, final String reason)
    {
        if (!holds)
        {
            throw new IllegalArgumentException("bad instruction: " + key + "=" + value + " reason=" + reason);
        }
    }
}
