// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.PreconditionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

class ApprovalsTest
{
    private static final long RUN = 2_026_112_301L;
    private static final long NOW_MS = 1_795_000_000_000L;
    private static final OperatorSigner FIRST = TestOperators.of("first");
    private static final OperatorSigner SECOND = TestOperators.of("second");
    private static final String NOT_SIGNED_REQUEST =
        "the request is not signed by the key of the operator who made it: step=prices runId=2026112301 operator=";
    private static final String NOT_SIGNED_APPROVAL =
        "the approval is not signed by the key of the operator who gave it: step=prices runId=2026112301 approver=";

    @TempDir
    private Path dir;
    private Approvals approvals;

    @BeforeEach
    void write() throws IOException
    {
        Files.writeString(dir.resolve("prices.json"), "92 500");
        approvals = of(operators());
    }

    private static SortedMap<String, RegisteredOperator> operators()
    {
        final SortedMap<String, RegisteredOperator> operators = new TreeMap<>();
        operators.put("first", TestOperators.operator(FIRST, true));
        operators.put("second", TestOperators.operator(SECOND, true));
        return operators;
    }

    private Approvals of(final SortedMap<String, RegisteredOperator> operators)
    {
        return new Approvals(dir, TestOperators.register(operators));
    }

    /** The second operator is somebody else in the register. */
    private Approvals withSecond(final RegisteredOperator second)
    {
        final SortedMap<String, RegisteredOperator> operators = operators();
        operators.put("second", second);
        return of(operators);
    }

    private ApprovalRequest ask() throws IOException
    {
        return ask(FIRST);
    }

    private ApprovalRequest ask(final OperatorSigner by) throws IOException
    {
        return approvals.request(RUN, ApprovalStep.PRICES, by.name(), by, "prices.json", NOW_MS);
    }

    private Approval answer(final OperatorSigner by, final boolean approved, final String sha256) throws IOException
    {
        return approvals.answer(ApprovalStep.PRICES, by, approved, sha256, NOW_MS);
    }

    private Path file(final String name)
    {
        return dir.resolve("approvals").resolve(name);
    }

    private static String refused(final Approvals approvals, final ApprovalRequest request)
    {
        return assertThrows(ApprovalException.class, () -> approvals.require(request, NOW_MS)).getMessage();
    }

    @Test
    void shouldTakeTheWordOfSomebodyElseForTenMinutes() throws IOException
    {
        assertThrows(PreconditionException.class, () -> answer(SECOND, true, null));
        final ApprovalRequest request = ask();
        final ApprovalException missing =
            assertThrows(ApprovalException.class, () -> approvals.require(request, NOW_MS));
        assertEquals(5, missing.exitCode());
        answer(SECOND, true, request.sha256().substring(0, 8));
        assertEquals("second", approvals.require(request, NOW_MS + Approvals.LIFE_MS).approver());
        assertThrows(ApprovalException.class, () -> approvals.require(request, NOW_MS + Approvals.LIFE_MS + 1));
        assertThrows(ApprovalException.class, () -> approvals.require(request, NOW_MS - 1));
    }

    @Test
    void shouldRefuseWhoAskedAndWhatWasNotSeen() throws IOException
    {
        ask();
        assertEquals("another person has to approve, requester and approver are one: step=prices runId=2026112301 " +
            "requester=first operator=first approver=first",
            assertThrows(ApprovalException.class, () -> answer(FIRST, true, null)).getMessage());
        assertThrows(ApprovalException.class, () -> answer(SECOND, true, "00000000"));
        assertThrows(ApprovalException.class, () -> answer(SECOND, true, ask().sha256().substring(0, 7)));
        Files.writeString(dir.resolve("prices.json"), "92 501");
        assertThrows(ApprovalException.class, () -> answer(SECOND, true, null));
    }

    @Test
    void shouldBeWorthlessWhenSomethingElseIsAskedOrItWasARefusal() throws IOException
    {
        final ApprovalRequest request = ask();
        answer(SECOND, true, null);
        Files.writeString(dir.resolve("prices.json"), "92 501");
        final ApprovalRequest changed = ask();
        assertThrows(ApprovalException.class, () -> approvals.require(changed, NOW_MS));
        assertEquals("second", approvals.require(request, NOW_MS).approver());
        answer(SECOND, false, null);
        final String message = refused(approvals, changed);
        assertTrue(message.contains("refused"), message);
    }

