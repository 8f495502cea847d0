// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.PreconditionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class ApprovalsTest
{
    private static final long RUN = 2_026_112_301L;
    private static final long NOW_MS = 1_795_000_000_000L;

    @TempDir
    private Path dir;
    private Approvals approvals;

    @BeforeEach
    void write() throws IOException
    {
        Files.writeString(dir.resolve("prices.json"), "92 500");
        approvals = new Approvals(dir);
    }

    private ApprovalRequest ask() throws IOException
    {
        return approvals.request(RUN, ApprovalStep.PRICES, "first", "prices.json");
    }

    private Approval answer(final String by, final boolean approved, final String sha256) throws IOException
    {
        return approvals.answer(ApprovalStep.PRICES, by, approved, sha256, NOW_MS);
    }

    @Test
    void shouldTakeTheWordOfSomebodyElseForTenMinutes() throws IOException
    {
        assertThrows(PreconditionException.class, () -> answer("second", true, null));
        final ApprovalRequest request = ask();
        final ApprovalException missing =
            assertThrows(ApprovalException.class, () -> approvals.require(request, NOW_MS));
        assertEquals(5, missing.exitCode());
        answer("second", true, request.sha256().substring(0, 8));
        assertEquals("second", approvals.require(request, NOW_MS + Approvals.LIFE_MS).approver());
        assertThrows(ApprovalException.class, () -> approvals.require(request, NOW_MS + Approvals.LIFE_MS + 1));
        assertThrows(ApprovalException.class, () -> approvals.require(request, NOW_MS - 1));
    }

    @Test
    void shouldRefuseWhoAskedAndWhatWasNotSeen() throws IOException
    {
        ask();
        assertThrows(ApprovalException.class, () -> answer("First ", true, null));
        assertThrows(ApprovalException.class, () -> answer(" ", true, null));
        assertThrows(ApprovalException.class, () -> answer("second", true, "00000000"));
        assertThrows(ApprovalException.class, () -> answer("second", true, ask().sha256().substring(0, 7)));
        Files.writeString(dir.resolve("prices.json"), "92 501");
        assertThrows(ApprovalException.class, () -> answer("second", true, null));
    }

    @Test
    void shouldBeWorthlessWhenSomethingElseIsAskedOrItWasARefusal() throws IOException
    {
        final ApprovalRequest request = ask();
        answer("second", true, null);
        Files.writeString(dir.resolve("prices.json"), "92 501");
        final ApprovalRequest changed = ask();
        assertThrows(ApprovalException.class, () -> approvals.require(changed, NOW_MS));
        assertEquals("second", approvals.require(request, NOW_MS).approver());
        answer("second", false, null);
        final String message =
            assertThrows(ApprovalException.class, () -> approvals.require(changed, NOW_MS)).getMessage();
        assertTrue(message.contains("refused"), message);
    }

    @Test
    void shouldRefuseWhoAskedFirstNoMatterWhoTakesTheRunUp() throws IOException
    {
        final ApprovalRequest request = approvals.request(RUN, ApprovalStep.PRICES, " first ", "prices.json");
        assertEquals("first", request.requester());
        final ApprovalRequest again = approvals.request(RUN, ApprovalStep.PRICES, "second", "prices.json");
        assertEquals(request, again);
        assertThrows(ApprovalException.class, () -> answer("first", true, null));
        answer("second", true, null);
        assertEquals("second", approvals.require(again, NOW_MS).approver());
        Files.writeString(dir.resolve("prices.json"), "92 501");
        assertEquals("second", approvals.request(RUN, ApprovalStep.PRICES, "second", "prices.json").requester());
        assertThrows(ApprovalException.class, () -> answer("second", true, null));
    }
}
