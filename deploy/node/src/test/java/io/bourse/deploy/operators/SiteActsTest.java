// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.crypto.PersonalKey;
import io.bourse.clearing.run.audit.Approvals;
import io.bourse.clearing.run.audit.OperatorRole;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.audit.RegisteredOperator;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.host.storage.BackupMark;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class SiteActsTest
{
    private static final SiteActs.Act FAILOVER =
        new SiteActs.Act(0, SiteActs.Kind.FAILOVER, 2, 640, 128, 10_000, false, "");

    @TempDir
    private Path dir;

    private final OperatorKey anna = new OperatorKey("anna", PersonalKey.generate());
    private final OperatorKey boris = new OperatorKey("boris", PersonalKey.generate());
    private final OperatorKey clara = new OperatorKey("clara", PersonalKey.generate());
    private final SortedMap<String, RegisteredOperator> register = new TreeMap<>();
    private long nowMs = 1_000;

    SiteActsTest()
    {
        add(anna, Set.of(OperatorRole.MARKET_OPERATOR, OperatorRole.APPROVER), true);
        add(boris, Set.of(OperatorRole.APPROVER), true);
        add(clara, Set.of(OperatorRole.MARKET_OPERATOR), false);
    }

    private void add(final OperatorKey key, final Set<OperatorRole> roles, final boolean isActive)
    {
        register.put(key.name(), new RegisteredOperator(register.size() + 1, key.name(), roles, isActive,
            List.of(new RegisteredOperator.Key(key.publicKey(), RegisteredOperator.IN_FORCE))));
    }

    private SiteActs acts(final boolean needsApproval)
    {
        return new SiteActs(dir, 0, new Operators("00112233445566778899aabbccddeeff", register, 0,
            Operators.REQUESTERS_DEFAULT, Operators.WHOLE), needsApproval, () -> nowMs);
    }

    @Test
    void shouldBeSignedByAnOperatorWhoMayAsk() throws IOException
    {
        final SiteActs acts = acts(false);
        assertThrows(ApprovalException.class, () -> acts.ask(FAILOVER, boris));
        assertThrows(ApprovalException.class, () -> acts.ask(FAILOVER, clara));
        // Of the right name, with another key.
        assertThrows(ApprovalException.class, () -> acts.ask(FAILOVER, new OperatorKey("anna", clara.key())));
        assertEquals(List.of(), acts.all());
        final SiteActs.Act act = acts.ask(FAILOVER, anna);
        assertEquals("anna", act.requester());
        assertNull(acts.take(act));
        final SiteActs.Signed signed = acts.all().getLast();
        assertEquals(act, signed.act());
        assertTrue(signed.isGenuine());
        assertTrue(signed.isTaken());
    }

    @Test
    void shouldSignInSpiteOfWhomItIsDoneAndWriteItOnlyThen() throws IOException
    {
        final SiteActs acts = acts(false);
        assertFalse(acts.isWaiting());
        final SiteActs.Act plain = acts.ask(FAILOVER, anna);
        assertTrue(acts.isWaiting());
        assertFalse(Files.readString(dir.resolve("site-acts/1/act.json")).contains("despite"));
        acts.take(plain);
        assertFalse(acts.isWaiting());
        final SiteActs.Act despite = acts.ask(
            new SiteActs.Act(0, SiteActs.Kind.FAILOVER, 2, 640, 128, 10_000, false, "", "member-2"), anna);
        assertEquals(despite, acts.all().getLast().act());
        assertTrue(despite.toString().endsWith(" despite=member-2"), despite::toString);
    }

    @Test
    void shouldWantAnotherPersonOnceForOneTime() throws IOException
    {
        final SiteActs acts = acts(true);
        assertThrows(PreconditionException.class, () -> acts.answer(boris, true, null));
        final SiteActs.Act act = acts.ask(FAILOVER, anna);
        assertThrows(ApprovalException.class, () -> acts.take(act));
        assertThrows(ApprovalException.class, () -> acts.answer(anna, true, null));
        assertThrows(ApprovalException.class, () -> acts.answer(clara, true, null));
        assertFalse(acts.all().getLast().isTaken());
        acts.answer(boris, true, null);
        assertEquals(act, acts.ask(FAILOVER, anna));
        assertEquals("boris", acts.take(act));
        assertTrue(acts.all().getLast().isGenuine());

        final SiteActs.Act again = acts.ask(FAILOVER, anna);
        assertEquals(act.number() + 1, again.number());
        assertThrows(ApprovalException.class, () -> acts.take(again));
        acts.answer(boris, false, null);
        assertThrows(ApprovalException.class, () -> acts.take(again));
        acts.answer(boris, true, null);
        nowMs += Approvals.LIFE_MS + 1;
        assertThrows(ApprovalException.class, () -> acts.take(again));
    }

    @Test
    void shouldAskAnewWhenTheCopyIsAnotherOne() throws IOException
    {
        final SiteActs acts = acts(true);
        final SiteActs.Act first = acts.ask(FAILOVER, anna);
        acts.answer(boris, true, null);
        final SiteActs.Act second =
            acts.ask(new SiteActs.Act(0, SiteActs.Kind.FAILOVER, 2, 704, 192, 11_000, false, ""), anna);
        assertEquals(first.number() + 1, second.number());
        assertThrows(ApprovalException.class, () -> acts.take(second));
    }

    @Test
    void shouldSayWhenAFileIsNotWhatWasSigned() throws IOException
    {
        final SiteActs acts = acts(false);
        final SiteActs.Act act = acts.ask(FAILOVER, anna);
        acts.take(act);
        final Path file = dir.resolve("site-acts/1/act.json");
        Files.writeString(file, Files.readString(file).replace("640", "641"));
        assertFalse(acts.all().getLast().isGenuine());
        register.remove("anna");
        Files.writeString(file, Files.readString(file).replace("641", "640"));
        assertFalse(acts.all().getLast().isGenuine());
    }

    @Test
    void shouldKeepASignatureWhoseOperatorWasRevokedLater() throws IOException
    {
        final SiteActs acts = acts(false);
        acts.take(acts.ask(FAILOVER, anna));
        register.put("anna", new RegisteredOperator(1, "anna", Set.of(OperatorRole.MARKET_OPERATOR), false,
            List.of(new RegisteredOperator.Key(anna.publicKey(), nowMs + 1))));
        assertTrue(acts.all().getLast().isGenuine());
        assertThrows(ApprovalException.class, () -> acts.ask(FAILOVER, anna));
    }

    @Test
    void shouldHaveFoundersSignWhenTheRegisterOfACopyIsLost() throws IOException
    {
        BackupMark.set(dir);
        final List<VenueConfig.Founder> founders = List.of(
            new VenueConfig.Founder("anna", Set.of(OperatorRole.ADMINISTRATOR), anna.publicKey()),
            new VenueConfig.Founder("boris", Set.of(OperatorRole.APPROVER), boris.publicKey()));
        final String lost =
            assertThrows(IllegalStateException.class, () -> SiteActs.ofCopy(dir, List.of())).getMessage();
        assertTrue(lost.contains("this copy has no events") && lost.contains("--founders"), lost);
        final SiteActs.Act wanted = new SiteActs.Act(SiteActs.Kind.RESTORE, 1);
        final SiteActs acts = SiteActs.ofCopy(dir, founders);
        assertThrows(ApprovalException.class, () -> acts.ask(wanted, clara));
        final SiteActs.Act act = acts.ask(wanted, anna);
        assertThrows(ApprovalException.class, () -> acts.take(act));
        SiteActs.ofCopy(dir, founders).answer(boris, true, null);
        assertEquals("boris", acts.take(act));
        assertTrue(acts.all().getLast().isGenuine());
        // The venue knows that it was not signed by its register.
        assertFalse(acts(true).all().getLast().isGenuine());
        // One alone has no other.
        final SiteActs alone = SiteActs.ofCopy(dir, founders.subList(0, 1));
        assertNull(alone.take(alone.ask(wanted, anna)));
    }

    @Test
    void shouldKeepAnActWhereTheVenueGoesOn() throws IOException
    {
        final SiteActs acts = acts(false);
        final SiteActs.Act act = acts.ask(FAILOVER, anna);
        acts.take(act);
        final Path venue = Files.createDirectory(dir.resolve("venue"));
        acts.keep(act, venue);
        final SiteActs kept = new SiteActs(venue, 0, acts.register(), false, () -> nowMs);
        assertEquals(acts.all(), kept.all());
        assertEquals(act.number() + 1, kept.ask(new SiteActs.Act(SiteActs.Kind.HAND_OVER, 2), anna).number());
        assertEquals(7, new SiteActs(Files.createDirectory(dir.resolve("copy")), 6, acts.register(), false, () -> nowMs)
            .ask(FAILOVER, anna).number());
    }
}
