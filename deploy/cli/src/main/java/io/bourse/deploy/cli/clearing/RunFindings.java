// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.proof.RunFinding;
import io.bourse.deploy.cli.support.ExitCode;

import java.io.PrintWriter;
import java.util.List;

/**
 * Findings of a verification on the terminal.
 */
final class RunFindings
{
    private RunFindings()
    {
    }

    /**
     * Prints a line each, and one that says how it ended.
     *
     * @param out of the command.
     * @param findings in order.
     * @return exit status: OK, or CHECK_FAILED when one is not.
     */
    static int print(final PrintWriter out, final List<RunFinding> findings)
    {
        findings.forEach(finding -> out.printf(
            "%-5s  %-28s  %s%n", finding.ok() ? "OK" : "BREAK", finding.part(), finding.detail()));
        final boolean isClean = findings.stream().allMatch(RunFinding::ok);
        out.println(isClean ? "OK" : "BREAK");
        return isClean ? ExitCode.OK : ExitCode.CHECK_FAILED;
    }
}
