// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.deploy.dissector.DissectorWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Writes the dissectors for Wireshark.
 */
@Command(
    name = "dissector",
    mixinStandardHelpOptions = true,
    description = {
        "Writes dissectors of SIMBA, TWIME, FAST and PITCH for Wireshark and tshark, in Lua, as Bourse speaks them.",
        "docs/wireshark has them already; docs/wireshark/README.md says how to use them."},
    footer = {
        "",
        "Examples:",
        "  bourse dissector --out ~/.local/lib/wireshark/plugins"})
public final class DissectorCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Option(names = "--out", paramLabel = "DIR", required = true,
        description = "Directory of the files; they are written over.")
    private Path out;

    @Override
    public Integer call() throws IOException
    {
        final PrintWriter console = spec.commandLine().getOut();
        for (final Map.Entry<Path, Integer> file : DissectorWriter.writeAll(out).entrySet())
        {
            console.println(file.getKey() + " layouts=" + file.getValue());
        }
        console.flush();
        return ExitCode.OK;
    }
}
