// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ReportsFailedException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.crypto.CryptoProfile;
import io.bourse.clearing.crypto.KeyAdministration;
import io.bourse.clearing.report.file.ReportFinding;
import io.bourse.clearing.report.file.ReportsVerifier;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.proof.RunManifestProof;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.cert.CRLReason;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A venue outside a demo: its operator has made keys, or nothing is suspended. */
@Tag("venue")
class RunKeysTest
{
    private static final String A = "AA01000";
    private static final String B = "BB01000";
    private static final int DAYS = 100;
    private static final long FIRST = ClearingFixture.DATE * 100L + 1;

    @TempDir
    private Path dir;
    private ClearingFixture venue;
    private KeyAdministration keys;

    @BeforeEach
    void start() throws IOException
    {
        venue = new ClearingFixture(dir, List.of(A, B));
        Files.delete(venue.keysDir.resolve(ClearingKeys.DEMO_NAME));
        keys = new KeyAdministration(venue.keysDir, dir.resolve("authority"), null);
        venue.trade(ClearingFixture.SI, 92_400, 3, A, B, true);
        venue.engine.collect(0, events -> 1 == events.count("TRADE "));
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    @Test
    void shouldSuspendNothingWithoutKeysThatMaySign() throws IOException
    {
        assertRefused("bourse keys init");
        keys.init(DAYS);
        keys.revoke("signer", CRLReason.KEY_COMPROMISE);
        assertRefused("key-compromise");
        keys.rotate(CryptoProfile.ECDSA, DAYS);
        final ReportsFailedException incomplete =
            assertThrows(ReportsFailedException.class, () -> ClearingFixture.intraday(venue.context()));
        assertTrue(incomplete.getMessage().contains("AA"), incomplete::getMessage);
        assertEquals(1, venue.engine.collectToEnd(0).count("TRADING_SUSPENDED"));
    }

    @Test
    void shouldRunWithoutTheAuthorityAndVerifyAfterAnotherKeyHasCome() throws Exception
    {
        keys.init(DAYS);
        certify("AA");
        certify("BB");
        certify("REG");
        Files.move(dir.resolve("authority"), dir.resolve("elsewhere"));
        final Path first = ClearingFixture.intraday(venue.context()).reportsDirectory();
        assertEquals(List.of(), bad(first));
        keys = new KeyAdministration(venue.keysDir, dir.resolve("elsewhere"), null);
        final String former =
            ClearingKeys.open(venue.keysDir).signer().certificate().getSerialNumber().toString(16);
        keys.rotate(CryptoProfile.ECDSA, DAYS);
        assertEquals(List.of(), bad(first));
        final Path second = ClearingFixture.evening(venue.context()).reportsDirectory();
        assertEquals(List.of(), bad(second));
        // Others had the former key: what it has signed is worth nothing, what the next one has signed is good.
        keys.revoke(former, CRLReason.KEY_COMPROMISE);
        assertTrue(bad(first).contains(ReportFinding.Status.UNKNOWN_SIGNER), () -> "reports=" + first);
        assertTrue(ReportsVerifier.isClean(
            ReportsVerifier.verify(second, ClearingKeys.open(venue.keysDir).trustedSigner())));
    }

    private void assertRefused(final String words)
    {
        final ClearingContext ctx = venue.context();
        final PreconditionException refused =
            assertThrows(PreconditionException.class, () -> ClearingFixture.intraday(ctx));
        assertTrue(refused.getMessage().contains(words), refused::getMessage);
        final PreconditionException late = assertThrows(PreconditionException.class,
            () -> new RunControl(venue.baseDir, System::currentTimeMillis).report(ctx, FIRST));
        assertTrue(null != late.getMessage(), late::toString);
        assertEquals(0, venue.engine.collectToEnd(0).count("TRADING_SUSPENDED"));
        assertTrue(Files.notExists(venue.baseDir.resolve(Integer.toString(ClearingFixture.DATE))), words);
    }

    /** Of the reports, and of the manifest that the run has signed. */
    private List<ReportFinding.Status> bad(final Path reports) throws IOException
    {
        final List<ReportFinding> findings =
            new ArrayList<>(ReportsVerifier.verify(reports, ClearingKeys.open(venue.keysDir).trustedSigner()));
        findings.addAll(RunManifestProof.verify(
            RunManifestProof.runOf(reports), ClearingKeys.open(venue.keysDir).trustedSigner()));
        return findings.stream().filter(finding -> !finding.isOk()).map(ReportFinding::status).distinct().toList();
    }

    private void certify(final String member) throws Exception
    {
        final KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        final Path file = dir.resolve(member + ".pub");
        Files.writeString(file, "-----BEGIN PUBLIC KEY-----\n" + Base64.getMimeEncoder().encodeToString(
            generator.generateKeyPair().getPublic().getEncoded()) + "\n-----END PUBLIC KEY-----\n");
        keys.issue(member, file, false, DAYS);
    }
}
