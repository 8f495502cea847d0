// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

/**
 * Compares sums per register and instrument that are taken in different orders, without holding any of them: lots times
 * a random-looking weight of the pair, added up modulo 2^64. Two ways to the same sums give the same total whatever
 * their order; if pairs differ, so do the totals, but for a chance of about 2^-60.
 */
final class Fingerprint
{
    private static final long GOLDEN_GAMMA = 0x9E37_79B9_7F4A_7C15L;

    private Fingerprint()
    {
    }

    /** Weight of a pair, the same in every run. */
    static long weight(final int accountId, final int instrument)
    {
        long z = (((long)accountId << Short.SIZE) + instrument + 1) * GOLDEN_GAMMA;
        z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
        return z ^ z >>> 31;
    }
}
