// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.report.Finding;
import io.bourse.clearing.report.ReportsVerifier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the receiver of a report package does with it.
 */
@Command(
    name = "reports",
    mixinStandardHelpOptions = true,
    description = "Checks report packages.")
public final class ReportsCommand implements Runnable
{
    @Spec
    private CommandSpec spec;

    @Override
    public void run()
    {
        throw new CommandLine.ParameterException(spec.commandLine(), "verify what?");
    }

    @Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = "Checks signature, digests, row counts and sums of every file; exit status 4 if anything is " +
            "wrong.")
    int verify(
        @Parameters(paramLabel = "DIR", description = "Directory with manifest.json.") final Path directory,
        @Option(names = "--authority", paramLabel = "FILE",
            description = "Certificate of the trusted authority (PEM). Default: keys/authority.crt of the venue " +
                "whose data directory the reports are in.") final Path authority)
        throws IOException
    {
        final PrintWriter out = spec.commandLine().getOut();
        final Path anchor = null != authority ? authority : findAuthority(directory);
        final List<Finding> findings = ReportsVerifier.verify(directory, ClearingKeys.readCertificate(anchor));
        findings.forEach(finding -> out.printf("%-18s %s  %s%n", finding.status(), finding.file(), finding.message()));
        if (null == authority)
        {
            out.println("note: trusting " + anchor + ", found above the reports; for a package that you were sent, " +
                "name the certificate you were given with --authority");
        }
        final boolean clean = ReportsVerifier.isClean(findings);
        out.println(clean ? "OK: " + findings.size() + " findings" : "BREAK");
        out.flush();
        return clean ? ExitCode.OK : ExitCode.CHECK_FAILED;
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
