// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import io.bourse.clearing.collateral.AccountFunds;
import io.bourse.clearing.collateral.CollateralRule;
import io.bourse.clearing.collateral.JudgedCall;
import io.bourse.clearing.collateral.MarginCall;
import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.Payment;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.model.Round;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * What settlement accounts are charged for besides fees (rules 1.8): interest on missing money, the use of assets as
 * cover, and missed calls. The settlement account names the register that pays.
 *
 * @param parameters of funds.
 * @param accounts that payments go to.
 * @param payer register of a settlement account that pays; below 0 when it has none.
 */
public record FundsCharges(FundsParameters parameters, FundsAccounts accounts, ToIntFunction<String> payer)
{
    private static final long DAYS_PER_YEAR = 365;
    private static final int REFERENCES_PER_RUN = 10;

    /**
     * Interest on what was missing over night, and the charge for margin that assets covered: amount * rate * days/365,
     * rounded to a kopeck.
     *
     * @param evening funds after the previous evening run.
     * @param days of the calendar since.
     */
    public void chargeInterest(final FundsFile evening, final long days)
    {
        for (final AccountFunds account : evening.accounts())
        {
            charge(account.settlementAccount(), PostingCode.INTEREST, HouseAccounts.INTEREST_INCOME,
                interest(account.cashCall(), parameters.shortfallRateE6(), days),
                evening.runId() * REFERENCES_PER_RUN + 1);
            charge(account.settlementAccount(), PostingCode.INTEREST, HouseAccounts.INTEREST_INCOME,
                interest(account.covered(), parameters.coverRateE6(), days),
                evening.runId() * REFERENCES_PER_RUN + 2);
        }
    }

    private static long interest(final long kopecks, final long rateE6, final long days)
    {
        return Round.multiplyDivide(
            kopecks, Math.multiplyExact(rateE6, days), DAYS_PER_YEAR * CollateralRule.ONE_E6);
    }

    private void charge(
        final String settlementAccount,
        final PostingCode code,
        final int income,
        final long kopecks,
        final long reference)
    {
        final int account = 0 == kopecks ? -1 : payer.applyAsInt(settlementAccount);
        if (account >= 0)
        {
            accounts.add(new Payment(account, code, account, income, kopecks, reference));
        }
    }

    /**
     * Judges calls whose deadline has come, and charges penalties for what is missing. For calls of both kinds that a
     * run makes to an account about the same shortage at most the larger penalty is charged.
     *
     * @param calls of earlier runs that no run has judged.
     * @param untilNs deadlines up to this are judged, nanoseconds since 1970.
     * @param cover what has come in for them.
     * @return judged calls.
     */
    public List<JudgedCall> judge(final List<MarginCall> calls, final long untilNs, final CallCover cover)
    {
        final List<JudgedCall> judged = new ArrayList<>();
        for (final MarginCall call : calls)
        {
            if (call.deadlineNs() <= untilNs)
            {
                final long covered = cover.kopecks(call);
                final long penalty = Math.max(0, Round.multiplyDivide(
                    call.kopecks() - covered, parameters.callPenaltyE6(), CollateralRule.ONE_E6) -
                    JudgedCall.charged(call, judged));
                charge(call.settlementAccount(), PostingCode.PENALTY, HouseAccounts.PENALTY_INCOME, penalty,
                    call.number());
                judged.add(new JudgedCall(call, covered, penalty));
            }
        }
        return List.copyOf(judged);
    }
}
