// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.clearing.defaults.Declaration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;

/**
 * Asks for a member to be declared a defaulter.
 */
@Command(
    name = "declare",
    mixinStandardHelpOptions = true,
    description = {
        "Asks for the member of a settlement account to be declared a defaulter.",
        "In force when somebody else approves it; then its orders are cancelled and new ones refused."})
public final class DefaultDeclareCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Mixin
    private DefaultDesk desk;

    @Option(names = "--account", paramLabel = "CODE", required = true, description = "Its settlement account.")
    private String settlementAccount;

    @Option(names = "--call", paramLabel = "ROUBLES", converter = KopecksConverter.class, defaultValue = "0",
        description = "Call that was missed, as `bourse clearing calls` has it; 0 when there is another reason.")
    private long callKopecks;

    @Option(names = "--reason", paramLabel = "TEXT", required = true,
        description = "Why, for the approver and the audit trail.")
    private String reason;

    @Override
    public Integer call() throws IOException
    {
        final PrintWriter out = spec.commandLine().getOut();
        final Declaration declared = desk.connected(control -> control.declare(settlementAccount, callKopecks, reason));
        out.println("declared   default " + declared.defaultId() + " settlementAccount=" + settlementAccount +
            " firms=" + String.join(",", declared.firms()) + ", in force when somebody else approves it");
        out.flush();
        return ExitCode.OK;
    }
}
