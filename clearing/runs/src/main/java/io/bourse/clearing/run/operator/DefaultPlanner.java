// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.operator;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.collateral.AssetKind;
import io.bourse.clearing.defaults.CollateralSale;
import io.bourse.clearing.defaults.Declaration;
import io.bourse.clearing.defaults.DefaultBook;
import io.bourse.clearing.defaults.DefaultFund;
import io.bourse.clearing.defaults.DefaultPlan;
import io.bourse.clearing.defaults.FundUse;
import io.bourse.clearing.defaults.PlanKind;
import io.bourse.clearing.defaults.TakeOver;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.IngestedInstrument;
import io.bourse.clearing.layout.SortedRegisters;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.engine.protocol.AccountCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * Makes the plans of defaults, after a look at what the day and earlier plans allow. The caller holds the lock of
 * the defaults.
 */
final class DefaultPlanner
{
    private static final String OWN_REGISTER = "000";

    private final ClearingContext ctx;
    private final DefaultBook book;
    private final Declaration declaration;
    private final DefaultHistory history;

    /** Plans of a default that is in force. */
    DefaultPlanner(final ClearingContext ctx, final DefaultBook book, final Declaration declaration) throws IOException
    {
        this.ctx = ctx;
        this.book = book;
        this.declaration = declaration;
        this.history = new DefaultHistory(ctx.baseDir(), book, ctx.options().operators().get());
    }

    /** Brokerage firms under a settlement account. */
    static List<String> firms(final IngestedDay day, final String settlementAccount)
    {
        final SortedRegisters registers = day.registers();
        final TreeSet<String> firms = new TreeSet<>();
        long last = 0;
        for (int rank = 0; rank < registers.size(); rank++)
        {
            final long firm = AccountCode.brokerageFirm(registers.code(registers.accountAt(rank)));
            if (firm != last)
            {
                last = firm;
                final String name = AccountCode.unpack(firm);
                if (day.settlementAccounts().ofFirm(name).equals(settlementAccount))
                {
                    firms.add(name);
                }
            }
        }
        return List.copyOf(firms);
    }

    DefaultPlan port(final SortedMap<String, String> ports) throws IOException
    {
        history.requireNoDefaulter(ports.values());
        final SortedMap<String, String> former = history.ported(declaration.defaultId());
        DefaultControl.onDay(ctx, day ->
        {
            ports.forEach((from, to) -> requirePortable(day, from, to, former));
            return null;
        });
        return plan(PlanKind.PORT, ports, List.of(), null, List.of(), 0);
    }

    private void requirePortable(
        final IngestedDay day,
        final String from,
        final String to,
        final SortedMap<String, String> former)
    {
        final String facts = ": from=" + from + " to=" + to + " defaultId=" + declaration.defaultId();
        if (day.accountOf(from) < 0 || day.accountOf(to) < 0)
        {
            throw new PreconditionException("both registers have to be defined" + facts);
        }
        if (!isUnder(from) || isUnder(to))
        {
            throw new PreconditionException("clients go from the defaulter to another member" + facts + " firms=" +
                declaration.firms());
        }
        if (from.endsWith(OWN_REGISTER))
        {
            throw new PreconditionException("what a defaulter holds for itself goes nowhere, close it out" + facts);
        }
        if (former.containsKey(from))
        {
            throw new PreconditionException("the client goes somewhere already" + facts + " plannedTo=" +
                former.get(from));
        }
    }

    private boolean isUnder(final String register)
    {
        return declaration.firms().contains(register.substring(0, AccountCode.BROKERAGE_FIRM_LENGTH));
    }

    DefaultPlan closeOut(final List<TakeOver> takeOvers) throws IOException
    {
        history.requireAnswered(declaration.defaultId());
        if (takeOvers.stream().map(TakeOver::instrumentId).distinct().count() != takeOvers.size())
        {
            throw new PreconditionException("the position of an instrument is taken over once, name each instrument " +
                "for one winner or for balancing: instrumentIds=" +
                takeOvers.stream().map(TakeOver::instrumentId).toList());
        }
        DefaultControl.onDay(ctx, day ->
        {
            takeOvers.forEach(takeOver -> requireThere(day, takeOver));
            return null;
        });
        return plan(PlanKind.CLOSE_OUT, history.ported(declaration.defaultId()), takeOvers, null, List.of(), 0);
    }