    @Test
    void shouldRefuseWhoAskedFirstNoMatterWhoTakesTheRunUp() throws IOException
    {
        final ApprovalRequest request =
            approvals.request(RUN, ApprovalStep.PRICES, " first ", FIRST, "prices.json", NOW_MS);
        assertEquals("first", request.requester());
        final ApprovalRequest again =
            approvals.request(RUN, ApprovalStep.PRICES, "second", SECOND, "prices.json", NOW_MS + 1);
        assertEquals(request, again);
        assertThrows(ApprovalException.class, () -> answer(FIRST, true, null));
        answer(SECOND, true, null);
        assertEquals("second", approvals.require(again, NOW_MS).approver());
        Files.writeString(dir.resolve("prices.json"), "92 501");
        // Who wants it and who has signed it are two: neither approves.
        final ApprovalRequest taken =
            approvals.request(RUN, ApprovalStep.PRICES, "first", SECOND, "prices.json", NOW_MS);
        assertEquals("first second", taken.requester() + " " + taken.operator());
        assertThrows(ApprovalException.class, () -> answer(FIRST, true, null));
        assertThrows(ApprovalException.class, () -> answer(SECOND, true, null));
    }

    @Test
    void shouldAskAndApproveForOperatorsOfTheVenueOnly() throws IOException
    {
        final OperatorSigner stranger = TestOperators.of("stranger");
        assertEquals("the venue has no such operator, see `bourse operators list`: operator=stranger known=[first, " +
            "second]", assertThrows(ApprovalException.class, () -> ask(stranger)).getMessage());
        assertEquals("another person has to approve, and only an operator can ask: name yourself with --as: " +
            "step=prices runId=2026112301 requester=root known=[first, second]",
            assertThrows(ApprovalException.class, () ->
                approvals.request(RUN, ApprovalStep.PRICES, "root", null, "prices.json", NOW_MS)).getMessage());
        assertFalse(Files.exists(file("prices.request.json")));
        ask();
        assertEquals("the venue has no such operator, see `bourse operators list`: operator=stranger known=[first, " +
            "second]", assertThrows(ApprovalException.class, () -> answer(stranger, true, null)).getMessage());
        // The name of an operator, and another key.
        final OperatorSigner impostor = new TestOperators.Signer("second", TestOperators.newKeys());
        assertEquals(NOT_SIGNED_APPROVAL + "second file=" + file("prices.json"),
            assertThrows(ApprovalException.class, () -> answer(impostor, true, null)).getMessage());
        assertFalse(Files.exists(file("prices.json")));
    }

    @Test
    void shouldAskAndApproveByRolesOnly() throws IOException
    {
        final RegisteredOperator second = TestOperators.operator(SECOND, true);
        final Set<OperatorRole> others = EnumSet.complementOf(EnumSet.of(OperatorRole.APPROVER));
        final ApprovalRequest request = ask();
        final Approval approval = answer(SECOND, true, null);
        assertTrue(approvals.isGenuine(approval));
        assertFalse(withSecond(new RegisteredOperator(2, "second", others, true, second.keys())).isGenuine(approval));
        assertEquals("the operator has no role to approve: operator=second roles=[market-operator, risk-officer, " +
            "clearing-operator, auditor, administrator, member-risk-officer] wanted=[approver]",
            refused(withSecond(new RegisteredOperator(2, "second", others, true, second.keys())), request));
        approvals = withSecond(new RegisteredOperator(2, "second", Set.of(OperatorRole.APPROVER), true, second.keys()));
        Files.writeString(dir.resolve("prices.json"), "92 501");
        assertEquals("the operator has no role to ask for prices: operator=second roles=[approver] " +
            "wanted=[clearing-operator]", assertThrows(ApprovalException.class, () -> ask(SECOND)).getMessage());
        assertEquals("the operator has no role to ask for pay-out: operator=second roles=[approver] " +
            "wanted=[clearing-operator]", assertThrows(ApprovalException.class, () -> approvals.request(
            1, ApprovalStep.PAY_OUT, "second", SECOND, "prices.json", NOW_MS)).getMessage());
    }

