// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.crypto.SignatureException;
import io.bourse.clearing.crypto.SignatureVerifier;
import io.bourse.clearing.crypto.TrustedSigner;
import io.bourse.clearing.file.JsonText;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What a member gives to a single client: the client's lines, and the way from them to the root that is signed in the
 * manifest of the member's package. It tells nothing about other clients but how many there are.
 *
 * @param format {@link #FORMAT}.
 * @param client code.
 * @param root it leads to, lower-case hexadecimal.
 * @param index place of the client among the leaves.
 * @param clients number of leaves.
 * @param salt of the client, lower-case hexadecimal.
 * @param files in the order of the leaf.
 * @param path siblings from the leaf to the root, the lowest first, lower-case hexadecimal.
 * @param manifest of the package, Base64; names the root, is signed.
 * @param signature of the manifest, Base64.
 */
public record ClientProof(
    String format,
    String client,
    String root,
    int index,
    int clients,
    String salt,
    List<File> files,
    List<String> path,
    String manifest,
    String signature)
{
    /** Format of this version. */
    public static final String FORMAT = "bourse-proof/2";

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    /**
     * Lines of the client in one file.
     *
     * @param name of the file.
     * @param lines without their ends, in the order of the file; may be empty.
     */
    public record File(String name, List<String> lines)
    {
    }

    /**
     * Makes the proof of a client from an opened package.
     *
     * @param directory with the files of the package, which was found good.
     * @param client code.
     * @return proof.
     * @throws IOException when a file cannot be read.
     * @throws PreconditionException when the package has no line of the client.
     */
    public static ClientProof of(final Path directory, final String client) throws IOException
    {
        final byte[] bytes = Files.readAllBytes(directory.resolve(PackageManifest.FILE_NAME));
        final PackageManifest manifest = PackageManifest.parse(bytes);
        final byte[] secret = HexFormat.of().parseHex(PackageManifest.Secret.parse(
            Files.readAllBytes(directory.resolve(PackageManifest.SECRET_NAME))).secret());
        final long code = ClientTree.pack(client);
        final ClientProofs proofs = ClientProofs.of(directory, manifest.proofs().files(), secret);
        final int index = proofs.tree().indexOf(code);
        if (index < 0)
        {
            throw new PreconditionException("the package has no line of this client: client=" + client + " member=" +
                manifest.member() + " clients=" + proofs.tree().size());
        }
        final List<File> files = new ArrayList<>();
        for (final String name : manifest.proofs().files())
        {
            final List<String> lines = new ArrayList<>();
            ReportLines.read(directory.resolve(name), (whose, line, offset, length) ->
            {
                if (whose == code)
                {
                    lines.add(new String(line, offset, length - 1, StandardCharsets.UTF_8));
                }
            });
            files.add(new File(name, lines));
        }
        final HexFormat hex = HexFormat.of();
        final Base64.Encoder base64 = Base64.getEncoder();
        return new ClientProof(
            FORMAT,
            client,
            hex.formatHex(proofs.tree().root()),
            index,
            proofs.tree().size(),
            hex.formatHex(ClientTree.salt(secret, code)),
            files,
            proofs.tree().path(index).stream().map(hex::formatHex).toList(),
            base64.encodeToString(bytes),
            base64.encodeToString(Files.readAllBytes(directory.resolve(PackageManifest.SIGNATURE_NAME))));
    }

    /**
     * The bytes of the proof.
     *
     * @return UTF-8, the same for the same proof.
     */
    public byte[] toBytes()
    {
        return JsonText.bytes(this);
    }

    /**
     * Reads a proof.
     *
     * @param bytes of the file.
     * @return proof, of which nothing is known yet.
     * @throws IOException when it is not one, with the reason.
     */
    public static ClientProof parse(final byte[] bytes) throws IOException
    {
        final ClientProof proof = JsonText.readWhole(bytes, ClientProof.class);
        if (null == proof || !FORMAT.equals(proof.format))
        {
            throw new IOException("unknown format: format=" + (null == proof ? null : proof.format));
        }
        if (null == proof.client || null == proof.root || null == proof.salt || null == proof.files ||
            null == proof.path || proof.files.stream().anyMatch(file -> null == file || null == file.lines) ||
            proof.files.stream().anyMatch(file -> null == file.name))
        {
            throw new IOException("something is missing that every proof has: client=" + proof.client);
        }
        if (!DIGEST.matcher(proof.salt).matches() ||
            !proof.path.stream().allMatch(sibling -> null != sibling && DIGEST.matcher(sibling).matches()) ||
            !proof.files.stream().allMatch(file -> PackageManifest.isSafe(file.name)) ||
            !proof.files.stream().flatMap(file -> file.lines.stream())
                .allMatch(line -> null != line && line.indexOf('\n') < 0))
        {
            // Contents of a leaf are put together without marks between them: each must have its length.
            throw new IOException("salt, way to the root, names or lines are not in the form of a proof: client=" +
                proof.client);
        }
        return proof;
    }

    /**
     * Whether the lines lead to a root that the client knows from elsewhere. Nothing else is needed.
     *
     * @param wantedRoot hexadecimal.
     * @return null when they do, else a sentence with what is wrong.
     */
    public String wrongFor(final String wantedRoot)
    {
        final String expectedRoot = wantedRoot.strip().toLowerCase(Locale.ROOT);
        final HexFormat hex = HexFormat.of();
        try
        {
            final List<byte[]> digests = new ArrayList<>();
            final long code = ClientTree.pack(client);
            for (final File file : files)
            {
                final LineChain chain = new LineChain(file.name);
                for (final String line : file.lines)
                {
                    final byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
                    chain.line(code, bytes, 0, bytes.length);
                }
                final byte[] digest = new byte[LineChain.DIGEST_LENGTH];
                chain.digest(code, digest, 0);
                digests.add(digest);
            }
            final byte[] found = index < 0 || index >= clients ? null : ClientTree.rootFrom(
                ClientTree.leaf(hex.parseHex(salt), code, digests), index, clients,
                path.stream().map(hex::parseHex).toList());
            if (null == found)
            {
                return "the way to the root has not the length that its place asks for: index=" + index +
                    " clients=" + clients + " path=" + path.size();
            }
            if (!expectedRoot.equals(root))
            {
                return "the proof names another root: root=" + root + " expectedRoot=" + expectedRoot;
            }
            return hex.formatHex(found).equals(expectedRoot) ? null : "the lines lead to another root: root=" +
                hex.formatHex(found) + " expectedRoot=" + expectedRoot;
        }
        catch (final IllegalArgumentException ex)
        {
            return "the proof cannot be understood: reason=\"" + ex.getMessage() + "\"";
        }
    }

    /**
     * Whether the lines lead to the root that the venue has signed, and are all that the package has of the client.
     *
     * @param trusted whose signature is the venue's.
     * @return null when they do, else a sentence with what is wrong.
     */
    public String wrongFor(final TrustedSigner trusted)
    {
        try
        {
            final byte[] bytes = Base64.getDecoder().decode(manifest);
            SignatureVerifier.verify(bytes, Base64.getDecoder().decode(signature), trusted);
            final PackageManifest.Proofs signed = PackageManifest.parse(bytes).proofs();
            if (signed.clients() != clients || !signed.files().equals(files.stream().map(File::name).toList()))
            {
                return "the proof is not of this manifest: clients=" + clients + " signedClients=" +
                    signed.clients() + " signedFiles=" + signed.files();
            }
            return wrongFor(signed.root());
        }
        catch (final SignatureException | IOException | RuntimeException ex)
        {
            return "the manifest of the proof is not one that the authority stands for: reason=\"" +
                ex.getMessage() + "\"";
        }
    }
}
