// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.margin.PortfolioMargin;
import io.bourse.clearing.margin.RegisterSwitches;
import io.bourse.engine.protocol.LimitLevel;

import java.util.Arrays;

/**
 * A second opinion of the margin of some registers, chosen by a hash of their numbers: by the model, which prices every
 * option anew.
 */
final class MarginSample
{
    static final String CHECK = "margin agrees with its model";
    private static final int REGISTERS = 2_000;
    private static final int SMOOTH = 0x9E37_79B9;

    private final RequirementInput input;
    private final RegisterChoices choices;
    private final PortfolioMargin model;
    private final int oneIn;
    private int account;
    private boolean isTaken;
    private int[] instruments = new int[16];
    private long[] lots = new long[3 * 16];
    private int size;
    private int count;

    MarginSample(final RequirementInput input, final RegisterChoices choices)
    {
        this.input = input;
        this.choices = choices;
        this.model = input.arrays().model();
        // A rehearsal has positions of few registers.
        final long most = Math.min(input.day().registers().size(), input.positions().rows());
        this.oneIn = (int)Math.max(1, most / REGISTERS);
    }

    int count()
    {
        return count;
    }

    void begin(final int newAccount)
    {
        account = newAccount;
        isTaken = 0 == Integer.remainderUnsigned(newAccount * SMOOTH, oneIn);
        size = 0;
    }

    void add(final int instrument, final long held, final long buys, final long sells)
    {
        if (isTaken)
        {
            if (size == instruments.length)
            {
                instruments = Arrays.copyOf(instruments, 2 * size);
                lots = Arrays.copyOf(lots, 3 * 2 * size);
            }
            instruments[size] = instrument;
            lots[3 * size] = held;
            lots[3 * size + 1] = buys;
            lots[3 * size + 2] = sells;
            size++;
        }
    }

    void end(final RegisterSwitches switches, final long positionsKopecks, final long requiredKopecks)
    {
        if (isTaken && size > 0)
        {
            model.begin(switches);
            long total = 0;
            for (int i = 0; i < size; i++)
            {
                model.add(instruments[i], lots[3 * i], lots[3 * i + 1], lots[3 * i + 2]);
                total += Math.abs(lots[3 * i]) + lots[3 * i + 1] + lots[3 * i + 2];
            }
            count++;
            require(input.day().registers().name(account), total, model, positionsKopecks, requiredKopecks);
        }
    }

    /** The same for a settlement account, whose portfolio is at hand. */
    void check(
        final String code, final NettedPortfolio portfolio, final long positionsKopecks, final long requiredKopecks)
    {
        portfolio.tell(model, choices.ofLevel(LimitLevel.SETTLEMENT_ACCOUNT, code));
        count++;
        require(code, portfolio.totalLots(), model, positionsKopecks, requiredKopecks);
    }

    private static void require(
        final String code,
        final long totalLots,
        final PortfolioMargin recalculated,
        final long positionsKopecks,
        final long requiredKopecks)
    {
        final long tolerance = MarginArrays.toleranceKopecks(totalLots, requiredKopecks);
        if (Math.abs(recalculated.positionsKopecks() - positionsKopecks) > tolerance ||
            Math.abs(recalculated.requiredKopecks() - requiredKopecks) > tolerance)
        {
            throw new CheckFailedException(CHECK, "register=" + code + " positionsKopecks=" + positionsKopecks +
                " model=" + recalculated.positionsKopecks() + " requiredKopecks=" + requiredKopecks + " model=" +
                recalculated.requiredKopecks() + " lots=" + totalLots);
        }
    }
}
