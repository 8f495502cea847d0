// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.price;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.file.JsonText;

import java.io.IOException;
import java.util.List;

/**
 * Prices of a run as they are shown, approved and used. An approval is bound to {@link #sha256}.
 *
 * @param format {@link #FORMAT}.
 * @param run that they are for.
 * @param parametersSha256 digest of the parameters they were fixed with.
 * @param prices by ordinal of the instrument.
 * @param approvals reasons to ask a second person; empty when no approval is needed.
 * @param notes for the audit trail: one sentence for every price that is not a median, a sum of legs or an untouched
 * tick value.
 */
public record PriceProposal(
    String format,
    PriceRun run,
    String parametersSha256,
    List<FixedPrice> prices,
    List<ApprovalReason> approvals,
    List<String> notes)
{
    /** Format of this version. */
    public static final String FORMAT = "bourse-clearing-prices/1";

    /**
     * Whether a second person must approve.
     *
     * @return true if so.
     */
    @JsonIgnore
    public boolean needsApproval()
    {
        return !approvals.isEmpty();
    }

    /**
     * Price of an instrument.
     *
     * @param ordinal of the instrument.
     * @return its price.
     */
    public FixedPrice price(final int ordinal)
    {
        return prices.get(ordinal);
    }

    /**
     * Reads a proposal.
     *
     * @param json bytes of {@link #json}.
     * @return proposal.
     * @throws InputCorruptException when they are none.
     */
    public static PriceProposal read(final byte[] json)
    {
        try
        {
            final PriceProposal proposal = JsonText.read(json, PriceProposal.class);
            if (!FORMAT.equals(proposal.format()))
            {
                throw new InputCorruptException("prices are of another format: format=" + proposal.format() +
                    " wanted=" + FORMAT);
            }
            return proposal;
        }
        catch (final IOException ex)
        {
            throw new InputCorruptException("prices of a run cannot be understood: reason=\"" + ex.getMessage() +
                "\"", ex);
        }
    }

    /**
     * The same bytes for the same prices.
     *
     * @return JSON.
     */
    public byte[] json()
    {
        return JsonText.bytes(this);
    }

    /**
     * Digest of {@link #json}.
     *
     * @return lower-case hexadecimal.
     */
    public String sha256()
    {
        return Digests.sha256Of(json());
    }
}
