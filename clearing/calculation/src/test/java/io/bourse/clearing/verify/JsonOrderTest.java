// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ser.PropertyWriter;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** Properties of JSON files keep their order: files are digested and signed, so another order is another file. */
public class JsonOrderTest
{
    private static final String ORDERS = """
        cashmarket.DeliveryOutcome account asset settleDate units deliveredUnits failedUnits closedOutUnits \
            kopecks penaltyKopecks
        cashmarket.DeliveryParameters holidays penaltyE6 closeOutDays closeOutPremiumE6 accruedE5 \
            currencyHolidays accruedCurrencies
        collateral.AccountFunds settlementAccount registers cash collateral counted go free marginCall cashCall
        collateral.Asset code kind rateE6 haircutE6 shareE6
        collateral.AssetParameters kind rateE6 symbol haircutE6 shareE6
        collateral.CallsFile format raised open judged
        collateral.JudgedCall call coveredKopecks penaltyKopecks
        collateral.MarginCall number settlementAccount kind kopecks raisedNs deadlineNs takenSeq chargedKopecks \
            spentKopecks
        expiry.ExpiryPlan series movements obligations
        expiry.SeriesOutcome instrumentId symbol priceE5 longLots automaticLots exercisedLots instructions \
            ignoredInstructions clampedInstructions obligations
        margin.GroupOffset legs rateE6 netting
        margin.GroupOffset$Leg group ratio
        margin.GroupParameters instruments risk minPriceE5 volatility keyTerms house span
        margin.HouseParameters stepNum netting somcE6 expiryWeightE6 expiryClearings halfClearings
        margin.KeyTerm days interestE6 volatilityE6 rateE6
        margin.MarginParameters method clearingsPerDay groups offsets registers
        margin.RegisterSwitches calendar inter somcRatioE3 noFuturesDiscount
        margin.SpanParameters volatilityScanE6 relative lookAheadDays extremeMove extremeWeightE6 \
            shortOptionKopecks spreads deliveryClearings deliverySpreadKopecks deliveryOutrightKopecks
        margin.SpanParameters$TierSpread first second chargeKopecks
        price.ApprovalReason code instrumentId text
        price.FixedPrice instrumentId symbol expires priceTickE5 tickValueE5 settlementE5 previousE5 swapRateE4 \
            method limits risk underlyingE5 inputs
        price.FixedPrice$Inputs maxSpreadE5 doubledSlicesE5 medianE5 theoreticalE5 lastE5 lastTickValueE5 \
            currency rateE6
        price.FixedPrice$RiskRange range rates
        price.InstrumentParameters overrideE5 finalE5 theoreticalE5 forward tickValueE5 foreign swap \
            underlyingE5 risk volatility
        price.InstrumentParameters$Foreign currency tickValueE5
        price.InstrumentParameters$Forward spotE5 rateE6 cashFlowE5
        price.InstrumentParameters$Swap todTomE6 quotedDays heldDays
        price.PriceParameters minValidSlices spreadPermille rangePermille ratesE6 instruments
        price.PriceProposal format run parametersSha256 prices approvals notes
        price.PriceRun tradingDate evening cutCursor
        pricing.Volatility model volatilityE6 rateE6
        table.ColumnSpec name type scale
        table.TableManifest format name rows columns
        table.TableManifest$Column spec sha256 constant packed
        verify.CalculationFile format day registers tradeCount paidTradeCount carriedRun earlierRuns chargesFees \
            feePrice vatPctE6 contracts
        verify.CorrectionFile format runId correctedRunId correctedRun originalRunId reason requester revision \
            calledNs
        verify.RowDifference account instrument column run opinion
        verify.SecondOpinionResult sampled rowsCompared differenceCount differences
        """;

    @Test
    void shouldWritePropertiesInTheirOrder() throws ReflectiveOperationException, IOException
    {
        assertOrders(ORDERS);
    }

    /**
     * Compares orders with what Jackson writes.
     *
     * @param orders a line for each record: its name below io.bourse.clearing, then its properties.
     * @throws ReflectiveOperationException when there is no such record.
     * @throws IOException when a record has no JSON form.
     */
    public static void assertOrders(final String orders) throws ReflectiveOperationException, IOException
    {
        for (final String order : orders.lines().toList())
        {
            final List<String> words = Arrays.asList(order.strip().split(" +"));
            final Class<?> type = Class.forName("io.bourse.clearing." + words.getFirst());
            final List<String> found = new ArrayList<>();
            final Iterator<PropertyWriter> properties =
                new ObjectMapper().getSerializerProviderInstance().findValueSerializer(type).properties();
            properties.forEachRemaining(property -> found.add(property.getName()));
            assertEquals(words.subList(1, words.size()), found.subList(0, words.size() - 1), order);
        }
    }
}
