// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.clearing.collateral.CallKind;
import io.bourse.clearing.collateral.CallsFile;
import io.bourse.clearing.collateral.JudgedCall;
import io.bourse.clearing.collateral.MarginCall;
import io.bourse.clearing.defaults.CollateralSale;
import io.bourse.clearing.defaults.Declaration;
import io.bourse.clearing.defaults.DefaultBook;
import io.bourse.clearing.defaults.DefaultPlan;
import io.bourse.clearing.defaults.PlanKind;
import io.bourse.clearing.defaults.TakeOver;
import io.bourse.clearing.funds.BookHead;
import io.bourse.clearing.funds.FundsFile;
import io.bourse.clearing.funds.Instruction;
import io.bourse.clearing.funds.InstructionBook;
import io.bourse.clearing.funds.InstructionsFile;
import io.bourse.clearing.run.audit.Approval;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.Approvals;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.run.store.RunState;
import io.bourse.deploy.cli.clearing.defaults.ClearingDefaultCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.deploy.operators.VenuePolicy;
import io.bourse.engine.client.operator.OperatorAdministration;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Funds, calls and defaults of a stopped venue from the command line. */
@Tag("venue")
class FundsAndDefaultCommandsTest
{
    private static final int CHANGED = 6;
    private static final long E5 = 100_000;
    private static final long RUN = 2_026_112_301L;

    @TempDir
    private Path dataDir;
    private Path baseDir;
    private final StringWriter out = new StringWriter();

    @BeforeEach
    void declare() throws IOException
    {
        baseDir = dataDir.resolve("clearing");
        foundDemoVenue();
        final DefaultBook book = new DefaultBook(baseDir);
        book.add(new Declaration(1, "AA", List.of("AA01"), 20_261_123, 0, "a test", "anna"));
        final Approvals approvals = new Approvals(book.directory(1), VenueOperators.read(dataDir));
        approvals.request(1, ApprovalStep.DEFAULT, "anna", DemoOperators.key("anna"), DefaultBook.DECLARATION, 0);
        final Approval answer =
            approvals.answer(ApprovalStep.DEFAULT, DemoOperators.key("boris"), true, null, 0);
        new ClearingAuditTrail(baseDir, () -> 0).append(
            "boris", "default approve", 1, Map.of("sha256", answer.sha256()), "OK");
        book.add(new DefaultPlan(1, 1, PlanKind.PORT, List.of("AA01"), new TreeMap<>(Map.of("AA01C01", "BB01C01")),
            List.of(), List.of(), null, "anna", null, 0));
    }

