// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.report;

import io.bourse.clearing.collateral.AccountFunds;
import io.bourse.clearing.collateral.Asset;
import io.bourse.clearing.collateral.AssetKind;
import io.bourse.clearing.collateral.CallsFile;
import io.bourse.clearing.collateral.MarginCall;
import io.bourse.clearing.funds.FundsFile;
import io.bourse.clearing.funds.InstructionsFile;
import io.bourse.clearing.report.ReportInput;
import io.bourse.clearing.run.store.RunDirectory;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the reports tell of funds: assets, settlement accounts and calls, from the files that the run has written of
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
        final List<ReportInput.Asset> assets = new ArrayList<>();
        final InstructionsFile taken = read(directory, InstructionsFile.FILE_NAME, InstructionsFile.class);
        if (null != taken)
        {
            for (final Asset asset : taken.assets())
            {
                assets.add(new ReportInput.Asset(
                    asset.code(), asset.rateE6(), asset.haircutE6(), AssetKind.CURRENCY == asset.kind()));
            }
        }
        return List.copyOf(assets);
    }

    /** By the code of the settlement account. */
    static Map<String, ReportInput.AccountFigures> accounts(final RunDirectory directory)
    {
        final Map<String, ReportInput.AccountFigures> accounts = new TreeMap<>();
        final FundsFile funds = read(directory, FundsFile.FILE_NAME, FundsFile.class);
        if (null != funds)
        {
            for (final AccountFunds account : funds.accounts())
            {
                accounts.put(account.settlementAccount(), new ReportInput.AccountFigures(
                    account.go(), account.counted(), account.free(), account.marginCall()));
            }
        }
        return accounts;
    }

    /** Calls that this run has made, and those of earlier runs that are still open or were judged by it. */
    static List<ReportInput.Call> calls(final RunDirectory directory)
    {
        final List<ReportInput.Call> calls = new ArrayList<>();
        final CallsFile told = read(directory, CallsFile.FILE_NAME, CallsFile.class);
        if (null != told)
        {
            told.raised().forEach(call -> calls.add(call(call, "")));
            told.open().forEach(call -> calls.add(call(call, " open")));
            told.judged().forEach(judged -> calls.add(call(judged.call(),
                judged.coveredKopecks() < judged.call().kopecks() ? " missed" : " met")));
        }
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

    private static <T> T read(final RunDirectory directory, final String name, final Class<T> type)
    {
        return Files.exists(directory.file(name)) ? directory.read(name, type) : null;
    }
}
