// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing.defaults;

import io.bourse.clearing.defaults.Declaration;
import io.bourse.deploy.cli.support.KopecksConverter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Asks for a member to be declared a defaulter.
 */
@Command(
    name = "declare",
    description = {
        "Asks for the member of a settlement account to be declared a defaulter.",
        "In force when another person approves it; then its orders are cancelled and new ones rejected."})
final class DefaultDeclareCommand extends DefaultCommand
{
    @Option(names = "--account", paramLabel = "CODE", required = true, description = "Its settlement account.")
    private String settlementAccount;

    @Option(names = "--call", paramLabel = "ROUBLES", converter = KopecksConverter.class, defaultValue = "0",
        description = "Call that was missed, as `bourse clearing calls` has it; 0 when there is another reason.")
    private long callKopecks;

    @Option(names = "--reason", paramLabel = "TEXT", required = true,
        description = "Why, for the approver and the audit trail.")
    private String reason;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final Declaration declared = connected(control -> control.declare(settlementAccount, callKopecks, reason));
        out.println("declared   default " + declared.defaultId() + " settlementAccount=" + settlementAccount +
            " firms=" + String.join(",", declared.firms()) + ", in force when another person approves it");
    }
}
