// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.ring;

import java.util.SplittableRandom;

/**
 * How a flow is spread over accounts and instruments.
 */
public enum FlowSpread
{
    /**
     * As many instruments, firms and accounts of each as the small venue has are busy, strewn over all there are; the
     * others are loaded and stay idle.
     */
    CONCENTRATED
    {
        @Override
        int nextAccount(final SplittableRandom random, final VenueShape shape)
        {
            final int firm = next(random, shape.firms(), VenueShape.SMALL.firms());
            final int client = next(random, shape.accountsPerFirm(), VenueShape.SMALL.accountsPerFirm());
            return (int)(((long)firm * shape.accountsPerFirm() + client) % shape.accounts());
        }

        @Override
        int next(final SplittableRandom random, final int count, final int smallCount)
        {
            return (int)(random.nextInt(smallCount) * SCATTER % count);
        }
    },
    /** As markets are: the rank of the next one is log-uniform (Zipf), half of the flow is that of the root of all. */
    SKEWED
    {
        @Override
        int next(final SplittableRandom random, final int count, final int smallCount)
        {
            final int rank = (int)Math.pow(count, random.nextDouble()) - 1;
            // Neighbours in rank are not neighbours in memory.
            return (int)(rank * SCATTER % count);
        }
    },
    /** Everyone and everything alike: the worst case for caches. */
    UNIFORM
    {
        @Override
        int next(final SplittableRandom random, final int count, final int smallCount)
        {
            return random.nextInt(count);
        }
    };

    /** A prime, so that it is coprime to every count used. */
    private static final long SCATTER = 1_000_003;

    /**
     * Chooses the next one.
     *
     * @param random source.
     * @param count of all there are.
     * @param smallCount of all there are in the small venue.
     * @return index from 0.
     */
    abstract int next(SplittableRandom random, int count, int smallCount);

    /**
     * Chooses the next account.
     *
     * @param random source.
     * @param shape of the venue.
     * @return account id.
     */
    int nextAccount(final SplittableRandom random, final VenueShape shape)
    {
        return next(random, shape.accounts(), VenueShape.SMALL.accounts());
    }
}