    @Test
    void shouldKeepWhatWasAskedAndApprovedBeforeRolesWereChanged() throws IOException
    {
        final RegisteredOperator second = TestOperators.operator(SECOND, true);
        final Set<OperatorRole> others = EnumSet.complementOf(EnumSet.of(OperatorRole.APPROVER));
        final ApprovalRequest request = ask();
        final Approval approval = answer(SECOND, true, null);
        final Approvals later = withSecond(new RegisteredOperator(2, "second", others, true, second.keys(),
            List.of(new RegisteredOperator.FormerRoles(Set.of(OperatorRole.APPROVER), NOW_MS + 1)), null));
        assertTrue(later.isGenuine(approval));
        assertTrue(refused(later, request).startsWith("the operator has no role to approve: operator=second"));
        assertFalse(withSecond(new RegisteredOperator(2, "second", others, true, second.keys(),
            List.of(new RegisteredOperator.FormerRoles(Set.of(OperatorRole.APPROVER), NOW_MS)), null))
            .isGenuine(approval));
        // A role that came later proves nothing of before.
        assertFalse(withSecond(new RegisteredOperator(2, "second", Set.of(OperatorRole.APPROVER), true, second.keys(),
            List.of(new RegisteredOperator.FormerRoles(others, NOW_MS + 1)), null)).isGenuine(approval));
    }

    @Test
    void shouldNotTakeTheWordOfARevokedOperatorButKeepWhatWasSaidBefore() throws IOException
    {
        final ApprovalRequest request = ask();
        final Approval approval = answer(SECOND, true, null);
        final Approvals revoked = withSecond(new RegisteredOperator(2, "second", Set.of(OperatorRole.APPROVER), false,
            List.of(new RegisteredOperator.Key(TestOperators.publicKey(SECOND), NOW_MS + 1))));
        assertEquals("the operator was revoked: operator=second operatorId=2", refused(revoked, request));
        assertEquals("the operator was revoked: operator=second operatorId=2", assertThrows(ApprovalException.class,
            () -> revoked.answer(ApprovalStep.PRICES, SECOND, true, null, NOW_MS)).getMessage());
        assertTrue(revoked.isGenuine(approval));
        assertFalse(withSecond(new RegisteredOperator(2, "second", Set.of(OperatorRole.APPROVER), false,
            List.of(new RegisteredOperator.Key(TestOperators.publicKey(SECOND), NOW_MS)))).isGenuine(approval));
    }

    @Test
    void shouldNotTakeTheWordOfAnApproverAlone() throws IOException
    {
        ask();
        final Approval approval = answer(SECOND, true, null);
        assertTrue(approvals.isGenuine(approval));
        Files.delete(file("prices.request.json"));
        assertFalse(approvals.isGenuine(approval));
        // As if the approver had asked and signed for another person.
        approvals.request(RUN, ApprovalStep.PRICES, "first", SECOND, "prices.json", NOW_MS);
        assertFalse(approvals.isGenuine(approval));
    }

    @Test
    void shouldNotTakeAnApprovalByAKeyThatWasReplaced() throws IOException
    {
        final ApprovalRequest request = ask();
        final Approval approval = answer(SECOND, true, null);
        final OperatorSigner rotated = new TestOperators.Signer("second", TestOperators.newKeys());
        final Approvals after = withSecond(new RegisteredOperator(
            2, "second", EnumSet.allOf(OperatorRole.class), true, List.of(
            new RegisteredOperator.Key(TestOperators.publicKey(SECOND), NOW_MS + 1),
            new RegisteredOperator.Key(TestOperators.publicKey(rotated), RegisteredOperator.IN_FORCE))));
        assertEquals(NOT_SIGNED_APPROVAL + "second file=" + file("prices.json"), refused(after, request));
        assertTrue(after.isGenuine(approval));
        after.answer(ApprovalStep.PRICES, rotated, true, null, NOW_MS);
        assertEquals("second", after.require(request, NOW_MS).approver());
    }

    @Test
    void shouldNotTakeTheFilesOfAnotherRunOrVenue() throws IOException
    {
        final ApprovalRequest request = ask();
        answer(SECOND, true, null);
        final Approvals elsewhere = new Approvals(dir, new Operators(
            "ff".repeat(16), operators(), 0, Operators.REQUESTERS_DEFAULT, Operators.WHOLE));
        assertEquals(NOT_SIGNED_REQUEST + "first file=" + file("prices.request.json"), refused(elsewhere, request));
        // The same prices in the next run.
        final ApprovalRequest next =
            approvals.request(RUN + 1, ApprovalStep.PRICES, "first", FIRST, "prices.json", NOW_MS);
        Files.writeString(file("prices.json"), Files.readString(file("prices.json"))
            .replace(Long.toString(RUN), Long.toString(RUN + 1)));
        assertEquals("the approval is not signed by the key of the operator who gave it: step=prices " +
            "runId=2026112302 approver=second file=" + file("prices.json"), refused(approvals, next));
    }

