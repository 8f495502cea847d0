// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.model.Fees;
import io.bourse.clearing.model.VariationMargin;

import java.util.HashMap;
import java.util.Map;

/**
 * What one contract is worth in a run, with all taken out of the loop over trades that does not depend on their price.
 * Money is kopecks per contract, prices x 100 000.
 */
final class ContractValue
{
    private final Contract contract;
    private final Valuation day;
    /** Without the swap of a perpetual. */
    private final Valuation taken;
    private final Valuation paid;
    private final long carriedDay;
    private final long carriedPaid;
    private final boolean isOption;
    private final boolean isFixedFee;
    private final long pointValueE5;
    private final long exchangeCap;
    private final long clearingCap;
    private final long fixedExchangeFee;
    private final long fixedClearingFee;

    private ContractValue(final Contract contract, final Contract underlying, final FeePrice feePrice)
    {
        final Contract.Paid last = contract.paid();
        this.contract = contract;
        this.day = !isClearable() ? null :
            Valuation.of(contract, contract.settlementE5(), contract.tickValueE5(), contract.swapRateE4());
        this.taken = !isClearable() || 0 == contract.swapRateE4() ? day :
            Valuation.of(contract, contract.settlementE5(), contract.tickValueE5(), 0);
        this.paid = !isClearable() || null == last ? null :
            Valuation.of(contract, last.settlementE5(), last.tickValueE5(), last.swapRateE4());
        // The premium of a carried premium-style option was paid on the day of its trade.
        final boolean isMargined = ContractStyle.PREMIUM_OPTION != contract.terms().style() && isClearable();
        this.carriedDay = isMargined ? day.perContract(contract.previousE5()) : 0;
        this.carriedPaid = isMargined && null != paid ? paid.perContract(contract.previousE5()) : 0;
        this.isOption = contract.terms().isOption();
        this.isFixedFee = FeePrice.PREV_SP == feePrice;
        this.pointValueE5 = isClearable() ? pointValueE5(contract) : 0;
        this.exchangeCap = cap(underlying, isFixedFee, null == underlying ? 0 : underlying.exchangeFeePctE6());
        this.clearingCap = cap(underlying, isFixedFee, null == underlying ? 0 : underlying.clearingFeePctE6());
        this.fixedExchangeFee = isFixedFee ? exchangeFeeAt(contract.previousE5()) : 0;
        this.fixedClearingFee = isFixedFee ? clearingFeeAt(contract.previousE5()) : 0;
    }

    /**
     * Values all contracts of a run.
     *
     * @param input of the run.
     * @return by ordinal.
     * @throws CheckFailedException when the value of a contract does not fit a long.
     */
    static ContractValue[] of(final CalculationInput input)
    {
        final Contract[] contracts = input.contracts();
        final Map<Integer, Contract> byId = new HashMap<>();
        for (final Contract contract : contracts)
        {
            byId.put(contract.instrumentId(), contract);
        }
        final ContractValue[] values = new ContractValue[contracts.length];
        for (int i = 0; i < values.length; i++)
        {
            final Contract contract = contracts[i];
            final Contract underlying = contract.terms().isOption() ? byId.get(contract.terms().underlyingId()) : null;
            try
            {
                values[i] = new ContractValue(contract, underlying, input.feePrice());
            }
            catch (final ArithmeticException | IllegalArgumentException ex)
            {
                throw new CheckFailedException(
                    "calculation", "contract cannot be valued: " + contract + " reason=" + ex.getMessage());
            }
        }
        return values;
    }

    private static long pointValueE5(final Contract contract)
    {
        return VariationMargin.pointValueE5(contract.tickValueE5(), contract.priceTickE5());
    }

    private static long cap(final Contract underlying, final boolean isPrevious, final long ratePctE6)
    {
        if (null == underlying)
        {
            return Long.MAX_VALUE;
        }
        final long priceE5 = isPrevious ? underlying.previousE5() : underlying.settlementE5();
        return Math.multiplyExact(2L, Fees.perContract(priceE5, pointValueE5(underlying), ratePctE6));
    }

    /**
     * Whether anybody can have a position in it.
     *
     * @return false for strategies.
     */
    boolean isClearable()
    {
        return ContractStyle.STRATEGY != contract.terms().style();
    }

    /**
     * Whole-day gain of a contract added at a price.
     *
     * @param priceE5 of the trade or movement.
     * @return kopecks.
     */
    long day(final long priceE5)
    {
        return day.perContract(priceE5);
    }

    /**
     * Gain of a contract that the run itself takes to another register: the swap stays where it was held.
     *
     * @param priceE5 of the movement.
     * @return kopecks.
     */
    long taken(final long priceE5)
    {
        return taken.perContract(priceE5);
    }

    /**
     * The same as the last completed run of the day valued it.
     *
     * @param priceE5 of the trade or movement.
     * @return kopecks, 0 without such a run.
     */
    long paid(final long priceE5)
    {
        return null == paid ? 0 : paid.perContract(priceE5);
    }

    /**
     * Whole-day gain of a carried contract.
     *
     * @return kopecks.
     */
    long carriedDay()
    {
        return carriedDay;
    }

    /**
     * The same as the last completed run of the day valued it.
     *
     * @return kopecks, 0 without such a run.
     */
    long carriedPaid()
    {
        return carriedPaid;
    }

    /**
     * Fee of the exchange for a contract taken.
     *
     * @param priceE5 of the trade.
     * @return kopecks.
     */
    long exchangeFee(final long priceE5)
    {
        return isFixedFee ? fixedExchangeFee : exchangeFeeAt(priceE5);
    }

    /**
     * Fee of clearing for a contract taken.
     *
     * @param priceE5 of the trade.
     * @return kopecks.
     */
    long clearingFee(final long priceE5)
    {
        return isFixedFee ? fixedClearingFee : clearingFeeAt(priceE5);
    }

    private long exchangeFeeAt(final long priceE5)
    {
        return feeAt(priceE5, contract.exchangeFeePctE6(), exchangeCap);
    }

    private long clearingFeeAt(final long priceE5)
    {
        return feeAt(priceE5, contract.clearingFeePctE6(), clearingCap);
    }

    private long feeAt(final long priceE5, final long ratePctE6, final long capKopecks)
    {
        return isOption ?
            Fees.perOption(capKopecks, priceE5, pointValueE5, ratePctE6) :
            Fees.perContract(priceE5, pointValueE5, ratePctE6);
    }
}
