// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.crypto.CryptoProfile;
import io.bourse.clearing.crypto.KeyAdministration;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.support.VenueDirectory;
import io.bourse.deploy.node.VenueDescriptor;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CRLReason;
import java.security.cert.X509Certificate;

/**
 * Keys of clearing. Works on the files alone, whether the venue runs or not.
 */
@Command(
    name = "keys",
    mixinStandardHelpOptions = true,
    description = "Shows, makes, certifies, replaces and revokes the keys of clearing.",
    subcommands = {
        KeysCommand.Show.class,
        KeysCommand.Init.class,
        KeysCommand.Issue.class,
        KeysCommand.Rotate.class,
        KeysCommand.Revoke.class},
    footer = {
        "",
        "The key of the authority lies in a directory of its own; no clearing run needs it. See docs/packages.md.",
        "",
        "Exit status: 0 done, 2 bad option, 3 not in this state of the keys, 4 (show) a certificate in force is not " +
            "good, 7 a file cannot be used.",
        "",
        "Examples:",
        "  bourse keys init                              # once, before the first start",
        "  bourse keys issue AA --request aa.csr         # certificate for a member's own key",
        "  bourse keys rotate                            # another signing key, what was signed stays good",
        "  bourse keys revoke signer --reason key-compromise"})
public final class KeysCommand
{
    private static final String FORMER = "former/";

    /** Where the keys are. */
    private static final class Place extends VenueDirectory
    {
        @Option(names = "--keys", paramLabel = "DIR",
            description = "Directory of the signing keys; default: the one of the venue that ran there, or DIR/keys.")
        private Path keys;

        @Option(names = "--authority", paramLabel = "DIR",
            description = "Directory of the authority's key; default: authority beside the directory of the keys.")
        private Path authority;

        @Option(names = "--authority-password-file", paramLabel = "FILE",
            description = "Password of the authority's key; default: authority.password beside it.")
        private Path password;

        KeyAdministration administration() throws IOException
        {
            return new KeyAdministration(keys(), authority(), password);
        }

        Path keys() throws IOException
        {
            if (null != keys)
            {
                return keys;
            }
            return Files.exists(dataDir().resolve(VenueDescriptor.FILE_NAME)) ?
                Path.of(VenueDescriptor.readLast(dataDir()).keysDir()) : dataDir().resolve("keys");
        }

        Path authority() throws IOException
        {
            return null != authority ? authority : keys().toAbsolutePath().resolveSibling("authority");
        }
    }

    /** How long a certificate is good. */
    private static final class Days
    {
        private static final int MOST = 10_000;

        @Option(names = "--days", paramLabel = "N", defaultValue = "" + KeyAdministration.DEFAULT_DAYS,
            description = "Days that the certificate is good, not longer than the authority's (default: " +
                "${DEFAULT-VALUE}).")
        private int days;

        int days()
        {
            if (days < 1 || days > MOST)
            {
                throw new IllegalArgumentException("days must be 1 to " + MOST + ": days=" + days);
            }
            return days;
        }
    }

    private static String described(final X509Certificate certificate)
    {
        return "subject=\"" + certificate.getSubjectX500Principal().getName() + "\" serial=" +
            certificate.getSerialNumber().toString(16) + " to=" + certificate.getNotAfter().toInstant();
    }

    /**
     * Lists them.
     */
    @Command(name = "show", mixinStandardHelpOptions = true,
        description = "Lists certificates and whether they are good. Exit status 4 when one in force is not.")
    static final class Show extends CliCommand
    {
        @Mixin private Place place;

        @Override
        protected int execute(final PrintWriter out) throws IOException
        {
            int status = ExitCode.OK;
            out.println("directory " + place.keys());
            for (final KeyAdministration.Entry entry : place.administration().list())
            {
                final X509Certificate certificate = entry.certificate();
                out.printf("%-33s %-9s from %s to %s serial %s  %s%n", entry.name(), entry.state(),
                    certificate.getNotBefore().toInstant(), certificate.getNotAfter().toInstant(),
                    certificate.getSerialNumber().toString(16), certificate.getSubjectX500Principal().getName());
                final boolean isGood = "good".equals(entry.state()) || "ends-soon".equals(entry.state());
                if (!isGood && !entry.name().startsWith(FORMER))
                {
                    status = ExitCode.CHECK_FAILED;
                }
            }
            return status;
        }
    }

