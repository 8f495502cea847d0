// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.calculation.InstrumentOrder;
import io.bourse.clearing.ingest.OpenOrders;
import io.bourse.clearing.ingest.Registers;
import io.bourse.clearing.layout.RegisterWalk;
import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.margin.PortfolioMargin;
import io.bourse.clearing.margin.RegisterSwitches;

import java.util.concurrent.Callable;

/**
 * Margin of consecutive registers: positions and orders are merged, every register is a portfolio, and all of a
 * brokerage firm are added up for the levels above.
 */
final class RegisterPass implements Callable<RegisterPart>
{
    private final RequirementInput input;
    private final RegisterChoices choices;
    private final Registers registers;
    private final InstrumentOrder order;
    private final OpenOrders orders;
    private final boolean[] margined;
    private final PortfolioMargin margin;
    private final PositionReader positions;
    private final MarginSample sample;
    private final RegisterPart part;
    private final RegisterWalk walk;
    private int orderRow;
    private int rankedOrderRow = -1;
    private int orderRank;
    private final int orderTo;
    private int account;
    private RegisterSwitches firmSwitches = RegisterSwitches.DEFAULT;
    private NettedPortfolio firm;
    private long lastFirm;
    private boolean isLimited;
    private long matcherKopecks;

    RegisterPass(final RequirementInput input, final RegisterChoices choices, final PartRange range)
    {
        this.input = input;
        this.choices = choices;
        registers = input.day().registers();
        walk = new RegisterWalk(registers);
        order = input.order();
        orders = input.orders();
        margined = input.margined();
        margin = input.arrays().portfolio();
        positions = new PositionReader(input.positions(), range.positionsFrom(), range.positionsTo());
        sample = new MarginSample(input, choices);
        orderRow = range.ordersFrom();
        orderTo = range.ordersTo();
        part = new RegisterPart(Math.toIntExact(
            range.positionsTo() - range.positionsFrom() + range.ordersTo() - range.ordersFrom()));
    }

    @Override
    public RegisterPart call()
    {
        try
        {
            while (positions.hasRow() || orderRow < orderTo)
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
        if (orderRow == orderTo)
        {
            return positions.account();
        }
        if (!positions.hasRow() || orderRank() < walk.rank(positions.account()))
        {
            return orders.account(orderRow);
        }
        return positions.account();
    }

    /** Looked up once for all registers in front of it that have no order. */
    private int orderRank()
    {
        if (orderRow != rankedOrderRow)
        {
            rankedOrderRow = orderRow;
            orderRank = registers.rank(orders.account(orderRow));
        }
        return orderRank;
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
        while (hasPosition() && !hasOrder())
        {
            positionAlone();
        }
        while (hasPosition() || hasOrder())
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

    private boolean hasOrder()
    {
        return orderRow < orderTo && orders.account(orderRow) == account;
    }

    private void positionAlone()
    {
        add(positions.instrument(), positions.lots(), 0, 0);
        positions.advance();
    }

    private void merge()
    {
        final int held = hasPosition() ? order.place(positions.instrument()) : Integer.MAX_VALUE;
        final int ordered = hasOrder() ? order.place(orders.instrument(orderRow)) : Integer.MAX_VALUE;
        if (held < ordered)
        {
            positionAlone();
            return;
        }
        final long lots = held == ordered ? positions.lots() : 0;
        add(orders.instrument(orderRow), lots, orders.buyLots(orderRow), orders.sellLots(orderRow));
        orderRow++;
        if (held == ordered)
        {
            positions.advance();
        }
    }

    private void add(final int instrument, final long lots, final long buys, final long sells)
    {
        if (!margined[instrument] || 0 == (lots | buys | sells))
        {
            return;
        }
        margin.add(instrument, lots, buys, sells);
        sample.add(instrument, lots, buys, sells);
        final long unseen =
            input.unseenLots().isEmpty() ? 0 : input.unseenLots().get(RequirementInput.key(account, instrument));
        firm.add(instrument, lots, buys, sells, unseen);
        if (isLimited)
        {
            final MarginArrays arrays = input.arrays();
            matcherKopecks = Math.addExact(
                matcherKopecks, NettedPortfolio.matcherKopecks(arrays, instrument, lots - unseen, buys, sells));
        }
    }
}