    /** A history with the operators of the demo venue. */
    private void foundDemoVenue()
    {
        try (TestEngine engine = TestEngine.start(dataDir))
        {
            for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.HIGHEST; level++)
            {
                new SessionOperator(engine.operator()).setFeatureLevel(level);
            }
            final OperatorAdministration administration = new OperatorAdministration(engine.operator());
            DemoOperators.specs().forEach(administration::define);
            administration.policy(
                "0123456789abcdef".getBytes(StandardCharsets.US_ASCII), VenuePolicy.read("").acts());
        }
    }

    private int execute(final Object command, final String line)
    {
        out.getBuffer().setLength(0);
        final List<String> words = new ArrayList<>(Arrays.asList(line.split(" ")));
        words.addAll(List.of("--data", dataDir.toString()));
        return new CommandLine(command)
            .setExecutionExceptionHandler(ExitCode::explain)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(out))
            .execute(words.toArray(String[]::new));
    }

    private void funds(final int exitCode, final String said, final String line)
    {
        assertEquals(exitCode, execute(new ClearingFundsCommand(), line), out::toString);
        assertTrue(out.toString().contains(said), out::toString);
    }

    private void defaults(final int exitCode, final String said, final String line)
    {
        assertEquals(exitCode, execute(new ClearingDefaultCommand(), line), out::toString);
        assertTrue(out.toString().contains(said), out::toString);
    }

    @Test
    void shouldTakeInstructionsAndShowTheBook() throws IOException
    {
        final String by = " --reference ";
        funds(ExitCode.OK, "taken      1  PAY_IN  BB01C01  100.50  r1",
            "pay-in --client BB01C01 --amount 100.50" + by + "r1");
        funds(ExitCode.OK, "taken      1  PAY_IN", "pay-in --client BB01C01 --amount 100.50" + by + "r1");
        funds(ExitCode.PRECONDITION, "another instruction of the register has the reference",
            "pay-in --client BB01C01 --amount 100.51" + by + "r1");
        funds(ExitCode.USAGE, "amount", "pay-in --client BB01C01 --amount 0" + by + "r2");
        funds(ExitCode.USAGE, "Usage: ", "deposit --client BB01C01 --asset SBER --units many" + by + "r2");
        funds(ExitCode.OK, "taken      2  DEPOSIT  AA01000  7 SBER  r2",
            "deposit --client AA01000 --asset SBER --units 7" + by + "r2");
        funds(ExitCode.PRECONDITION, "the member is in default", "pay-out --client AA01000 --amount 5" + by + "r3");
        funds(ExitCode.PRECONDITION, "the member is in default",
            "withdraw --client AA01000 --asset SBER --units 7" + by + "r3");
        funds(ExitCode.APPROVAL, "request 1  WITHDRAW  AA01000  7 SBER  r3; look at it",
            "withdraw --client AA01000 --asset SBER --units 7 --despite-default" + by + "r3");
        funds(ExitCode.OK, "taken      3  WITHDRAW  AA01000  7 SBER  r3", "approve 1");
        funds(ExitCode.OK, "3  WITHDRAW  AA01000  7 SBER  r3  WAITING", "list");
        assertEquals(3, out.toString().lines().count());
        final Path book = baseDir.resolve(InstructionBook.DIRECTORY).resolve(InstructionBook.FILE_NAME);
        Files.writeString(book, Files.readString(book).replace("\"amount\":7", "\"amount\":8"));
        funds(CHANGED, "chain of the book of instructions is broken", "list");
    }

    @Test
    void shouldEnterWhatGoesOutOnceWhenASecondPersonApproves() throws IOException
    {
        final String payOut = "pay-out --client BB01C01 --reference r1 --amount ";
        funds(ExitCode.APPROVAL, "no role to ask for pay-out", payOut + "5 --as clara");
        funds(ExitCode.APPROVAL, "`bourse clearing funds approve 1 --as NAME --data " + dataDir + "`",
            payOut + "5 --as boris");
        funds(ExitCode.APPROVAL, "request 1  PAY_OUT  BB01C01  5.00  r1", payOut + "5");
        funds(ExitCode.PRECONDITION, "another request of the register has the reference", payOut + "6");
        funds(ExitCode.OK, "request 1  PAY_OUT  BB01C01  5.00  r1  by boris  WAITS FOR A PERSON", "list");
        assertEquals(1, out.toString().lines().count(), out::toString);
        funds(ExitCode.OK, "\"amount\" : 500", "approve 1 --show");
        funds(ExitCode.APPROVAL, "requester and approver are one", "approve 1 --as boris");
        funds(ExitCode.APPROVAL, "no role to approve", "approve 1 --as anna");
        funds(ExitCode.APPROVAL, "not what was looked at", "approve 1 --as clara --sha256 00000000");
        funds(ExitCode.PRECONDITION, "there is no such request", "approve 2 --as clara");
        final Path file = baseDir.resolve("pay-outs/1/pay-out.json");
        final String asked = Files.readString(file);
        Files.writeString(file, asked.replace("500", "900"));
        funds(ExitCode.APPROVAL, "not what was looked at", "approve 1 --as clara");
        Files.writeString(file, asked);
        assertEquals(List.of(), new InstructionBook(baseDir, () -> 0).read());
        funds(ExitCode.OK, "taken      1  PAY_OUT  BB01C01  5.00  r1", "approve 1 --as clara");
        funds(ExitCode.PRECONDITION, "the book has an instruction with the reference already", "approve 1 --as clara");
        funds(ExitCode.OK, "taken      1  PAY_OUT", payOut + "5 --as boris");
        funds(ExitCode.OK, "1  PAY_OUT  BB01C01  5.00  r1  WAITING", "list");
        assertEquals(1, out.toString().lines().count(), out::toString);
        final String boris = DemoOperators.key("boris").fingerprint();
        final String clara = DemoOperators.key("clara").fingerprint();
        assertEquals(
            List.of("boris funds ask " + boris, "clara funds approve " + clara, "boris funds PAY_OUT " + clara),
            new ClearingAuditTrail(baseDir, () -> 0).read().stream()
            .filter(line -> line.command().startsWith("funds") && !line.result().contains(": "))
            .map(line -> line.actor() + " " + line.command() + " " +
                line.arguments().getOrDefault("key", line.arguments().get("approverKey"))).toList());
        // As if the process had died before it entered what was approved.
        Files.delete(baseDir.resolve(InstructionBook.DIRECTORY).resolve(InstructionBook.FILE_NAME));
        funds(ExitCode.OK, "request 1  PAY_OUT  BB01C01  5.00  r1  by boris  WAITS FOR A PERSON", "list");
        funds(ExitCode.OK, "taken      1  PAY_OUT  BB01C01  5.00  r1", "approve 1 --as clara");
    }

    @Test
    void shouldNotEnterWhatASecondPersonRefuses() throws IOException
    {
        final String payOut = "pay-out --client BB01C01 --amount 5 --reference r1";
        funds(ExitCode.APPROVAL, "request 1  PAY_OUT", payOut);
        funds(ExitCode.APPROVAL, "requester and approver are one", "approve 1 --refuse --as anna");
        funds(ExitCode.OK, "refused    request 1", "approve 1 --refuse");
        funds(ExitCode.PRECONDITION, "ask again with another reference", "approve 1");
        funds(ExitCode.PRECONDITION, "ask again with another reference", payOut);
        funds(ExitCode.OK, "", "list");
        assertEquals("", out.toString());
        funds(ExitCode.APPROVAL, "request 2  PAY_OUT  BB01C01  5.00  r2", payOut.replace("r1", "r2"));
        // What is asked for on behalf of another operator is no request of that operator.
        final Path file = baseDir.resolve("pay-outs/2/pay-out.json");
        Files.writeString(file, Files.readString(file).replace("anna", "clara"));
        new Approvals(file.getParent(), VenueOperators.read(dataDir)).request(
            2, ApprovalStep.PAY_OUT, "anna", DemoOperators.key("anna"), "pay-out.json", System.currentTimeMillis());
        funds(ExitCode.APPROVAL, "not the one that its requester has signed", "approve 2");
        assertEquals(List.of(), new InstructionBook(baseDir, () -> 0).read());
    }

    @Test
    void shouldTakeWhatComesInFromThoseWhoMayAskOnly()
    {
        funds(ExitCode.APPROVAL, "no role to enter instructions",
            "pay-in --client BB01C01 --amount 5 --reference r1 --as clara");
        funds(ExitCode.OK, "taken      1  PAY_IN", "pay-in --client BB01C01 --amount 5 --reference r1 --as boris");
    }

    @Test
    void shouldEnterWhatGoesOutAtOnceWhereTheVenueWantsNoSecondPerson() throws IOException
    {
        Files.writeString(dataDir.resolve(VenueDescriptor.FILE_NAME), "{\"clearingApprovals\": \"none\"}");
        final String payOut = "pay-out --client BB01C01 --amount 5 --reference r1";
        funds(ExitCode.APPROVAL, "no role to enter instructions", payOut + " --as clara");
        funds(ExitCode.OK, "taken      1  PAY_OUT  BB01C01  5.00  r1", payOut);
        Files.writeString(dataDir.resolve(VenueDescriptor.FILE_NAME), "{\"clearingApprovals\": \"exceptions\"}");
        funds(ExitCode.APPROVAL, "request 1  PAY_OUT", payOut.replace("r1", "r2"));
    }

    @Test
    void shouldTakeUnitsAsPeopleTypeThem() throws IOException
    {
        final String by = " --reference ";
        Files.createDirectories(baseDir.resolve("funds"));
        Files.writeString(baseDir.resolve("funds/parameters.json"), """
            {"assets": {"GOLD": {"kind": "CURRENCY", "rateE6": 1000000, "haircutE6": 0},
            "ABC": {"kind": "SECURITY", "rateE6": 1000000, "haircutE6": 0}}}""");
        funds(ExitCode.OK, "DEPOSIT  AA01000  10.50 USD  r1", "deposit --client AA01000 --asset USD --units 10.5" + by +
            "r1");
        funds(ExitCode.OK, "DEPOSIT  AA01000  7.00 GOLD  r2", "deposit --client AA01000 --asset GOLD --units 7" + by +
            "r2");
        funds(ExitCode.OK, "DEPOSIT  AA01000  7 ABC  r3", "deposit --client AA01000 --asset ABC --units 7" + by + "r3");
        final List<Instruction> book = new InstructionBook(baseDir, () -> 0).read();
        assertEquals(List.of(1_050L, 700L, 7L), book.stream().map(Instruction::amount).toList());
        funds(ExitCode.USAGE, "whole pieces", "deposit --client AA01000 --asset ABC --units 7.5" + by + "r4");
        funds(ExitCode.USAGE, "two decimals", "deposit --client AA01000 --asset USD --units 7.555" + by + "r4");
        funds(ExitCode.USAGE, "two decimals", "deposit --client AA01000 --asset USD --units 1e3" + by + "r4");
    }

    @Test
    void shouldApproveWithdrawAndShowPlans()
    {
        defaults(ExitCode.OK, "IN FORCE", "show");
        assertTrue(out.toString().contains("state      NOT APPROVED"), out::toString);
        defaults(ExitCode.PRECONDITION, "refuse this one", "withdraw --id 1 --plan 1 --as anna");
        defaults(ExitCode.APPROVAL, "", "approve --id 1 --plan 1 --as anna");
        defaults(ExitCode.APPROVAL, "not what was looked at",
            "approve --id 1 --plan 1 --as boris --sha256 00000000");
        defaults(ExitCode.OK, "AA01C01", "approve --id 1 --plan 1 --show");
        defaults(ExitCode.OK, "approved   plan 1 of default 1", "approve --id 1 --plan 1 --as boris");
        defaults(ExitCode.OK, "state      APPROVED, for the next run", "show");
        defaults(ExitCode.PRECONDITION, "this was answered already", "approve --id 1 --plan 1 --refuse --as boris");
        defaults(ExitCode.OK, "withdraw   plan 1", "withdraw --id 1 --plan 1 --as boris");
        defaults(ExitCode.APPROVAL, "", "approve --id 1 --plan 2 --as boris");
        defaults(ExitCode.OK, "approved   plan 2 of default 1", "approve --id 1 --plan 2 --as clara");
        defaults(ExitCode.OK, "state      WITHDRAWN", "show");
        assertTrue(out.toString().contains("state      IN FORCE"), out::toString);
        defaults(ExitCode.PRECONDITION, "withdrawn already", "withdraw --id 1 --plan 1 --as boris");
        defaults(ExitCode.PRECONDITION, "there is no such plan", "withdraw --id 1 --plan 2 --as boris");
        defaults(ExitCode.PRECONDITION, "there is no such default", "withdraw --id 2 --plan 1 --as boris");
        defaults(ExitCode.PRECONDITION, "no venue runs", "declare --account BB --reason none");
        defaults(ExitCode.USAGE, "Usage: ", "sell-collateral --id 1 --asset SBER");
    }

    @Test
    void shouldShowPricesAsPeopleReadThem() throws IOException
    {
        final DefaultBook book = new DefaultBook(baseDir);
        book.add(new DefaultPlan(1, 2, PlanKind.SELL_COLLATERAL, List.of("AA01"), new TreeMap<>(), List.of(), List.of(),
            null, "first", List.of(new CollateralSale("AA01000", "SBER", 5, 100 * E5, "BB01C01")), 0));
        book.add(new DefaultPlan(1, 3, PlanKind.CLOSE_OUT, List.of("AA01"), new TreeMap<>(),
            List.of(new TakeOver(1001, "CC01000", 2_500 * E5)), List.of(), null, "first", null, 0));
        defaults(ExitCode.OK, "sell       5 SBER AA01000 -> BB01C01 at 100\n", "show");
        defaults(ExitCode.OK, "take over  instrument 1001 by CC01000 at 2500\n", "show");
    }

    @Test
    void shouldRefuseAmountsWithTooManyDigits()
    {
        final String sale = "sell-collateral --id 1 --client AA01000 --asset SBER --units 1 --buyer BB01C01 --price ";
        for (final String bad : List.of("1.234567", "99999999999999", "1e30", "much"))
        {
            defaults(ExitCode.USAGE, "price=" + bad, sale + bad);
            defaults(ExitCode.USAGE, "price=" + bad, "close-out --id 1 --winner 1=CC01000@" + bad);
        }
        defaults(ExitCode.USAGE, "money is given in roubles", "declare --account BB --call 1.234 --reason none");
        defaults(ExitCode.PRECONDITION, "no venue runs", sale + "1.23456");
        defaults(ExitCode.PRECONDITION, "no venue runs", "close-out --id 1 --winner 1=CC01000@1.23456");
    }

    @Test
    void shouldShowCallsOfTheLastPublishedRun() throws IOException
    {
        assertEquals(ExitCode.OK, execute(new ClearingCallsCommand(), "--json"));
        assertEquals("[ ]", out.toString().strip());
        final Path run = Files.createDirectories(baseDir.resolve("20261123/1-I"));
        final MarginCall missed = new MarginCall(RUN * MarginCall.PER_RUN - 9, "AA", CallKind.CASH, 500_00, 0, 1, 0);
        final MarginCall late = new MarginCall(RUN * MarginCall.PER_RUN + 1, "BB", CallKind.MARGIN, 300_00, 0, 2, 0);
        final MarginCall open =
            new MarginCall(RUN * MarginCall.PER_RUN + 2, "BB", CallKind.CASH, 100_00, 0, Long.MAX_VALUE, 0);
        write(run, "state.json", new RunState(RunState.FORMAT, RUN, "I", RunPhase.REPORTED, RunPhase.REPORTED, null,
            "", List.of()));
        write(run, FundsFile.FILE_NAME, new FundsFile(FundsFile.FORMAT, RUN, 20_261_123, new TreeMap<>(), List.of()));
        write(run, InstructionsFile.FILE_NAME, new InstructionsFile(InstructionsFile.FORMAT, BookHead.NONE.text(),
            BookHead.NONE.text(), List.of(), List.of(), List.of(), List.of()));
        write(run, CallsFile.FILE_NAME, new CallsFile(
            CallsFile.FORMAT, List.of(late, open), List.of(), List.of(new JudgedCall(missed, 20_00, 0))));
        funds(ExitCode.OK, "taken", "pay-in --client BB01C01 --amount 60 --reference r1");
        assertEquals(ExitCode.OK, execute(new ClearingCallsCommand(), "--json"));
        assertEquals(ExitCode.OK, new CommandLine(new ClearingCallsCommand()).setOut(new PrintWriter(out))
            .execute("--data", dataDir.toString()));
        final List<String> rows = out.toString().lines().filter(line -> line.contains("covered  ") ||
            line.contains(" covered ")).map(line -> line.replaceAll(" +", " ").replaceAll("until \\S+ ", "")).toList();
        assertEquals(List.of(
            missed.number() + " AA CASH 500.00 covered 20.00 MISSED",
            late.number() + " BB MARGIN 300.00 covered 0.00 MISSED",
            open.number() + " BB CASH 100.00 covered 60.00 OPEN"), rows);
    }

    private static void write(final Path directory, final String name, final Object contents) throws IOException
    {
        Files.write(directory.resolve(name), new ObjectMapper()
            .setVisibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE).writeValueAsBytes(contents));
    }
}
