// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.calculation.InstrumentOrder;
import io.bourse.clearing.layout.RegisterWalk;
import io.bourse.clearing.layout.SortedRegisters;
import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.margin.PortfolioMargin;
import io.bourse.clearing.margin.RegisterSwitches;

import java.util.concurrent.Callable;

/**
 * Margin of consecutive registers: positions, orders and obligations are merged, every register is a portfolio, and all
 * of a brokerage firm are added up for the levels above.
 */
final class RegisterPass implements Callable<RegisterPart>
{
    private final RequirementInput input;
    private final RegisterChoices choices;
    private final SortedRegisters registers;
    private final InstrumentOrder order;
    private final OpenLots open;
    private final boolean[] margined;
    private final PortfolioMargin margin;
    private final PositionReader positions;
    private final MarginSample sample;
    private final RegisterPart part;
    private final RegisterWalk walk;
    private int openRow;
    private int rankedOpenRow = -1;
    private int openRank;
    private final int openTo;
    private int account;
    private RegisterSwitches firmSwitches = RegisterSwitches.DEFAULT;
    private NettedPortfolio firm;
    private long lastFirm;
    private boolean isLimited;
    private long matcherKopecks;

    RegisterPass(
        final RequirementInput input, final RegisterChoices choices, final OpenLots open, final PartRange range)
    {
        this.input = input;
        this.choices = choices;
        registers = input.day().registers();
        walk = new RegisterWalk(registers);
        order = input.order();
        this.open = open;
        margined = input.margined();
        margin = input.arrays().portfolio();
        positions = new PositionReader(input.positions(), range.positionsFrom(), range.positionsTo());
        sample = new MarginSample(input, choices);
        openRow = range.openFrom();
        openTo = range.openTo();
        part = new RegisterPart(Math.toIntExact(
            range.positionsTo() - range.positionsFrom() + range.openTo() - range.openFrom()));
    }

    @Override
    public RegisterPart call()
    {
        try
        {
            while (positions.hasRow() || openRow < openTo)
            {
                account = nextAccount();
                register();
            }
        }
        catch (final ArithmeticException ex)
        {
            throw new CheckFailedException("amounts fit into 64 bits", "margin of register=" +
                registers.name(account) + " reason=\"" + ex.getMessage() + "\"");
        }
        part.sampled = sample.count();
        return part;
    }

    private int nextAccount()
    {
        if (openRow == openTo)
        {
            return positions.account();
        }
        if (!positions.hasRow() || openRank() < walk.rank(positions.account()))
        {
            return open.account(openRow);
        }
        return positions.account();
    }

    /** Looked up once for all registers in front of it that have none. */
    private int openRank()
    {
        if (openRow != rankedOpenRow)
        {
            rankedOpenRow = openRow;
            openRank = registers.rank(open.account(openRow));
        }
        return openRank;
    }

    private void register()
    {
        final long firmCode = walk.firm(account);
        if (null == firm || lastFirm != firmCode)
        {
            lastFirm = firmCode;
            firm = part.beginFirm(firmCode, order.size());
            firmSwitches = choices.ofFirm(firmCode);
        }
        final RegisterSwitches switches = choices.of(registers, account, firmSwitches);
        isLimited = choices.isLimited(account);
        matcherKopecks = 0;
        margin.begin(switches);
        sample.begin(account);
        while (hasPosition() && !hasOpen())
        {
            positionAlone();
        }
        while (hasPosition() || hasOpen())
        {
            merge();
        }
        final long required = margin.requiredKopecks();
        sample.end(switches, margin.positionsKopecks(), required);
        if (0 != required)
        {
            part.add(account, margin.positionsKopecks(), required);
        }
        if (isLimited && 0 != (required | matcherKopecks))
        {
            part.limited.add(new ClientMargin(registers.name(account), required, matcherKopecks));
        }
    }

    private boolean hasPosition()
    {
        return positions.hasRow() && positions.account() == account;
    }

    private boolean hasOpen()
    {
        return openRow < openTo && open.account(openRow) == account;
    }

    private void positionAlone()
    {
        add(positions.instrument(), positions.lots(), 0, 0, 0);
        positions.advance();
    }

    private void merge()
    {
        final int held = hasPosition() ? order.place(positions.instrument()) : Integer.MAX_VALUE;
        final int ordered = hasOpen() ? order.place(open.instrument(openRow)) : Integer.MAX_VALUE;
        if (held < ordered)
        {
            positionAlone();
            return;
        }
        final long lots = held == ordered ? positions.lots() : 0;
        add(open.instrument(openRow), lots, open.obligationLots(openRow), open.buyLots(openRow),
            open.sellLots(openRow));
        openRow++;
        if (held == ordered)
        {
            positions.advance();
        }
    }

    /**
     * The matcher knows nothing of obligations. What it has not seen the opening of may be closed here and open there.
     */
    private void add(
        final int instrument, final long positionLots, final long obligationLots, final long buys, final long sells)
    {
        if (!margined[instrument])
        {
            return;
        }
        final long unseenLots =
            input.unseenLots().isEmpty() ? 0 : input.unseenLots().get(RequirementInput.key(account, instrument));
        final long known = positionLots | obligationLots | buys | sells;
        if (0 == (known | unseenLots))
        {
            return;
        }
        final long lots = Math.addExact(positionLots, obligationLots);
        if (0 != known)
        {
            margin.add(instrument, lots, buys, sells);
            sample.add(instrument, lots, buys, sells);
        }
        final long unseen = Math.addExact(obligationLots, unseenLots);
        firm.add(instrument, lots, buys, sells, unseen);
        if (isLimited)
        {
            final MarginArrays arrays = input.arrays();
            matcherKopecks = Math.addExact(matcherKopecks, NettedPortfolio.matcherKopecks(
                arrays.longKopecks(instrument), arrays.shortKopecks(instrument), lots - unseen, buys, sells));
        }
    }
}
