// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Risk curves of a group: linear between key terms, flat outside (rules 2.3).
 */
final class RiskCurve
{
    private static final double E6 = 1e6;

    private final List<KeyTerm> terms;

    /**
     * Curves through key terms.
     *
     * @param terms by days; none: all curves are 0.
     */
    RiskCurve(final List<KeyTerm> terms)
    {
        this.terms = List.copyOf(terms);
    }

    /**
     * IR.
     *
     * @param days to the last day, from 0.
     * @return fraction a year.
     */
    double interest(final int days)
    {
        return at(days, KeyTerm::interestE6);
    }

    /**
     * VR.
     *
     * @param days to the last day, from 0.
     * @return fraction of the volatility.
     */
    double volatility(final int days)
    {
        return at(days, KeyTerm::volatilityE6);
    }

    /**
     * r.
     *
     * @param days to the last day, from 0.
     * @return fraction a year.
     */
    double rate(final int days)
    {
        return at(days, KeyTerm::rateE6);
    }

    private double at(final int days, final ToLongFunction<KeyTerm> curve)
    {
        if (terms.isEmpty())
        {
            return 0;
        }
        int next = 0;
        while (next < terms.size() && terms.get(next).days() <= days)
        {
            next++;
        }
        final KeyTerm before = terms.get(Math.max(0, next - 1));
        final KeyTerm after = terms.get(Math.min(next, terms.size() - 1));
        final double from = curve.applyAsLong(before) / E6;
        final double to = curve.applyAsLong(after) / E6;
        return before.days() == after.days() || days < before.days() ?
            from : from + (to - from) * (days - before.days()) / (after.days() - before.days());
    }
}
