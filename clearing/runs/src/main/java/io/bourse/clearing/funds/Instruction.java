// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.bourse.clearing.json.Json;

import java.nio.charset.StandardCharsets;

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
 * @param signed who has entered it; null in a venue without operators and in lines of an earlier version.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"seq", "kind", "client", "asset", "amount", "reference", "actor", "timeNs", "previous", "sha256",
    "despiteDefault", "signed"})
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
    Boolean despiteDefault,
    Signed signed)
{
    /**
     * The operator who has entered a line.
     *
     * @param by name of the operator.
     * @param request number of the request of what goes out that the operator has approved; null for what one operator
     *     enters alone.
     * @param signature of {@link #text}, hexadecimal.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonPropertyOrder({"by", "request", "signature"})
    public record Signed(String by, Integer request, String signature)
    {
    }

    /** What is signed: the line in its place of the book, and who has entered it. */
    public String text(final String venueId)
    {
        return "BOURSE-CLEARING-INSTRUCTION-1\n" + venueId + "\n" + new String(Json.line(
            withSha256("").withSigned(new Signed(signed.by(), signed.request(), null))), StandardCharsets.UTF_8);
    }

    /** What was asked for. */
    public InstructionRequest request()
    {
        return new InstructionRequest(kind, client, asset, amount, reference, actor, isDespiteDefault());
    }

    /** The same line, entered by an operator. */
    public Instruction withSigned(final Signed by)
    {
        return new Instruction(
            seq, kind, client, asset, amount, reference, actor, timeNs, previous, sha256, despiteDefault, by);
    }

    /** Whether it is done though the member is in default. */
    boolean isDespiteDefault()
    {
        return Boolean.TRUE.equals(despiteDefault);
    }

    Instruction withSha256(final String digest)
    {
        return new Instruction(seq, kind, client, asset, amount, reference, actor, timeNs, previous, digest,
            despiteDefault, signed);
    }

    /** Whether it asks for the same as another with its reference. */
    boolean asksFor(final InstructionRequest request)
    {
        return kind == request.kind() && asset.equals(request.asset()) && amount == request.amount() &&
            isDespiteDefault() == request.despiteDefault();
    }
}
