// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.span;

import io.bourse.clearing.margin.GroupedPortfolio;
import io.bourse.clearing.model.Round;

/**
 * SPAN of portfolios from the rows of {@link SpanArrays}: sums of longs, in any order the same.
 */
final class SpanPortfolio extends GroupedPortfolio
{
    private static final long E6 = 1_000_000L;

    private final SpanArrays arrays;
    private final CombinedCommodity commodity;
    /** Of each group: what it needs before credits, what it must need, its value, its price risk and its net delta. */
    private final long[] beforeE2;
    private final long[] minimumE2;
    private final long[] valueE2;
    private final long[] priceRiskE2;
    private final long[] deltaE9;
    /** Deltas that no credit has used, and the credits. */
    private final long[] leftE9;
    private final long[] creditE2;

    SpanPortfolio(final SpanArrays arrays)
    {
        super(arrays.groupOf, arrays.groups.length);
        this.arrays = arrays;
        this.commodity = new CombinedCommodity(arrays);
        final int groups = arrays.groups.length;
        this.beforeE2 = new long[groups];
        this.minimumE2 = new long[groups];
        this.valueE2 = new long[groups];
        this.priceRiskE2 = new long[groups];
        this.deltaE9 = new long[groups];
        this.leftE9 = new long[groups];
        this.creditE2 = new long[groups];
    }

    @Override
    protected long marginE2(final Orders orders)
    {
        for (int i = 0; i < touchedSize(); i++)
        {
            calculate(touched(i), orders);
        }
        if (touchedSize() > 1)
        {
            for (final SpanArrays.Credit credit : arrays.credits)
            {
                take(credit);
            }
        }
        long sum = 0;
        for (int i = 0; i < touchedSize(); i++)
        {
            final int group = touched(i);
            final long after = beforeE2[group] - Math.min(beforeE2[group], creditE2[group]);
            final long margin = Math.subtractExact(Math.max(minimumE2[group], after), valueE2[group]);
            sum = Math.addExact(sum, Math.max(0, margin));
        }
        return sum;
    }

    private void calculate(final int group, final Orders orders)
    {
        commodity.begin(group);
        for (int entry = first(group); END != entry; entry = next(entry))
        {
            commodity.add(instrument(entry), quantity(entry, orders));
        }
        commodity.calculate();
        beforeE2[group] = Math.addExact(commodity.scanRiskE2(), commodity.chargesE2());
        minimumE2[group] = commodity.minimumE2();
        valueE2[group] = commodity.valueE2();
        priceRiskE2[group] = commodity.priceRiskE2();
        deltaE9[group] = commodity.netDeltaE9();
        leftE9[group] = deltaE9[group];
        creditE2[group] = 0;
    }

    /** Step 5: every leg is credited for the deltas that the spreads use up. */
    private void take(final SpanArrays.Credit credit)
    {
        final long spreads = spreadsE9(credit);
        for (int i = 0; i < credit.groups.length && spreads > 0; i++)
        {
            final int group = credit.groups[i];
            final long used = spreads * Math.abs(credit.ratios[i]);
            final long risk = Round.multiplyDivide(priceRiskE2[group], used, Math.abs(deltaE9[group]));
            creditE2[group] = Math.addExact(creditE2[group], Round.multiplyDivide(risk, credit.rateE6, E6));
            leftE9[group] -= Long.signum(leftE9[group]) * used;
        }
    }

    private long spreadsE9(final SpanArrays.Credit credit)
    {
        long spreads = Long.MAX_VALUE;
        int side = 0;
        for (int i = 0; i < credit.groups.length; i++)
        {
            final int group = credit.groups[i];
            final long delta = END == first(group) ? 0 : leftE9[group];
            final int ownSide = Long.signum(delta) * Integer.signum(credit.ratios[i]);
            side = 0 == i ? ownSide : side;
            if (0 == ownSide || side != ownSide)
            {
                return 0;
            }
            spreads = Math.min(spreads, Math.abs(delta) / Math.abs(credit.ratios[i]));
        }
        return spreads;
    }
}
