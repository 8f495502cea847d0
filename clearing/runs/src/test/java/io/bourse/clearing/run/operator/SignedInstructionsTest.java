// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.operator;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.ClearingException;
import io.bourse.clearing.funds.Instruction;
import io.bourse.clearing.funds.InstructionBook;
import io.bourse.clearing.funds.InstructionKind;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.run.audit.InstructionSignatures;
import io.bourse.clearing.run.audit.OperatorRole;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.audit.RegisteredOperator;
import io.bourse.clearing.run.audit.TestOperators;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What a run takes of the book of instructions, and what it does not. */
class SignedInstructionsTest
{
    private static final long NOW_MS = 1_795_000_000_000L;
    private static final long NEVER_CUT = Long.MIN_VALUE;
    private static final String CLIENT = "AA01000";
    private static final OperatorSigner FIRST = TestOperators.of("first");
    private static final OperatorSigner SECOND = TestOperators.of("second");

    @TempDir
    private Path dir;
    private FundsService service;

    @BeforeEach
    void enter() throws IOException
    {
        service = new FundsService(dir, () -> NOW_MS, TestOperators::register);
        service.take(request(InstructionKind.PAY_IN, 500, "in"), FIRST);
        final PayOuts payOuts = new PayOuts(service);
        assertEquals(1, payOuts.ask(request(InstructionKind.PAY_OUT, 300, "out"), FIRST).number());
        payOuts.answer(1, SECOND, true, null);
    }

    private static InstructionRequest request(final InstructionKind kind, final long amount, final String reference)
    {
        return new InstructionRequest(kind, CLIENT, "", amount, reference, "first");
    }

    private InstructionBook book()
    {
        return new InstructionBook(dir, () -> TimeUnit.MILLISECONDS.toNanos(NOW_MS));
    }

    private void take(final Operators operators, final long lastCutMs) throws IOException
    {
        new InstructionSignatures(dir, operators).require(book().read(), true, lastCutMs);
    }

    private void take() throws IOException
    {
        take(TestOperators.register(), NEVER_CUT);
    }

    private void assertRefused(final String reason, final Operators operators)
    {
        final ApprovalException refused =
            assertThrows(ApprovalException.class, () -> take(operators, NEVER_CUT));
        assertTrue(refused.getMessage().startsWith("the run does not take a line of the book of instructions, " +
            reason), refused::getMessage);
    }

    private void assertRefused(final String reason)
    {
        assertRefused(reason, TestOperators.register());
    }

    @Test
    void shouldTakeWhatOperatorsHaveSigned() throws IOException
    {
        take();
        assertEquals(List.of("first null", "second 1"), book().read().stream()
            .map(line -> line.signed().by() + " " + line.signed().request()).toList());
    }

    @Test
    void shouldFindEveryByteThatIsChangedInARequestOrAnApproval() throws IOException
    {
        for (final String name : List.of("pay-out.json", "approvals/pay-out.request.json", "approvals/pay-out.json"))
        {
            final Path file = dir.resolve("pay-outs/1").resolve(name);
            final byte[] good = Files.readAllBytes(file);
            // Behind the last brace nothing is read.
            for (int i = 0; i < good.length - 1; i++)
            {
                final byte[] changed = good.clone();
                changed[i] ^= 1;
                Files.write(file, changed);
                assertThrows(ClearingException.class, this::take, name + " byte " + i);
            }
            Files.delete(file);
            assertThrows(ClearingException.class, this::take, name);
            Files.write(file, good);
        }
        take();
    }

    @Test
    void shouldNotTakeALineThatNobodyHasSigned() throws IOException
    {
        book().append(request(InstructionKind.PAY_IN, 1, "forged"));
        assertRefused("no operator has signed it; bring back the book");
        // As of a time when the venue had no operators: good for the first run with operators alone.
        final Operators later = new Operators(TestOperators.register().venueId(), TestOperators.register().byName(),
            NOW_MS + 1, Operators.REQUESTERS_DEFAULT, Operators.WHOLE);
        assertDoesNotThrow(() -> take(later, NOW_MS));
        assertThrows(ApprovalException.class, () -> take(later, NOW_MS + 1));
    }

