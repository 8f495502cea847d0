// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.clearing;

import io.bourse.clearing.collateral.AssetKind;
import io.bourse.clearing.funds.FundsParameters;
import io.bourse.clearing.funds.Instruction;
import io.bourse.clearing.funds.InstructionKind;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.run.audit.PayOutRequest;
import io.bourse.clearing.run.operator.FundsService;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.forms.Forms;

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
    private static final int CURRENCY_DIGITS = 2;
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
    private static final int MAX_DIGITS = 15;
    private static final Pattern UNITS = Pattern.compile("\\d{1,15}(\\.\\d{1,2})?");

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

    /** An instruction as people read it. */
    public String text(final Instruction line)
    {
        return line.seq() + "  " +
            text(line.kind(), line.client(), line.asset(), line.amount(), line.reference());
    }

    /** A request for a pay-out as people read it. */
    public String text(final PayOutRequest request)
    {
        final InstructionRequest line = request.instruction();
        return "request " + request.number() + "  " +
            text(line.kind(), line.client(), line.asset(), line.amount(), line.reference());
    }

    private String text(
        final InstructionKind kind, final String client, final String asset, final long amount, final String reference)
    {
        return kind + "  " + client + "  " + (kind.isMoney() ? Forms.roubles(amount) : text(asset, amount)) + "  " +
            reference;
    }

    /** Checks the form of units that are given by a field, when they are given. */
    static void require(final String field, final BigDecimal units)
    {
        Forms.require(null == units || units.signum() > 0 && units.stripTrailingZeros().scale() <= CURRENCY_DIGITS &&
            units.precision() - units.scale() <= MAX_DIGITS, field,
            "units are above 0, with up to fifteen digits and two decimals: {" + field + "}=" + units);
    }

    /**
     * Units as they are typed.
     *
     * @param text up to fifteen digits and two decimals.
     * @return units.
     * @throws IllegalArgumentException when they are none.
     */
    public static BigDecimal parse(final String text)
    {
        if (!UNITS.matcher(text).matches())
        {
            throw new IllegalArgumentException(
                "units have up to fifteen digits and two decimals, such as 100 or 1500.50: units=" + text);
        }
        return new BigDecimal(text);
    }
}
