// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing.defaults;

import io.bourse.clearing.defaults.CollateralSale;
import io.bourse.clearing.defaults.CoverLayer;
import io.bourse.clearing.defaults.CoverLine;
import io.bourse.clearing.defaults.DefaultPlan;
import io.bourse.clearing.defaults.TakeOver;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.operator.DefaultControl;
import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.operators.clearing.AssetUnits;
import io.bourse.deploy.operators.clearing.DefaultOrder;
import io.bourse.deploy.operators.forms.Forms;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;

/**
 * A command about a default: of one venue, by a person who asks.
 */
abstract class DefaultCommand extends VenueCommand
{
    @Mixin private ActingOperator operator;

    /** With a connection to the venue. */
    final <T> T connected(final DefaultOrder.Work<T> work) throws IOException
    {
        final OperatorSigner signer = operator.acting(operators());
        return DefaultOrder.connected(dataDir(), operator.name(signer), signer, work);
    }

    /** With the files alone, to look or to approve. */
    final DefaultControl files()
    {
        return DefaultOrder.ofFiles(dataDir());
    }

    /** With the files alone, as the operator who asks. */
    final DefaultControl asking() throws IOException
    {
        final OperatorSigner signer = operator.acting(operators());
        return DefaultOrder.ofFiles(dataDir(), operator.name(signer), signer);
    }

    /** Who approves. */
    final OperatorSigner approver() throws IOException
    {
        return operator.approving(operators());
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
                (null == takeOver.priceE5() ? "the settlement price" : Forms.price(takeOver.priceE5())));
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
                sale.buyer() + " at " + Forms.price(sale.priceE5()));
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