    @ParameterizedTest
    @CsvSource({
        "approver, second, third",
        "approved, false, true",
        "atMs, 1795000000000, 1795000000001",
        "requestSha256, 0, 1",
        "signature, 0, 1"})
    void shouldNotTakeAnAnswerOfWhichOneByteWasChanged(final String field, final String from, final String to)
        throws IOException
    {
        final ApprovalRequest request = ask();
        answer(SECOND, !"approved".equals(field), null);
        change(file("prices.json"), field, from, to);
        final String message = refused(approvals, request);
        assertTrue(List.of(
            NOT_SIGNED_APPROVAL + "second file=" + file("prices.json"),
            "the venue has no such operator, see `bourse operators list`: operator=third known=[first, second]",
            "approval has expired, approve again and resume: step=prices runId=2026112301 file=" +
                dir.resolve("prices.json") + " sha256=" + request.sha256() + " requester=first approver=second " +
                "approvedAtMs=1795000000001 nowMs=1795000000000 lifeMs=600000").contains(message), message);
        assertFalse(approvals.isGenuine(approvals.answer(ApprovalStep.PRICES)));
    }

    @ParameterizedTest
    @CsvSource({"requester, first, other", "operator, first, second", "atMs, 1795000000000, 1795000000001",
        "signature, 0, 1"})
    void shouldNotTakeARequestOfWhichOneByteWasChanged(final String field, final String from, final String to)
        throws IOException
    {
        ask();
        change(file("prices.request.json"), field, from, to);
        final OperatorSigner by = "operator".equals(field) ? TestOperators.of("first") : SECOND;
        final String message = assertThrows(ApprovalException.class, () -> answer(by, true, null)).getMessage();
        final String expected = "operator".equals(field) ?
            "another person has to approve, requester and approver are one: step=prices runId=2026112301 " +
                "requester=first operator=second approver=first" :
            NOT_SIGNED_REQUEST + "first file=" + file("prices.request.json");
        assertEquals(expected, message);
        // Who asks again does so with a signature of his own.
        assertEquals("first", ask().operator());
        answer(SECOND, true, null);
        assertEquals("second", approvals.require(ask(), NOW_MS).approver());
    }

    /** Changes the value of a field; of digits and signatures the first digit. */
    private static void change(final Path file, final String field, final String from, final String to)
        throws IOException
    {
        final List<String> lines = Files.readAllLines(file);
        final int line = lines.indexOf(
            lines.stream().filter(each -> each.contains('"' + field + '"')).findFirst().orElseThrow());
        final String before = lines.get(line);
        final String after = "0".equals(from) ? flipped(before) : before.replace(from, to);
        assertFalse(before.equals(after), before);
        lines.set(line, after);
        Files.write(file, lines);
    }

    private static String flipped(final String line)
    {
        final int digit = line.indexOf(": \"") + 3;
        final int value = HexFormat.fromHexDigit(line.charAt(digit)) ^ 1;
        return line.substring(0, digit) + Integer.toHexString(value) + line.substring(digit + 1);
    }

    @Test
    void shouldKnowAQuestionByItsTextAndNothingElse()
    {
        final ApprovalRequest request = new ApprovalRequest(
            2026112101L, ApprovalStep.PRICES, "anna", "boris", "prices.json", "0".repeat(64), 5, null);
        final String text = request.text("0a");
        assertEquals(request, ApprovalRequest.of(text, "0a"));
        for (final String other : List.of("", text + "\n", text.replace("prices\n", "price\n"),
            text.replace("REQUEST-1", "APPROVAL-1"), text.replace("2026112101", "run"), text.replace("\n5", "\n05")))
        {
            assertNull(ApprovalRequest.of(other, "0a"), other);
        }
        assertNull(ApprovalRequest.of(text, "0b"));
    }

    /** What was verified once is remembered. */
    @Test
    void shouldVerifyAnewWhatIsAnotherInOneCharacter()
    {
        final Operators operators = TestOperators.register(operators());
        final String text = "0a pay out";
        final String signature = Operators.sign(FIRST, text);
        for (int look = 0; look < 2; look++)
        {
            assertTrue(operators.isSignedNow("first", text, signature));
            assertFalse(operators.isSignedNow("first", "1a pay out", signature));
            assertFalse(operators.isSignedNow("first", text.substring(2), signature + "0a"));
            assertFalse(operators.isSignedNow("first", signature.substring(126) + text, signature.substring(0, 126)));
            assertFalse(operators.isSignedNow("second", text, signature));
        }
    }
}
