// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.bourse.clearing.file.Digests;

import java.io.IOException;

/**
 * All that decides funds besides positions and the book of instructions (sheet 1.4, 1.8). What a file does not name is
 * as in {@link #DEFAULT}.
 *
 * @param vatPctE6 value added tax on fees, per cent x 1 000 000; 0 for none.
 * @param delivery what deliveries follow.
 */
@JsonPropertyOrder({"vatPctE6", "delivery"})
public record FundsParameters(long vatPctE6, DeliveryParameters delivery)
{
    /** No tax. */
    public static final FundsParameters DEFAULT = new FundsParameters(0, DeliveryParameters.DEFAULT);
    private static final long MAX_PCT_E6 = 100_000_000;

    /**
     * Checked values.
     *
     * @throws IllegalArgumentException when a value is out of range.
     */
    public FundsParameters
    {
        delivery = null == delivery ? DeliveryParameters.DEFAULT : delivery;
        if (vatPctE6 < 0 || vatPctE6 > MAX_PCT_E6)
        {
            throw new IllegalArgumentException(
                "value added tax must be from 0 to 100 per cent: vatPctE6=" + vatPctE6);
        }
    }

    /**
     * Reads parameters.
     *
     * @param json bytes of {@link #json}, or of a file that an operator wrote.
     * @return parameters.
     * @throws IllegalArgumentException when they are no such parameters; the place is named.
     */
    public static FundsParameters read(final byte[] json)
    {
        try
        {
            return FundsJson.read(json, FundsParameters.class);
        }
        catch (final IOException ex)
        {
            throw new IllegalArgumentException("funds parameters cannot be understood: reason=\"" + ex.getMessage() +
                "\"", ex);
        }
    }

    /**
     * The same bytes for the same parameters.
     *
     * @return JSON.
     */
    public byte[] json()
    {
        return FundsJson.bytes(this);
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
