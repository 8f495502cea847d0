// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing.defaults;

import io.bourse.clearing.defaults.CollateralSale;
import io.bourse.deploy.cli.support.PriceConverter;
import io.bourse.deploy.cli.support.UnitsConverter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.List;

/**
 * Plans the sale of an asset that a defaulter has left as collateral.
 */
@Command(
    name = "sell-collateral",
    description = {
        "Plans the sale of an asset of the defaulter.",
        "The next run delivers it against the money of the buyer; while the seller has not the asset or the " +
            "buyer not the money, the plan waits."})
final class DefaultSellCollateralCommand extends DeclaredCommand
{
    @Option(names = "--client", paramLabel = "CODE", required = true,
        description = "Register of the defaulter that has the asset.")
    private String seller;

    @Option(names = "--asset", paramLabel = "CODE", required = true, description = "Asset.")
    private String asset;

    @Option(names = "--units", paramLabel = "N", required = true, converter = UnitsConverter.class,
        description = UnitsConverter.DESCRIPTION)
    private BigDecimal units;

    @Option(names = "--price", paramLabel = "ROUBLES", required = true, converter = PriceConverter.class,
        description = "Of one piece or one unit of a currency.")
    private long priceE5;

    @Option(names = "--buyer", paramLabel = "CODE", required = true,
        description = "Register of another member, which pays.")
    private String buyer;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final CollateralSale sale =
            new CollateralSale(seller, asset, units().counted(asset, units), priceE5, buyer);
        print(connected(control -> control.sellCollateral(defaultId, List.of(sale))), out);
    }
}
