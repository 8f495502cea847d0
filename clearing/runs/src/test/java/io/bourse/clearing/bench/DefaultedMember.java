// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.cashmarket.DeliveryParameters;
import io.bourse.clearing.collateral.AssetKind;
import io.bourse.clearing.collateral.AssetParameters;
import io.bourse.clearing.defaults.CollateralSale;
import io.bourse.clearing.defaults.Declaration;
import io.bourse.clearing.defaults.DefaultBook;
import io.bourse.clearing.defaults.DefaultPlan;
import io.bourse.clearing.defaults.PlanKind;
import io.bourse.clearing.defaults.TakeOver;
import io.bourse.clearing.funds.FundsParameters;
import io.bourse.clearing.funds.InstructionBook;
import io.bourse.clearing.funds.InstructionKind;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.run.audit.Approval;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.Approvals;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.TestOperators;
import io.bourse.engine.protocol.AccountCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The last brokerage firm of a made-up day is in default: a client goes, collateral is sold, the rest is balanced. Of
 * those who are to deliver when a future ends some have the asset.
 */
final class DefaultedMember
{
    private static final int STEP = 3;
    private static final long UNITS = 100_000;
    private static final long PRICE_E5 = 25_431_000L;

    /** Writes parameters, instructions and plans, as operators leave them. */
    void write(final Path baseDir, final SyntheticDay day) throws IOException
    {
        final Path parameters = baseDir.resolve(BenchRun.FUNDS);
        Files.createDirectories(parameters.getParent());
        Files.write(parameters, new FundsParameters(20_000_000, null, 100_000, 20_000, 10_000,
            new TreeMap<>(Map.of(Drill.ASSET,
                new AssetParameters(AssetKind.SECURITY, 254_310_000L, null, 210_000, null))), null,
            new DeliveryParameters(null, 1_000, 2, 50_000, null)).json());
        final String firm = SyntheticRegisters.brokerageFirm(SyntheticRegisters.BROKERAGE_FIRMS - 1);
        final List<String> clients = new ArrayList<>();
        final List<String> others = new ArrayList<>();
        for (int rank = 0; rank < day.registers().size(); rank++)
        {
            final String code = AccountCode.unpack(day.registers().code(day.registers().accountAt(rank)));
            (code.startsWith(firm) ? clients : others).add(code);
        }
        final InstructionBook book = new InstructionBook(baseDir, () -> 0);
        enter(book, InstructionKind.DEPOSIT, clients.getFirst(), Drill.ASSET, UNITS, "collateral");
        int sellers = 0;
        for (int account = 0; account < day.registers().size(); account++)
        {
            final boolean isDelivered = Drill.ASSET.equals(
                day.instruments().get(day.trades().carriedInstrument(account)).terms().asset());
            if (isDelivered && day.trades().carriedLots(account) < 0 && 0 != sellers++ % STEP)
            {
                enter(book, InstructionKind.DEPOSIT, AccountCode.unpack(day.registers().code(account)), Drill.ASSET,
                    UNITS, "asset");
            }
        }
        enter(book, InstructionKind.PAY_IN, others.getFirst(), "", 10 * UNITS * PRICE_E5 / 1_000, "for the sale");
        plan(baseDir, firm, clients, others);
    }

    private static void enter(
        final InstructionBook book,
        final InstructionKind kind,
        final String client,
        final String asset,
        final long amount,
        final String reference) throws IOException
    {
        book.append(new InstructionRequest(kind, client, asset, amount, reference, "drill"),
            TestOperators.signing("drill"));
    }

    private static void plan(
        final Path baseDir, final String firm, final List<String> clients, final List<String> others)
        throws IOException
    {
        TestOperators.of("first");
        TestOperators.of("second");
        Json.write(baseDir.resolve(BenchRun.OPERATORS), TestOperators.register());
        final DefaultBook book = new DefaultBook(baseDir);
        final List<String> firms = List.of(firm);
        book.add(new Declaration(1, firm.substring(0, 2), firms, SyntheticDay.DATE, 0, "drill", "first"));
        approve(baseDir, book.directory(1), DefaultBook.DECLARATION);
        final TreeMap<String, String> ports = new TreeMap<>(Map.of(clients.get(1), others.getFirst()));
        book.add(new DefaultPlan(1, 1, PlanKind.PORT, firms, ports, List.of(), List.of(), null, "first",
            null, 0));
        book.add(new DefaultPlan(1, 2, PlanKind.SELL_COLLATERAL, firms, new TreeMap<>(), List.of(), List.of(), null,
            "first", List.of(new CollateralSale(
                clients.getFirst(), Drill.ASSET, UNITS / 2, PRICE_E5, others.getFirst())), 0));
        book.add(new DefaultPlan(
            1, 3, PlanKind.CLOSE_OUT, firms, ports, List.of(new TakeOver(0, "", null)), List.of(), null, "first", null,
            0));
        for (int number = 1; number <= 3; number++)
        {
            approve(baseDir, book.directory(1, number), DefaultBook.PLAN);
        }
    }

    private static void approve(final Path baseDir, final Path directory, final String file) throws IOException
    {
        final Approvals approvals = new Approvals(directory, TestOperators.register());
        approvals.request(1, ApprovalStep.DEFAULT, "first", TestOperators.of("first"), file, 0);
        final Approval answer = approvals.answer(ApprovalStep.DEFAULT, TestOperators.of("second"), true, null, 0);
        new ClearingAuditTrail(baseDir, () -> 0).append(
            "second", "default approve", 1, Map.of("sha256", answer.sha256()), "OK");
    }
}
