// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.crypto.CryptoProfile;
import io.bourse.clearing.crypto.OwnerFiles;
import io.bourse.clearing.crypto.RecipientKey;
import io.bourse.clearing.crypto.TrustedSigner;
import io.bourse.clearing.packages.ClientProof;
import io.bourse.clearing.packages.PackageIndex;
import io.bourse.clearing.packages.PackageManifest;
import io.bourse.clearing.packages.PackageOpener;
import io.bourse.clearing.packages.PackageVerifier;
import io.bourse.clearing.packages.PackageWriter;
import io.bourse.clearing.report.file.ReportFinding;
import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.report.file.ReportsVerifier;
import io.bourse.clearing.report.file.RunIdentity;
import io.bourse.clearing.run.proof.JournalProof;
import io.bourse.clearing.run.proof.RunManifestProof;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.support.VenueDirectory;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.engine.files.SecretFile;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What venue and receivers do with packages of reports.
 */
@Command(
    name = "reports",
    description = "Lists, checks and opens packages of reports, and proves to a client what is in them.",
    footer = {
        "",
        "Exit status: 0 all is as it should be, 2 bad option, 3 the key is not the package's, 4 something is wrong " +
            "with signature, rows, sums or proof, 6 something was changed, 7 a file is missing or cannot be read."})
public final class ReportsCommand extends CliCommand
{
    static final String SIGNER = "Subject of the venue's signing certificate, as you were given it. Default: that of " +
        "keys/signer.crt beside an authority that is found, else \"" + TrustedSigner.DEMO_NAME + "\".";

    static final String CRL = "What the authority has revoked (CRL), as the venue has published it. Default: " +
        "authority.crl beside the certificate of the authority, if it is there.";

    private static final int CHANGED = 6;
    private static final String PACKAGES = "packages";
    private static final String REPORTS = "reports";

    @Override
    protected void run(final PrintWriter out)
    {
        throw usage("list, verify, open, prove or issue what?");
    }

    @Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Lists the packages below a directory, for instance of a run, after their indexes.")
    void list(
        @Parameters(paramLabel = "DIR", description = "Directory with index.json, or with such below it.")
        final Path directory) throws IOException
    {
        final PrintWriter out = out();
        int packages = 0;
        for (final Path index : indexes(directory))
        {
            final PackageIndex read = PackageIndex.parse(Files.readAllBytes(index.resolve(PackageIndex.FILE_NAME)));
            for (final PackageIndex.Entry entry : read.packages())
            {
                out.printf("%-42s member=%s wave=%s revision=%d profile=%s bytes=%d recipientSerial=%s%n",
                    entry.name(), entry.member(), read.wave(), read.revision(), entry.profile(), entry.bytes(),
                    entry.recipientSerial());
                packages++;
            }
        }
        out.println("packages: " + packages);
    }

