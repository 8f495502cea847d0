// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import io.bourse.clearing.pricing.OptionModel;
import io.bourse.clearing.pricing.Volatility;
import io.bourse.clearing.report.file.RunHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;
import java.util.Map;

/** Options are worth in a stress what their models say. */
class StressModelTest
{
    private static final long E5 = 100_000;
    private static final long FUTURE_E5 = 1_000 * E5;
    private static final long HALF_WIDTH_E5 = 50 * E5;
    private static final RunHeader RUN = new RunHeader(2_026_112_102L, "E", 5, 20_261_121, 1);

    private static Contract contract(
        final int id,
        final ContractStyle style,
        final OptionRight right,
        final int underlyingId,
        final long settlementE5)
    {
        final ClearingTerms terms = new ClearingTerms(style, right, SettlementType.CASH,
            OptionRight.NONE == right ? 0 : 1_000 * E5, 1, underlyingId, 20_261_221, false);
        return new Contract(id, "S" + id, terms, 1, 1, settlementE5, settlementE5, 0, null, 0, 0);
    }

    private static StressModel model(final Contract[] contracts, final Volatility volatility)
    {
        final ContractFigures[] figures = new ContractFigures[contracts.length];
        for (int i = 0; i < figures.length; i++)
        {
            figures[i] = new ContractFigures(0, 0, volatility, FUTURE_E5 - HALF_WIDTH_E5, FUTURE_E5 + HALF_WIDTH_E5,
                0, 0, 0, 0);
        }
        final CalculationInput calculation = new CalculationInput(
            null, contracts, null, 0, 0, null, null, null, true, null, 1, 0);
        return new StressModel(new ReportInput(RUN, calculation, null, null, null, null, null, List.of(), figures,
            code -> "AA", Map.of(), Map.of(), List.of()));
    }

    private static Contract[] contracts(final ContractStyle style, final long callE5, final long putE5)
    {
        return new Contract[]{
            contract(1, ContractStyle.FUTURE, OptionRight.NONE, 0, FUTURE_E5),
            contract(2, style, OptionRight.CALL, 1, callE5),
            contract(3, style, OptionRight.PUT, 1, putE5),
            contract(4, style, OptionRight.CALL, 77, callE5)};
    }

    /** A call bought and a put sold at one strike are the future, whatever the model. */
    @ParameterizedTest
    @EnumSource(OptionModel.class)
    void shouldMoveCallLessPutAsTheFutureWhenTheVolatilityIsGiven(final OptionModel model)
    {
        final long volatilityE6 = OptionModel.BLACK == model ? 300_000 : 300_000_000L;
        assertParity(model(contracts(ContractStyle.MARGINED_OPTION, 0, 0), new Volatility(model, volatilityE6, 0)));
    }

    @Test
    void shouldMoveCallLessPutAsTheFutureWhenTheVolatilityIsImplied()
    {
        // At the money both are worth the same.
        assertParity(model(contracts(ContractStyle.PREMIUM_OPTION, 34 * E5, 34 * E5), null));
    }

    private static void assertParity(final StressModel model)
    {
        for (final int halfWidths : new int[]{-2, -1, 1, 2})
        {
            final long future = model.moveE5(0, halfWidths);
            final long call = model.moveE5(1, halfWidths);
            final long put = model.moveE5(2, halfWidths);
            assertEquals(halfWidths * HALF_WIDTH_E5, future);
            assertEquals(future, call - put, 2);
            assertTrue(Math.abs(call) < Math.abs(future) && 0 != call, "call=" + call);
            assertTrue(Long.signum(call) == Long.signum(halfWidths), "call=" + call);
            // The holder of an option wins more than the slope and loses less.
            assertTrue(call + model.moveE5(1, -halfWidths) > 0, "call=" + call);
        }
    }

    @Test
    void shouldFindTheVolatilityThatGivesTheSettlementPrice()
    {
        final double years = 30.0 / 365;
        final long priceE5 = Math.round(
            OptionModel.BLACK.price(OptionRight.CALL, 1_000, 1_000, years, 0.45) * E5);
        final StressModel implied = model(contracts(ContractStyle.MARGINED_OPTION, priceE5, priceE5), null);
        final StressModel given = model(contracts(ContractStyle.MARGINED_OPTION, priceE5, priceE5),
            new Volatility(OptionModel.BLACK, 450_000, 0));
        for (final int halfWidths : new int[]{-2, -1, 1, 2})
        {
            // A millionth of volatility is some hundred-thousandths of the price.
            assertEquals(given.moveE5(1, halfWidths), implied.moveE5(1, halfWidths), 50);
        }
    }

    @Test
    void shouldKeepTheValueOfAnOptionOnWhatIsNotTradedHere()
    {
        assertEquals(0, model(contracts(ContractStyle.MARGINED_OPTION, 0, 0), null).moveE5(3, 2));
    }
}
