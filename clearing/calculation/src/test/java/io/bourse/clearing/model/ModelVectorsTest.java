// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.Vectors;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class ModelVectorsTest
{
    @Test
    void shouldRoundAsTheVectorsSay()
    {
        for (final CSVRecord row : Vectors.read("rounding.csv"))
        {
            final BigDecimal x = new BigDecimal(row.get("x"));
            final int digits = Integer.parseInt(row.get("digits"));
            final long rounded = Round.divide(
                x.unscaledValue().longValueExact(), BigDecimal.TEN.pow(x.scale() - digits).longValueExact());
            assertEquals(Vectors.scaled(row.get("expected"), digits), rounded, row.toString());
        }
    }

    @Test
    void shouldRevalueAsTheVectorsSay()
    {
        for (final CSVRecord row : Vectors.read("vm.csv"))
        {
            final long tickE5 = Vectors.priceE5(row.get("R"));
            final long k1 = VariationMargin.pointValueE5(Vectors.priceE5(row.get("W1")), tickE5);
            final long k2 = VariationMargin.pointValueE5(Vectors.priceE5(row.get("W2")), tickE5);
            assertEquals(Vectors.priceE5(row.get("k1")), k1, row.toString());
            assertEquals(Vectors.priceE5(row.get("k2")), k2, row.toString());
            final String tradePrice = row.get("trade_price");
            final long reference = Vectors.priceE5(tradePrice.isEmpty() ? row.get("sp_prev") : tradePrice);
            final long qty = Long.parseLong(row.get("qty"));
            final String spDay = row.get("sp_day");
            final long intraday =
                spDay.isEmpty() ? 0 : VariationMargin.ofLot(qty, Vectors.priceE5(spDay), reference, k1);
            final long whole = VariationMargin.ofLot(qty, Vectors.priceE5(row.get("sp_eve")), reference, k2);
            assertEquals(Vectors.kopecks(row.get("vm_day")), intraday, row.toString());
            assertEquals(Vectors.kopecks(row.get("vm_eve")), whole - intraday, row.toString());
            assertEquals(Vectors.kopecks(row.get("vm_total")), whole, row.toString());
        }
    }

    @Test
    void shouldRevaluePerpetualsAsTheVectorsSay()
    {
        for (final CSVRecord row : Vectors.read("vm_perpetual.csv"))
        {
            final long perContract = VariationMargin.perPerpetual(
                Vectors.priceE5(row.get("sp")),
                Vectors.priceE5(row.get("ref_price")),
                Vectors.priceE5(row.get("W")),
                Vectors.priceE5(row.get("R")),
                Vectors.scaled(row.get("swap_rate"), 4),
                Long.parseLong(row.get("lot")));
            assertEquals(
                Vectors.kopecks(row.get("vm")), perContract * Long.parseLong(row.get("qty")), row.toString());
        }
    }

    @Test
    void shouldRevaluePerpetualsWhoseProductsExceedSixtyFourBits()
    {
        assertEquals(
            4_000_000_000_000L, VariationMargin.perPerpetual(2_000_000_000_000L, 0, 4_000_000_000L, 2_000_000, 0, 1));
        assertEquals(
            -9_000_000_000_000L, VariationMargin.perPerpetual(0, 0, 1, 10_000_000_000L, 9_000_000_000L, 100_000));
    }

    @Test
    void shouldChargeFeesAsTheVectorsSay()
    {
        for (final CSVRecord row : Vectors.read("fees.csv"))
        {
            final long k =
                VariationMargin.pointValueE5(Vectors.priceE5(row.get("W")), Vectors.priceE5(row.get("R")));
            final long priceE5 = Vectors.priceE5(row.get("price"));
            long exchange = Fees.perContract(priceE5, k, Vectors.scaled(row.get("exch_rate_pct"), 6));
            long clearing = Fees.perContract(priceE5, k, Vectors.scaled(row.get("clr_rate_pct"), 6));
            if ("OPT".equals(row.get("type")))
            {
                final long premiumE5 = Vectors.priceE5(row.get("premium"));
                exchange = Fees.perOption(2 * exchange, premiumE5, k, 6_325_000);
                clearing = Fees.perOption(2 * clearing, premiumE5, k, 4_675_000);
            }
            assertEquals(Vectors.kopecks(row.get("exch_fee")), exchange, row.toString());
            assertEquals(Vectors.kopecks(row.get("clr_fee")), clearing, row.toString());
            assertEquals(Vectors.kopecks(row.get("total_fee")), exchange + clearing, row.toString());
        }
    }

    @Test
    void shouldTakeTheMedianOfValidSlicesAsTheVectorsSay()
    {
        final Map<String, List<CSVRecord>> slicesByCase = new LinkedHashMap<>();
        for (final CSVRecord row : Vectors.read("settlement_slices.csv"))
        {
            slicesByCase.computeIfAbsent(row.get("case"), name -> new ArrayList<>()).add(row);
        }
        for (final CSVRecord row : Vectors.read("settlement_expected.csv"))
        {
            final long maxSpreadE5 = Vectors.priceE5(row.get("max_spread"));
            final List<CSVRecord> slices = slicesByCase.get(row.get("case"));
            final SettlementPrice price = new SettlementPrice(maxSpreadE5, slices.size());
            for (final CSVRecord slice : slices)
            {
                final long bid = optionalPrice(slice.get("bid"));
                final long ask = optionalPrice(slice.get("ask"));
                final long last = optionalPrice(slice.get("last"));
                assertEquals("1".equals(slice.get("valid")), price.addSlice(bid, ask, last), slice.toString());
                final long expected = optionalPrice(slice.get("slice_price"));
                assertEquals(
                    SettlementPrice.NO_PRICE == expected ? expected : 2 * expected,
                    SettlementPrice.doubledSlicePrice(bid, ask, last, maxSpreadE5),
                    slice.toString());
            }
            assertEquals(Integer.parseInt(row.get("valid")), price.validCount(), row.toString());
            final boolean liquid = price.validCount() >= Integer.parseInt(row.get("min_valid"));
            assertEquals("MEDIAN".equals(row.get("method")), liquid, row.toString());
            if (liquid)
            {
                assertEquals(
                    Vectors.priceE5(row.get("settlement_price")),
                    price.medianE5(Vectors.priceE5(row.get("tick"))),
                    row.toString());
            }
        }
    }

    @Test
    void shouldSetPriceLimitsAsTheVectorsSay()
    {
        int rows = 0;
        for (final CSVRecord row : Vectors.read("price_limits.csv"))
        {
            final long mr1E6 = Vectors.scaled(row.get("mr1"), 6);
            final long halfWidthE5 = new MarketRisk(mr1E6, mr1E6, mr1E6, 0, 0).halfWidthE5(
                Vectors.priceE5(row.get("sp")), (int)Vectors.scaled(row.get("range_fut"), 3));
            final PriceBand band = PriceBand.around(
                Vectors.priceE5(row.get("sp")), halfWidthE5, Vectors.priceE5(row.get("tick")));
            assertEquals(Vectors.priceE5(row.get("limit_down")), band.lowE5(), row.toString());
            assertEquals(Vectors.priceE5(row.get("limit_up")), band.highE5(), row.toString());
            rows++;
        }
        assertTrue(rows > 0);
    }

    @Test
    void shouldRoundSwapRatesAsTheVectorsSay()
    {
        int rows = 0;
        for (final CSVRecord row : Vectors.read("vm_perpetual.csv"))
        {
            final long rateE4 = SwapRate.ofE4(
                Vectors.scaled(row.get("swap_tod_tom"), 6),
                Integer.parseInt(row.get("n1")),
                Integer.parseInt(row.get("n2")));
            assertEquals(Vectors.scaled(row.get("swap_rate"), 4), rateE4, row.toString());
            rows++;
        }
        assertTrue(rows > 0);
    }

    private static long optionalPrice(final String text)
    {
        return text.isEmpty() ? SettlementPrice.NO_PRICE : Vectors.priceE5(text);
    }
}