    /**
     * Makes them.
     */
    @Command(name = "init", mixinStandardHelpOptions = true,
        description = {
            "Makes authority and signing key of a new venue, or moves the authority's key away from the signing keys",
            "of an earlier version."})
    static final class Init extends CliCommand
    {
        @Mixin private Place place;

        @Mixin private Days days;

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            final boolean areMade = place.administration().init(days.days());
            out.println((areMade ? "keys made: " : "key of the authority moved: ") + "keys=" + place.keys() +
                " authority=" + place.authority());
            out.println("give members " + place.keys().resolve("authority.crt") + " and authority.crl beside it; " +
                "take the directory of the authority to another medium, runs do not need it");
        }
    }

    /**
     * Certifies the key of a member.
     */
    @Command(name = "issue", mixinStandardHelpOptions = true,
        description = "Certifies the key that a member has made itself, to encrypt its packages to.")
    static final class Issue extends CliCommand
    {
        @Mixin private Place place;

        @Mixin private Days days;

        @Parameters(paramLabel = "MEMBER", description = "Clearing firm or other receiver.")
        private String member;

        @Option(names = {"--request", "--public-key"}, paramLabel = "FILE", required = true,
            description = "Certificate request (PKCS#10) or public key, PEM.")
        private Path request;

        @Option(names = "--replace", description = "Replaces the certificate that the member has.")
        private boolean isReplaced;

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            out.println("certified: member=" + member + " " +
                described(place.administration().issue(member, request, isReplaced, days.days())));
        }
    }

    /**
     * Replaces a signing key.
     */
    @Command(name = "rotate", mixinStandardHelpOptions = true,
        description = {
            "Makes another signing key; what the former one has signed stays good. Not while a run writes reports.",
            "With --request it certifies a signing key that is in a token."})
    static final class Rotate extends CliCommand
    {
        @Mixin private Place place;

        @Mixin private Days days;

        @Option(names = "--profile", paramLabel = "NAME", defaultValue = "ecdsa",
            description = "ecdsa, rsa or gost (default: ${DEFAULT-VALUE}); the key is made if there was none.")
        private String profile;

        @Option(names = "--request", paramLabel = "FILE",
            description = "Certificate request or public key of a signing key in a token, PEM.")
        private Path request;

        @Option(names = "--out", paramLabel = "FILE", description = "Where the certificate for the token is written.")
        private Path target;

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            rejectIf(null == request != (null == target), "--request and --out go together");
            final KeyAdministration keys = place.administration();
            final X509Certificate certificate = null != request ? keys.certify(request, target, days.days()) :
                keys.rotate(CryptoProfile.named(profile), days.days());
            out.println((null != request ? "certified: " : "rotated: ") + described(certificate));
            if (null == request)
            {
                out.println("give members the new " + place.keys().resolve("authority.crl"));
            }
        }
    }

    /**
     * Revokes a certificate.
     */
    @Command(name = "revoke", mixinStandardHelpOptions = true,
        description = {
            "Revokes a certificate: its key signs nothing more, and nothing is encrypted to it.",
            "With superseded, cessation-of-operation and affiliation-changed what was signed before stays good. With",
            "others nothing signed with the key is good any more: who has it writes any time into a signature."})
    static final class Revoke extends CliCommand
    {
        @Mixin private Place place;

        @Parameters(paramLabel = "NAME",
            description = "signer, signer-rsa, signer-gost, a member, or a serial number, as `show` prints them.")
        private String name;

        @Option(names = "--reason", paramLabel = "REASON", defaultValue = "key-compromise",
            description = "key-compromise, superseded, cessation-of-operation, affiliation-changed or unspecified " +
                "(default: ${DEFAULT-VALUE}).")
        private String reason;

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            out.println("revoked: name=" + name + " serial=" +
                place.administration().revoke(name, reason()).toString(16));
            out.println("give members the new " + place.keys().resolve("authority.crl"));
        }

        private CRLReason reason()
        {
            return switch (reason)
            {
                case "key-compromise" -> CRLReason.KEY_COMPROMISE;
                case "superseded" -> CRLReason.SUPERSEDED;
                case "cessation-of-operation" -> CRLReason.CESSATION_OF_OPERATION;
                case "affiliation-changed" -> CRLReason.AFFILIATION_CHANGED;
                case "unspecified" -> CRLReason.UNSPECIFIED;
                default -> throw usage("there is no such reason: reason=" + reason);
            };
        }
    }
}
