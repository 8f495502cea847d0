// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.report;

import io.bourse.clearing.collateral.AssetKind;
import io.bourse.clearing.collateral.CallsFile;
import io.bourse.clearing.collateral.MarginCall;
import io.bourse.clearing.funds.FundsFile;
import io.bourse.clearing.funds.InstructionsFile;
import io.bourse.clearing.report.ReportInput;
import io.bourse.clearing.run.store.RunDirectory;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the reports have of funds: assets, settlement accounts and calls, from the files that the run has written of
 * them. A run without such a file has none.
 */
final class RunReportFunds
{
    private RunReportFunds()
    {
    }

    /** By the place that the pledges name. */
    static List<ReportInput.Asset> assets(final RunDirectory directory)
    {
        return directory.find(InstructionsFile.FILE_NAME, InstructionsFile.class)
            .map(InstructionsFile::assets).orElse(List.of()).stream()
            .map(asset -> new ReportInput.Asset(
                asset.code(), asset.rateE6(), asset.haircutE6(), AssetKind.CURRENCY == asset.kind()))
            .toList();
    }

    /** By the code of the settlement account. */
    static Map<String, ReportInput.AccountFigures> accounts(final RunDirectory directory)
    {
        final Map<String, ReportInput.AccountFigures> accounts = new TreeMap<>();
        directory.find(FundsFile.FILE_NAME, FundsFile.class).map(FundsFile::accounts).orElse(List.of())
            .forEach(account -> accounts.put(account.settlementAccount(), new ReportInput.AccountFigures(
                account.go(), account.counted(), account.free(), account.marginCall())));
        return accounts;
    }

    /** Calls that this run has made, and those of earlier runs that are still open or were judged by it. */
    static List<ReportInput.Call> calls(final RunDirectory directory)
    {
        final List<ReportInput.Call> calls = new ArrayList<>();
        directory.find(CallsFile.FILE_NAME, CallsFile.class).ifPresent(made ->
        {
            made.raised().forEach(call -> calls.add(call(call, "")));
            made.open().forEach(call -> calls.add(call(call, " open")));
            made.judged().forEach(judged -> calls.add(call(judged.call(),
                judged.coveredKopecks() < judged.call().kopecks() ? " missed" : " met")));
        });
        return List.copyOf(calls);
    }

    private static ReportInput.Call call(final MarginCall call, final String state)
    {
        return new ReportInput.Call(
            call.settlementAccount(),
            call.kopecks(),
            call.due().toString(),
            call.kind().name().toLowerCase(Locale.ROOT) + state + " " + call.number());
    }
}