    @Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Checks reports: a directory of reports or an opened package (signature, digests, rows, sums), a " +
                "directory of packages (signature and digests), the directory of a run (both, that they are those " +
                "that were signed with the run, and that the venue's journal knows it), a package (--keys: all of " +
                "it), or a client's proof (--proof).",
            "Of a proof the client needs the root alone (--root), or the authority's certificate (--authority)."})
    int verify(
        @Parameters(paramLabel = "PATH", arity = "0..1", description = "Directory or package.") final Path path,
        @Option(names = "--authority", paramLabel = "FILE",
            description = "Certificate of the trusted authority (PEM). Default: keys/authority.crt of the venue " +
                "whose data directory the reports are in; none for a proof.") final Path authority,
        @Option(names = "--signer", paramLabel = "NAME", description = SIGNER) final String signer,
        @Option(names = "--crl", paramLabel = "FILE", description = CRL) final Path crl,
        @ArgGroup(exclusive = false) final KeyOptions keys,
        @Option(names = "--proof", paramLabel = "FILE", description = "Proof of a client.") final Path proof,
        @Option(names = "--root", paramLabel = "HEX", description = "Root that the client knows.") final String root)
        throws IOException
    {
        rejectIf(null == path == (null == proof), "name either a directory or package, or a proof with --proof");
        if (null != proof)
        {
            if (null == root && null == authority)
            {
                // A client has no venue above its proof: whatever certificate lies there came with the proof.
                throw usage("a proof is checked against what you " +
                    "were given otherwise: name the root with --root, or the authority's certificate with --authority");
            }
            return verifyProof(proof, root, authority, signer, crl);
        }
        final TrustedSigner trusted = trusted(authority, signer, crl, path);
        final List<ReportFinding> findings = findings(path, keys, trusted);
        if (null == authority)
        {
            out().println("note: trusting " + findAuthority(path) + ", found above the " +
                "reports; for a package that you were sent, name the certificate you were given with --authority");
        }
        return print(findings);
    }

    private List<ReportFinding> findings(final Path path, final KeyOptions keys, final TrustedSigner trusted)
        throws IOException
    {
        if (path.toString().endsWith(PackageWriter.SUFFIX))
        {
            rejectIf(null == keys, "a package is checked with the member's key: name it with --keys");
            return PackageOpener.verify(path, keys.read(), trusted);
        }
        final Path manifest = path.resolve(PackageManifest.FILE_NAME);
        if (Files.exists(manifest) && PackageManifest.isPackage(Files.readAllBytes(manifest)))
        {
            return PackageVerifier.verifyOpened(path, trusted);
        }
        final Path run = RunManifestProof.runOf(path);
        if (null != run)
        {
            return ofRun(run, path.toAbsolutePath().normalize(), trusted);
        }
        return Files.exists(manifest) ? ReportsVerifier.verify(path, trusted) : waves(path, trusted);
    }

    /** What lies in the directory of a run must be of that run, and in its own place. */
    private static List<ReportFinding> ofRun(final Path run, final Path path, final TrustedSigner trusted)
        throws IOException
    {
        final RunIdentity identity = RunManifestProof.identity(run);
        final Path reports = run.resolve(REPORTS);
        final Path packages = run.resolve(PACKAGES);
        if (path.equals(run))
        {
            final List<ReportFinding> findings = new ArrayList<>(RunManifestProof.verifyReports(run, trusted));
            findings.addAll(
                JournalProof.findings(VenueClearing.journalProofs(run.getParent().getParent()), run));
            return findings;
        }
        if (path.equals(reports))
        {
            return ReportsVerifier.verifyRun(reports, identity, trusted);
        }
        if (path.equals(packages))
        {
            return PackageVerifier.verifyRun(packages, reports, identity, trusted);
        }
        if (reports.equals(path.getParent()))
        {
            return ReportsVerifier.verifyWave(path, identity, trusted);
        }
        return packages.equals(path.getParent()) ?
            PackageVerifier.verifyWave(path, reports.resolve(path.getFileName()), identity, trusted) :
            waves(path, trusted);
    }

    /** One wave of packages, all of them, or reports; a directory of packages may have lost its indexes. */
    private static List<ReportFinding> waves(final Path path, final TrustedSigner trusted) throws IOException
    {
        if (hasPackages(path))
        {
            return PackageVerifier.verifyIndex(path, trusted);
        }
        for (final ReportWave wave : ReportWave.values())
        {
            if (hasPackages(path.resolve(wave.directory())))
            {
                return PackageVerifier.verifyWaves(path, null, trusted);
            }
        }
        final Path name = path.toAbsolutePath().normalize().getFileName();
        return null != name && PACKAGES.equals(name.toString()) ?
            PackageVerifier.verifyWaves(path, null, trusted) : ReportsVerifier.verify(path, trusted);
    }

    private static boolean hasPackages(final Path directory) throws IOException
    {
        if (!Files.isDirectory(directory))
        {
            return false;
        }
        try (Stream<Path> files = Files.list(directory))
        {
            return files.map(file -> file.getFileName().toString())
                .anyMatch(file -> PackageIndex.FILE_NAME.equals(file) || file.endsWith(PackageWriter.SUFFIX));
        }
    }

    private int verifyProof(
        final Path file, final String root, final Path authority, final String signer, final Path crl)
        throws IOException
    {
        final ClientProof proof = ClientProof.parse(Files.readAllBytes(file));
        final TrustedSigner trusted = null != root ? null : trusted(authority, signer, crl, file);
        final String wrong = null != root ? proof.wrongFor(root) : proof.wrongFor(trusted);
        final PrintWriter out = out();
        if (null != wrong)
        {
            out.println("BREAK " + wrong);
            return ExitCode.CHECK_FAILED;
        }
        for (final ClientProof.File lines : proof.files())
        {
            lines.lines().forEach(line -> out.println(lines.name() + ": " + line));
        }
        out.println("OK: these lines are all that the package has of the client: client=" + proof.client() +
            " root=" + proof.root() +
            (null == trusted ? " signed=unknown" : " signer=\"" + trusted.name().getName() + "\""));
        return ExitCode.OK;
    }

    @Command(
        name = "open",
        mixinStandardHelpOptions = true,
        description = "Decrypts a package and checks all of it; its files come to the directory only if they are good.")
    int open(
        @Parameters(paramLabel = "PACKAGE", description = "File that ends with " + PackageWriter.SUFFIX + ".")
        final Path file,
        @Option(names = "--to", paramLabel = "DIR", required = true,
            description = "Directory for the files; must not be there.") final Path target,
        @Option(names = "--authority", paramLabel = "FILE", required = true,
            description = "Certificate of the trusted authority (PEM), as you were given it.") final Path authority,
        @Option(names = "--signer", paramLabel = "NAME", description = SIGNER) final String signer,
        @Option(names = "--crl", paramLabel = "FILE", description = CRL) final Path crl,
        @ArgGroup(exclusive = false, multiplicity = "1") final KeyOptions keys) throws IOException
    {
        return print(PackageOpener.open(file, keys.read(), trusted(authority, signer, crl, file), target));
    }

    @Command(
        name = "prove",
        mixinStandardHelpOptions = true,
        description = "Makes the proof of a single client from an opened package: its lines, and the way from them " +
            "to the signed root. It shows nothing of other clients.")
    void prove(
        @Parameters(index = "0", paramLabel = "CLIENT", description = "Code of the register.") final String client,
        @Parameters(index = "1", paramLabel = "DIR", description = "Opened package.") final Path directory,
        @Option(names = "--out", paramLabel = "FILE", required = true, description = "File of the proof (JSON).")
        final Path target) throws IOException
    {
        final ClientProof proof = ClientProof.of(directory, client);
        // A client's lines are for the owner's eyes only.
        OwnerFiles.write(target, proof.toBytes());
        out().println("proof: client=" + client + " root=" + proof.root() + " file=" + target);
    }

    @Command(
        name = "issue",
        mixinStandardHelpOptions = true,
        description = "Makes key and certificate of a member of a demo; elsewhere members make their keys: " +
            "`bourse keys issue`.")
    void issue(
        @Parameters(paramLabel = "MEMBER", description = "Clearing firm.") final String member,
        @Option(names = "--profile", paramLabel = "NAME", defaultValue = "ecdsa",
            description = "ecdsa, rsa or gost (default: ${DEFAULT-VALUE}).") final String profile,
        @Mixin final VenueDirectory venueDir)
        throws IOException
    {
        final Path store = ClearingKeys.open(venueDir.dataDir().resolve("keys")).members()
            .issue(member, CryptoProfile.named(profile));
        out().println("key store: " + store + ", its password is beside it");
    }

    /** Key of a member. */
    static final class KeyOptions
    {
        @Option(names = "--keys", paramLabel = "FILE", description = "The member's key store (PKCS#12).")
        private Path store;

        @Option(names = "--password-file", paramLabel = "FILE",
            description = "Password of the key store. Default: beside it.")
        private Path password;

        RecipientKey read() throws IOException
        {
            if (null == store)
            {
                throw new IllegalArgumentException("the member's key is needed: --keys");
            }
            final String name = store.getFileName().toString();
            return RecipientKey.read(store, secret(null != password ? password :
                store.resolveSibling(name.substring(0, Math.max(0, name.lastIndexOf('.'))) + ".password")));
        }

        private static char[] secret(final Path file) throws IOException
        {
            return new String(SecretFile.read(file), StandardCharsets.UTF_8).strip().toCharArray();
        }
    }

    private int print(final List<ReportFinding> findings)
    {
        final PrintWriter out = out();
        findings.forEach(finding -> out.printf("%-18s %s  %s%n", finding.status(), finding.file(), finding.message()));
        final boolean clean = ReportsVerifier.isClean(findings);
        out.println(clean ? "OK: " + findings.size() + " findings" : "BREAK");
        return clean ? ExitCode.OK : exitCode(
            findings.stream().filter(finding -> !finding.isOk()).findFirst().orElseThrow().status());
    }

    private static int exitCode(final ReportFinding.Status status)
    {
        return switch (status)
        {
            case WRONG_KEY -> ExitCode.PRECONDITION;
            case CHANGED_FILE, CHANGED_PACKAGE, WRONG_PACKAGE, WRONG_RUN -> CHANGED;
            case MISSING_FILE, MISSING_PACKAGE, MISSING_MANIFEST, MISSING_SIGNATURE -> ExitCode.IO;
            default -> ExitCode.CHECK_FAILED;
        };
    }

    private static List<Path> indexes(final Path directory) throws IOException
    {
        if (!Files.isDirectory(directory))
        {
            throw new PreconditionException("there is no such directory: directory=" + directory);
        }
        try (Stream<Path> files = Files.walk(directory, 3))
        {
            return files.filter(file -> PackageIndex.FILE_NAME.equals(file.getFileName().toString()))
                .map(Path::getParent).sorted().toList();
        }
    }

    static TrustedSigner trusted(final Path authority, final String signer, final Path reports) throws IOException
    {
        return trusted(authority, signer, null, reports);
    }

    /** What was named; without an authority, what the venue of these reports trusts itself. */
    static TrustedSigner trusted(final Path authority, final String signer, final Path crl, final Path reports)
        throws IOException
    {
        if (null == authority && null == signer && null == crl)
        {
            return TrustedSigner.ofVenue(findAuthority(reports).getParent());
        }
        final Path anchor = null != authority ? authority : findAuthority(reports);
        final String name = null != signer ? signer : null != authority ? TrustedSigner.DEMO_NAME :
            TrustedSigner.ofVenue(anchor.getParent()).name().getName();
        if (null != crl && !Files.exists(crl))
        {
            throw new NoSuchFileException(crl.toString());
        }
        return null == crl ? TrustedSigner.of(anchor, name) : TrustedSigner.of(anchor, name, crl);
    }

    /** The certificate that the venue of these reports trusts. */
    static Path findAuthority(final Path directory) throws IOException
    {
        for (Path parent = directory.toAbsolutePath(); null != parent; parent = parent.getParent())
        {
            final Path candidate = parent.resolve("keys").resolve(ClearingKeys.AUTHORITY_NAME);
            if (Files.isReadable(candidate))
            {
                return candidate;
            }
        }
        throw new IOException("no keys/" + ClearingKeys.AUTHORITY_NAME + " above the reports; name the trusted " +
            "certificate with --authority: directory=" + directory);
    }
}
