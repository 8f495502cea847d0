// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * A line of the book of instructions.
 *
 * @param seq number, from 1 without a gap.
 * @param kind what it asks for.
 * @param client register, seven characters.
 * @param asset code; empty for money.
 * @param amount kopecks, or units of the asset (currencies in hundredths); above 0.
 * @param reference of its giver: the same one of the same register is the same instruction.
 * @param actor who gave it.
 * @param timeNs when it came, nanoseconds since 1970.
 * @param previous SHA-256 of the line before.
 * @param sha256 of this line with this field empty.
 * @param despiteDefault true when it is to be done though the member is in default; else null and not written.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"seq", "kind", "client", "asset", "amount", "reference", "actor", "timeNs", "previous", "sha256",
    "despiteDefault"})
public record Instruction(
    long seq,
    InstructionKind kind,
    String client,
    String asset,
    long amount,
    String reference,
    String actor,
    long timeNs,
    String previous,
    String sha256,
    Boolean despiteDefault)
{
    /** Whether it is done though the member is in default. */
    boolean isDespiteDefault()
    {
        return Boolean.TRUE.equals(despiteDefault);
    }

    Instruction withSha256(final String digest)
    {
        return new Instruction(seq, kind, client, asset, amount, reference, actor, timeNs, previous, digest,
            despiteDefault);
    }

    /** Whether it asks for the same as another with its reference. */
    boolean asksFor(final InstructionRequest request)
    {
        return kind == request.kind() && asset.equals(request.asset()) && amount == request.amount() &&
            isDespiteDefault() == request.despiteDefault();
    }
}