    @Test
    void shouldNotTakeALineOfAnotherKeyVenueOrAmount() throws IOException
    {
        final Operators register = TestOperators.register();
        assertRefused("it is not signed by the key", new Operators("ff" + register.venueId().substring(2),
            register.byName(), 0, Operators.REQUESTERS_DEFAULT, Operators.WHOLE));
        final Path file = dir.resolve("funds/instructions.jsonl");
        final byte[] good = Files.readAllBytes(file);
        book().append(request(InstructionKind.PAY_IN, 1, "forged"), InstructionSignatures.signing(
            register, as("first", SECOND), null));
        assertRefused("it is not signed by the key");
        Files.write(file, good);
        final UnaryOperator<Instruction> signing = InstructionSignatures.signing(register, FIRST, null);
        book().append(request(InstructionKind.PAY_IN, 1, "forged"), line -> new Instruction(line.seq(), line.kind(),
            line.client(), line.asset(), 2, line.reference(), line.actor(), line.timeNs(), line.previous(), "", null,
            signing.apply(line).signed()));
        assertRefused("it is not signed by the key");
    }

    private static OperatorSigner as(final String name, final OperatorSigner other)
    {
        return new OperatorSigner()
        {
            @Override
            public String name()
            {
                return name;
            }

            @Override
            public String fingerprint()
            {
                return other.fingerprint();
            }

            @Override
            public byte[] sign(final byte[] bytes)
            {
                return other.sign(bytes);
            }
        };
    }

    @Test
    void shouldNotLetAnApprovalStandForSomethingElse() throws IOException
    {
        final Operators register = TestOperators.register();
        final Path file = dir.resolve("funds/instructions.jsonl");
        final byte[] good = Files.readAllBytes(file);
        for (final InstructionRequest other : List.of(request(InstructionKind.PAY_OUT, 301, "more"),
            request(InstructionKind.PAY_OUT, 300, "twice"), request(InstructionKind.PAY_IN, 300, "in again")))
        {
            book().append(other, InstructionSignatures.signing(register, SECOND, 1));
            assertRefused("it is not what was asked for and approved");
            Files.write(file, good);
        }
        book().append(request(InstructionKind.PAY_OUT, 1, "none"), InstructionSignatures.signing(register, SECOND, 2));
        assertRefused("the request that was approved is not there");
        Files.write(file, good);
        book().append(
            request(InstructionKind.PAY_OUT, 1, "alone"), InstructionSignatures.signing(register, FIRST, null));
        assertRefused("no second person has approved what goes out");
        Files.write(file, good);
        book().append(
            request(InstructionKind.PAY_IN, 1, "other"), InstructionSignatures.signing(register, SECOND, null));
        assertRefused("its actor is not the operator who has entered it");
    }

    @Test
    void shouldNotTakeAnApprovalThatTheAuditTrailDoesNotKnow() throws IOException
    {
        Files.delete(dir.resolve("audit.jsonl"));
        assertRefused("the audit trail does not know its approval");
    }

    @Test
    void shouldTakeWhatWasSignedBeforeAKeyWasReplacedAndNothingAfter() throws IOException
    {
        assertDoesNotThrow(() -> take(without("first", NOW_MS + 1), NEVER_CUT));
        assertRefused("it is not signed by the key", without("first", NOW_MS));
        assertRefused("its actor is not the operator who has entered it, or has no role to", with("first",
            new RegisteredOperator(1, "first", Set.of(OperatorRole.AUDITOR), true,
                TestOperators.register().byName().get("first").keys())));
        assertRefused("its request or its approval is not signed", with("second",
            new RegisteredOperator(1, "second", Set.of(OperatorRole.CLEARING_OPERATOR), true,
                TestOperators.register().byName().get("second").keys())));
    }

    private static Operators without(final String name, final long untilMs)
    {
        final RegisteredOperator operator = TestOperators.register().byName().get(name);
        return with(name, new RegisteredOperator(operator.id(), name, operator.roles(), false,
            List.of(new RegisteredOperator.Key(operator.keys().getFirst().publicKey(), untilMs))));
    }

    private static Operators with(final String name, final RegisteredOperator operator)
    {
        final Operators register = TestOperators.register();
        final TreeMap<String, RegisteredOperator> byName = new TreeMap<>(register.byName());
        byName.put(name, operator);
        return new Operators(register.venueId(), byName, 0, Operators.REQUESTERS_DEFAULT, Operators.WHOLE);
    }
}
