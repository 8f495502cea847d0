// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing.defaults;

import io.bourse.clearing.collateral.AssetKind;
import io.bourse.clearing.funds.FundsParameters;
import io.bourse.clearing.run.operator.FundsService;
import io.bourse.deploy.node.VenueClearing;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Quantities of assets as people type and read them: whole pieces of a security, a currency with up to two decimals.
 * The books count a currency in hundredths.
 *
 * @param kinds of assets by code. Of any other code three capital letters are a currency, as in reports.
 */
public record AssetUnits(Map<String, AssetKind> kinds)
{
    public static final String DESCRIPTION = "Pieces of a security, such as 100; units of a currency, such as 1500.50.";
    private static final int CURRENCY_DIGITS = 2;
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");

    /** Quantities of the assets that a venue knows. */
    public static AssetUnits of(final Path dataDir) throws IOException
    {
        final Path baseDir = VenueClearing.baseDir(dataDir);
        final Path parameters = baseDir.resolve(VenueClearing.FUNDS_PARAMETERS);
        return new AssetUnits(new FundsService(baseDir, System::currentTimeMillis).assetKinds(
            Files.exists(parameters) ? FundsParameters.read(Files.readAllBytes(parameters)) : FundsParameters.DEFAULT));
    }

    private boolean isCurrency(final String asset)
    {
        final AssetKind kind = kinds.get(asset);
        return null == kind ? CURRENCY.matcher(asset).matches() : AssetKind.CURRENCY == kind;
    }

    /** What the books count, of what was typed. */
    public long counted(final String asset, final BigDecimal typed)
    {
        final BigDecimal counted = isCurrency(asset) ? typed.movePointRight(CURRENCY_DIGITS) : typed;
        if (counted.stripTrailingZeros().scale() > 0)
        {
            throw new IllegalArgumentException("a security has whole pieces, a currency up to two decimals: asset=" +
                asset + " units=" + typed.toPlainString());
        }
        return counted.longValueExact();
    }

    /** What people read, of what the books count. */
    public String text(final String asset, final long counted)
    {
        return BigDecimal.valueOf(counted, isCurrency(asset) ? CURRENCY_DIGITS : 0).toPlainString() + " " + asset;
    }

    /** Units as they are typed. */
    public static final class Converter implements ITypeConverter<BigDecimal>
    {
        private static final Pattern UNITS = Pattern.compile("\\d{1,15}(\\.\\d{1,2})?");

        @Override
        public BigDecimal convert(final String value)
        {
            if (!UNITS.matcher(value).matches())
            {
                throw new TypeConversionException(
                    "units have up to fifteen digits and two decimals, such as 100 or 1500.50: units=" + value);
            }
            return new BigDecimal(value);
        }
    }
}
