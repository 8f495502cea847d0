// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing.defaults;

import io.bourse.clearing.defaults.CollateralSale;
import io.bourse.clearing.defaults.CoverLayer;
import io.bourse.clearing.defaults.CoverLine;
import io.bourse.clearing.defaults.DefaultPlan;
import io.bourse.clearing.defaults.TakeOver;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.operator.DefaultControl;
import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.forms.Forms;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.Map;

/**
 * A command about a default: of one venue, by a person who asks.
 */
abstract class DefaultCommand extends VenueCommand
{
    private static final int E5 = 5;

    @Mixin
    private ActingOperator operator;

    /** Something done about defaults. */
    @FunctionalInterface
    interface Work<T>
    {
        T with(DefaultControl control) throws IOException;
    }

    /** With a connection to the venue. */
    final <T> T connected(final Work<T> work) throws IOException
    {
        return VenueClearing.connected(dataDir(), venue -> work.with(new DefaultControl(asked(venue.context()))));
    }

    /** With the files alone, to look or to approve. */
    final DefaultControl files()
    {
        return new DefaultControl(ofFiles());
    }

    /** With the files alone, as the operator who asks. */
    final DefaultControl asking() throws IOException
    {
        return new DefaultControl(asked(ofFiles()));
    }

    private ClearingContext ofFiles()
    {
        return ClearingContext.builder().baseDir(baseDir()).build()
            .withOptions(options -> options.withOperators(this::operators));
    }

    private ClearingContext asked(final ClearingContext context) throws IOException
    {
        final OperatorSigner signer = operator.acting(operators());
        return context.withOptions(options -> options.with(of -> of
            .requester(operator.name(signer)).signer(signer)));
    }

    /** Who approves. */
    final OperatorSigner approver() throws IOException
    {
        return operator.approving(operators());
    }

    private static String price(final long priceE5)
    {
        return BigDecimal.valueOf(priceE5, E5).stripTrailingZeros().toPlainString();
    }

    /** Quantities of the assets that the venue knows. */
    final AssetUnits units() throws IOException
    {
        return AssetUnits.of(dataDir());
    }

    final void print(final DefaultPlan plan, final PrintWriter out) throws IOException
    {
        out.println("plan       " + plan.number() + " of default " + plan.defaultId() + " " + plan.kind() + " by " +
            plan.requester());
        plan.ports().forEach((from, to) -> out.println("port       " + from + " -> " + to));
        for (final TakeOver takeOver : plan.takeOvers())
        {
            out.println("take over  " + (0 == takeOver.instrumentId() ? "the rest" :
                "instrument " + takeOver.instrumentId()) + " by " +
                (takeOver.register().isEmpty() ? "balancing trades" : takeOver.register()) + " at " +
                (null == takeOver.priceE5() ? "the settlement price" : price(takeOver.priceE5())));
        }
        if (null != plan.waterfall())
        {
            out.println("loss       " + Forms.roubles(plan.waterfall().lossKopecks()));
            for (final Map.Entry<CoverLayer, Long> layer : plan.waterfall().used().entrySet())
            {
                out.printf("%-22s %18s%n", layer.getKey(), Forms.roubles(layer.getValue()));
            }
            out.println("unborne    " + Forms.roubles(plan.waterfall().unallocatedKopecks()));
        }
        for (final CollateralSale sale : plan.sales())
        {
            out.println("sell       " + units().text(sale.asset(), sale.units()) + " " + sale.seller() + " -> " +
                sale.buyer() + " at " + price(sale.priceE5()));
        }
        if (0 != plan.withdraws())
        {
            out.println("withdraw   plan " + plan.withdraws());
        }
        for (final CoverLine line : plan.cover())
        {
            out.println("pay        " + line.register() + " " + line.layer() + " " +
                Forms.roubles(line.kopecks()));
        }
    }
}
