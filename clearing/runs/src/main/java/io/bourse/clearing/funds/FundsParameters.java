// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.bourse.clearing.cashmarket.DeliveryParameters;
import io.bourse.clearing.collateral.AssetParameters;
import io.bourse.clearing.collateral.CallKind;
import io.bourse.clearing.collateral.CollateralRule;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.json.Json;

import java.io.IOException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All that decides funds besides positions and the book of instructions (rules 1.4, 1.8). What a file does not name is
 * as in {@link #DEFAULT}.
 *
 * @param vatPctE6 value added tax on fees, per cent x 1 000 000; 0 for none.
 * @param collateralShareE6 most that all assets together may cover of the margin, a fraction x 1 000 000
 *     (coeff_liquidity); no limit from 1 000 000 on, the default.
 * @param shortfallRateE6 interest a year on money that was missing, a fraction x 1 000 000.
 * @param coverRateE6 charge a year for margin that assets covered, a fraction x 1 000 000.
 * @param callPenaltyE6 penalty for what was missing of a call at its deadline, a fraction x 1 000 000.
 * @param assets by code; others cover nothing.
 * @param callDeadlines by kind of the call; {@link CallDeadline#DEFAULT} by default.
 * @param delivery what deliveries follow.
 */
@JsonPropertyOrder({"vatPctE6", "collateralShareE6", "shortfallRateE6", "coverRateE6", "callPenaltyE6", "assets",
    "callDeadlines", "delivery"})
public record FundsParameters(
    long vatPctE6,
    Long collateralShareE6,
    long shortfallRateE6,
    long coverRateE6,
    long callPenaltyE6,
    SortedMap<String, AssetParameters> assets,
    Map<CallKind, CallDeadline> callDeadlines,
    DeliveryParameters delivery)
{
    /** No tax, interest, penalties and assets. */
    public static final FundsParameters DEFAULT = new FundsParameters(0, null, 0, 0, 0, null, null, null);
    private static final long MAX_PCT_E6 = 100_000_000;

    /**
     * Checked copy.
     *
     * @throws IllegalArgumentException when a value is out of range.
     */
    public FundsParameters
    {
        collateralShareE6 = null == collateralShareE6 ? CollateralRule.ONE_E6 : collateralShareE6;
        assets = Collections.unmodifiableSortedMap(null == assets ? new TreeMap<>() : new TreeMap<>(assets));
        final Map<CallKind, CallDeadline> deadlines = new EnumMap<>(CallKind.class);
        for (final CallKind kind : CallKind.values())
        {
            final CallDeadline deadline = null == callDeadlines ? null : callDeadlines.get(kind);
            deadlines.put(kind, null == deadline ? CallDeadline.DEFAULT : deadline);
        }
        callDeadlines = Collections.unmodifiableMap(deadlines);
        delivery = null == delivery ? DeliveryParameters.DEFAULT : delivery;
        if (vatPctE6 < 0 || vatPctE6 > MAX_PCT_E6)
        {
            throw new IllegalArgumentException(
                "value added tax must be from 0 to 100 per cent: vatPctE6=" + vatPctE6);
        }
        if (collateralShareE6 < 0 || shortfallRateE6 < 0 || coverRateE6 < 0 || callPenaltyE6 < 0)
        {
            throw new IllegalArgumentException("funds parameters must not be below 0: collateralShareE6=" +
                collateralShareE6 + " shortfallRateE6=" + shortfallRateE6 + " coverRateE6=" + coverRateE6 +
                " callPenaltyE6=" + callPenaltyE6);
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
            return Json.read(json, FundsParameters.class);
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
        return Json.bytes(this);
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
