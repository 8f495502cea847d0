// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.cashmarket;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Holidays of currencies, and interest of another currency than the payment. */
class DeliveryParametersTest
{
    private static final int MONDAY = 20261123;
    /** A dollar is 92.3456 roubles, a yuan 12.7654. */
    private static final Map<String, Long> RATES = Map.of("USD", 92_345_600L, "CNY", 12_765_400L);

    private static DeliveryParameters read(final String json) throws IOException
    {
        return new ObjectMapper().readValue(json.replace('\'', '"'), DeliveryParameters.class);
    }

    private static ClearingTerms bond(final String currency)
    {
        return new ClearingTerms(ContractStyle.SPOT, OptionRight.NONE, SettlementType.PHYSICAL, 0, 1, 0, 0, false, 1,
            "EURO28").paidIn(currency);
    }

    /** The first day is a holiday of dollars, the second of yuan, the third of all. */
    @ParameterizedTest
    @CsvSource({
        "USD, '',  1, 20261125",
        "CNY, '',  1, 20261124",
        "CNY, '',  2, 20261127",
        "USD, CNY, 1, 20261127",
        "CNY, USD, 1, 20261127",
        "SBER, '', 1, 20261124",
        "SBER, USD, 1, 20261125",
        "SBER, '', 3, 20261127"})
    void shouldCountDaysOnWhichBothSidesAreDelivered(
        final String asset, final String currency, final int days, final int expected) throws IOException
    {
        final DeliveryParameters parameters = read(
            "{'holidays': [20261126], 'currencyHolidays': {'USD': [20261124], 'CNY': [20261125]}}");

        assertEquals(expected, parameters.days(asset, currency).plus(MONDAY, days));
    }

    /** 12.34567 dollars are 1,140.06830... roubles, and 89.309250... yuan. */
    @ParameterizedTest
    @CsvSource({"RUB, 114006830", "CNY, 8930925", "USD, 1234567"})
    void shouldConvertInterestAtTheRatesOfTheDay(final String paidIn, final long expectedE5) throws IOException
    {
        final DeliveryParameters parameters =
            read("{'accruedE5': {'EURO28': 1234567}, 'accruedCurrencies': {'EURO28': 'USD'}}");

        assertEquals(expectedE5, parameters.accruedE5(bond(paidIn), RATES));
    }

    @Test
    void shouldTakeInterestForThatOfThePayment() throws IOException
    {
        final DeliveryParameters parameters = read("{'accruedE5': {'EURO28': 1234567}}");

        assertEquals(1_234_567, parameters.accruedE5(bond("CNY"), Map.of()));
        assertEquals(0, DeliveryParameters.DEFAULT.accruedE5(bond("RUB"), Map.of()));
    }

    @Test
    void shouldNameTheRateThatIsMissing() throws IOException
    {
        final DeliveryParameters parameters =
            read("{'accruedE5': {'EURO28': 1234567}, 'accruedCurrencies': {'EURO28': 'USD'}}");
        assertMissing(parameters, "USD", Map.of("CNY", 12_765_400L));
        assertMissing(parameters, "CNY", Map.of("USD", 92_345_600L));
    }

    private static void assertMissing(
        final DeliveryParameters parameters, final String currency, final Map<String, Long> rates)
    {
        assertTrue(assertThrows(PreconditionException.class, () -> parameters.accruedE5(bond("CNY"), rates))
            .getMessage().endsWith("asset=EURO28 paidIn=CNY missingRate=" + currency));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "'currencyHolidays': {'USD': [20261131]}|no date",
        "'currencyHolidays': {'Usd': [20261130]}|currency=Usd",
        "'currencyHolidays': {'RUB': [20261130]}|currency=RUB",
        "'accruedE5': {'EURO28': 1}, 'accruedCurrencies': {'EURO29': 'USD'}|asset=EURO29",
        "'accruedE5': {'EURO28': 1}, 'accruedCurrencies': {'EURO28': 'dollar'}|currency=dollar"})
    void shouldRefuseWhatIsLikelyATypingError(final String wrong, final String named)
    {
        final String message = assertThrows(IOException.class, () -> read('{' + wrong + '}')).getMessage();
        assertTrue(message.contains(named), message);
    }

    /** Else the digest of parameters that exist would be another one. */
    @Test
    void shouldNotWriteWhatIsNotGiven() throws IOException
    {
        assertFalse(new ObjectMapper().writeValueAsString(DeliveryParameters.DEFAULT).contains("urrenc"));
    }
}
