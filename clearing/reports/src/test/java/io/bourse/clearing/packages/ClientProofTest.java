// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.report.file.ReportType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

@Tag("venue")
class ClientProofTest
{
    @TempDir
    private Path root;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 31, 100})
    void shouldProveEveryClientFromTheRootAlone(final int clients) throws IOException
    {
        final Path opened = opened(clients);
        final PackageManifest manifest =
            PackageManifest.parse(Files.readAllBytes(opened.resolve(PackageManifest.FILE_NAME)));
        assertEquals(clients, manifest.proofs().clients());
        for (int i = 0; i < clients; i++)
        {
            final ClientProof proof = ClientProof.parse(
                ClientProof.of(opened, PackageFixture.client("AA", i)).toBytes());
            assertEquals(i, proof.index());
            assertNull(proof.wrongFor(manifest.proofs().root()));
            assertNull(proof.wrongFor(ClearingKeys.openDemo(root.resolve("keys")).trustedSigner()));
            assertEquals(1, proof.files().getLast().lines().size());
        }
    }

    @Test
    void shouldRefuseAProofWhenAnythingOfItIsOther() throws IOException
    {
        final Path opened = opened(21);
        final ClientProof good = ClientProof.of(opened, PackageFixture.client("AA", 13));
        final List<ClientProof.File> other = new ArrayList<>(good.files());
        final ClientProof.File money = other.removeLast();
        other.add(new ClientProof.File(money.name(), List.of(money.lines().getFirst().replace(';', ','))));
        final List<ClientProof.File> renamed = new ArrayList<>(good.files());
        renamed.set(1, new ClientProof.File("AA_pledge", money.lines()));
        final List<String> shorter = good.path().subList(1, good.path().size());
        final List<String> swapped = new ArrayList<>(good.path());
        swapped.set(0, good.path().get(1));
        for (final ClientProof bad : List.of(
            with(good, PackageFixture.client("AA", 12), good.index(), good.salt(), good.files(), good.path()),
            with(good, good.client(), good.index() + 1, good.salt(), good.files(), good.path()),
            with(good, good.client(), 21, good.salt(), good.files(), good.path()),
            with(good, good.client(), -1, good.salt(), good.files(), good.path()),
            with(good, good.client(), good.index(), "00" + good.salt().substring(2), good.files(), good.path()),
            with(good, good.client(), good.index(), "not hex", good.files(), good.path()),
            with(good, good.client(), good.index(), good.salt(), other, good.path()),
            with(good, good.client(), good.index(), good.salt(), renamed, good.path()),
            with(good, good.client(), good.index(), good.salt(), List.of(money), good.path()),
            with(good, good.client(), good.index(), good.salt(), good.files(), shorter),
            with(good, good.client(), good.index(), good.salt(), good.files(), swapped)))
        {
            assertNotNull(bad.wrongFor(good.root()), bad.toString());
            assertNotNull(bad.wrongFor(ClearingKeys.openDemo(root.resolve("keys")).trustedSigner()), bad.toString());
        }
        final String another = "0".repeat(64);
        final ClientProof misnamed = new ClientProof(good.format(), good.client(), another, good.index(),
            good.clients(), good.salt(), good.files(), good.path(), good.manifest(), good.signature());
        assertNotNull(misnamed.wrongFor(good.root()));
        assertNotNull(misnamed.wrongFor(ClearingKeys.openDemo(root.resolve("keys")).trustedSigner()));
        assertNull(good.wrongFor(good.root()));
        assertNotNull(good.wrongFor("0".repeat(64)));
        assertNotNull(good.wrongFor(ClearingKeys.openDemo(root.resolve("stranger")).trustedSigner()));
    }

    @Test
    void shouldProveLinesOfXmlToo() throws IOException
    {
        final PackageFixture venue = new PackageFixture(root);
        venue.report("AA", 3, 9, 1);
        venue.obligations("AA", 5);
        venue.pack();
        venue.open("AA", "AA", "opened");
        final String name = PackageFixture.RUN.reportName("AA", ReportType.EQM06);
        final ClientProof proof = ClientProof.of(root.resolve("opened"), PackageFixture.client("AA", 4));
        assertEquals(5, proof.clients());
        final ClientProof.File cash = proof.files().getFirst();
        assertEquals(new ClientProof.File(name, List.of("  <row client=\"AA00004\" isin_id=\"7\" asset=\"SBER\" " +
            "settle_date=\"20261122\" units=\"4\" money=\"-40.00\"/>")), cash);
        assertNull(proof.wrongFor(venue.keys.trustedSigner()));
        final List<ClientProof.File> hidden = new ArrayList<>(proof.files());
        hidden.set(0, new ClientProof.File(name, List.of()));
        assertNotNull(with(proof, proof.client(), proof.index(), proof.salt(), hidden, proof.path())
            .wrongFor(proof.root()));
        assertTrue(proof.files().stream().noneMatch(file -> file.name().contains("EQM13")));
    }

    @Test
    void shouldRefuseAClientThatIsNotInThePackage() throws IOException
    {
        final Path opened = opened(4);
        assertThrows(PreconditionException.class, () -> ClientProof.of(opened, "AA99999"));
        assertThrows(IllegalArgumentException.class, () -> ClientProof.of(opened, "AA9999999"));
    }

    @Test
    void shouldBuildTheTreeOfRfc9162WhenComparedWithItsRecursiveDefinition()
    {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final byte[] secret = new byte[32];
        random.nextBytes(secret);
        for (int clients = 1; clients < 70; clients++)
        {
            final LineChain chain = new LineChain("f");
            final List<byte[]> leaves = new ArrayList<>();
            for (int i = clients - 1; i >= 0; i--)
            {
                final byte[] line = ("line " + random.nextInt() + "\n").getBytes(StandardCharsets.US_ASCII);
                final long client = ClientTree.pack(PackageFixture.client("ZZ", i));
                chain.line(client, line, 0, line.length);
                final byte[] digest = new byte[32];
                chain.digest(client, digest, 0);
                leaves.addFirst(ClientTree.leaf(ClientTree.salt(secret, client), client, List.of(digest)));
            }
            final ClientTree tree = ClientTree.of(secret, List.of(chain));
            assertArrayEquals(recursive(leaves), tree.root(), "seed=" + seed + " clients=" + clients);
        }
    }

    /** MTH of RFC 9162 section 2.1.1, over digests of leaves. */
    private static byte[] recursive(final List<byte[]> leaves)
    {
        if (1 == leaves.size())
        {
            return leaves.getFirst();
        }
        final int split = Integer.highestOneBit(leaves.size() - 1);
        final MessageDigest sha256 = Digests.sha256();
        sha256.update((byte)1);
        sha256.update(recursive(leaves.subList(0, split)));
        sha256.update(recursive(leaves.subList(split, leaves.size())));
        return sha256.digest();
    }

    @Test
    void shouldHaveOtherSaltsInEveryPackageAndTheSameWhenItIsMadeAgain() throws IOException
    {
        final PackageFixture venue = new PackageFixture(root);
        venue.report("AA", 5, 10, 1);
        venue.pack();
        venue.open("AA", "AA", "first");
        venue.pack();
        venue.open("AA", "AA", "second");
        final String client = PackageFixture.client("AA", 3);
        final ClientProof first = ClientProof.of(root.resolve("first"), client);
        final ClientProof second = ClientProof.of(root.resolve("second"), client);
        assertArrayEquals(
            new Object[]{first.root(), first.salt(), first.path()},
            new Object[]{second.root(), second.salt(), second.path()});
        assertEquals(5, Arrays.stream(new int[]{0, 1, 2, 3, 4}).mapToObj(i -> salt(i)).distinct().count());
    }

    private String salt(final int client)
    {
        try
        {
            return ClientProof.of(root.resolve("first"), PackageFixture.client("AA", client)).salt();
        }
        catch (final IOException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private static ClientProof with(
        final ClientProof good,
        final String client,
        final int index,
        final String salt,
        final List<ClientProof.File> files,
        final List<String> path)
    {
        return new ClientProof(good.format(), client, good.root(), index, good.clients(), salt, files, path,
            good.manifest(), good.signature());
    }

    private Path opened(final int clients) throws IOException
    {
        final PackageFixture venue = new PackageFixture(root);
        venue.report("AA", clients, 3 * clients, clients);
        venue.pack();
        venue.open("AA", "AA", "opened");
        return root.resolve("opened");
    }
}