    private void requireThere(final IngestedDay day, final TakeOver takeOver)
    {
        final String register = takeOver.register();
        final boolean isWinner = register.isEmpty() || day.accountOf(register) >= 0 && !isUnder(register);
        final boolean isInstrument =
            0 == takeOver.instrumentId() || day.instruments().contains(takeOver.instrumentId());
        if (!isWinner || !isInstrument)
        {
            throw new PreconditionException("a position is taken over in an instrument that is defined, by a " +
                "register of another member: instrumentId=" + takeOver.instrumentId() + " register=" + register);
        }
        if (0 != takeOver.instrumentId())
        {
            final IngestedInstrument instrument = day.instruments().byId(takeOver.instrumentId());
            takeOver.requireFor(instrument.terms().style(), instrument.priceTickE5());
        }
    }

    DefaultPlan cover() throws IOException
    {
        final List<FundUse> before = history.used(declaration.defaultId());
        final Path file = ctx.baseDir().resolve(DefaultControl.FUND);
        final DefaultFund fund = Files.exists(file) ? DefaultFund.read(Files.readAllBytes(file)) : DefaultFund.NONE;
        final SortedMap<String, String> ported = history.ported(declaration.defaultId());
        final LossPlanner.Loss loss = DefaultControl.onDay(ctx, day -> new LossPlanner(
            ctx.baseDir(), day, declaration, ported.keySet(), history.outcome()).loss(fund, before));
        return plan(PlanKind.COVER, Collections.emptySortedMap(), List.of(), loss, List.of(), 0);
    }

    private DefaultPlan plan(
        final PlanKind kind,
        final SortedMap<String, String> ports,
        final List<TakeOver> takeOvers,
        final LossPlanner.Loss loss,
        final List<CollateralSale> sales,
        final int withdraws) throws IOException
    {
        if (ports.isEmpty() && takeOvers.isEmpty() && sales.isEmpty() && null == loss && 0 == withdraws)
        {
            throw new IllegalArgumentException("a plan does something: kind=" + kind);
        }
        final List<DefaultPlan> plans = book.plans(declaration.defaultId());
        return new DefaultPlan(declaration.defaultId(), plans.isEmpty() ? 1 : plans.getLast().number() + 1, kind,
            declaration.firms(), ports, takeOvers, null == loss ? List.of() : loss.lines(),
            null == loss ? null : loss.waterfall(), ctx.options().requester(), sales, withdraws);
    }

    DefaultPlan sellCollateral(final List<CollateralSale> sales) throws IOException
    {
        history.requireNoDefaulter(sales.stream().map(CollateralSale::buyer).toList());
        final SortedMap<String, String> ported = history.ported(declaration.defaultId());
        final SortedMap<String, AssetKind> assets =
            new FundsService(ctx.baseDir(), ctx.options().clockMs()).assetKinds(ctx.funds());
        DefaultControl.onDay(ctx, day ->
        {
            sales.forEach(sale -> requireSellable(day, sale, ported));
            return null;
        });
        sales.forEach(sale -> requireKnown(sale, assets));
        return plan(PlanKind.SELL_COLLATERAL, Collections.emptySortedMap(), List.of(), null, sales, 0);
    }

    private void requireSellable(
        final IngestedDay day, final CollateralSale sale, final SortedMap<String, String> ported)
    {
        final boolean isThere = day.accountOf(sale.seller()) >= 0 && day.accountOf(sale.buyer()) >= 0;
        if (!isThere || !isUnder(sale.seller()) || isUnder(sale.buyer()))
        {
            throw new PreconditionException("collateral is sold by a register of the defaulter to one of another " +
                "member: " + sale + " firms=" + declaration.firms());
        }
        if (ported.containsKey(sale.seller()))
        {
            throw new PreconditionException("what a client has pledged goes along with it: " + sale + " plannedTo=" +
                ported.get(sale.seller()));
        }
    }

    private static void requireKnown(final CollateralSale sale, final SortedMap<String, AssetKind> assets)
    {
        final AssetKind kind = assets.get(sale.asset());
        if (null == kind)
        {
            throw new PreconditionException("the asset is not known, see the parameters of funds: " + sale +
                " assets=" + assets.keySet());
        }
        sale.requirePayable(kind);
    }

    DefaultPlan withdraw(final int number) throws IOException
    {
        history.requireOpen(declaration.defaultId(), number);
        return plan(PlanKind.WITHDRAW, Collections.emptySortedMap(), List.of(), null, List.of(), number);
    }
}
