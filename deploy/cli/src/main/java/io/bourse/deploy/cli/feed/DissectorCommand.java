// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.feed;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.dissector.DissectorWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;

/**
 * Writes the dissectors for Wireshark.
 */
@Command(
    name = "dissector",
    description = {
        "Writes dissectors of SIMBA, TWIME, FAST and PITCH for Wireshark and tshark, in Lua, as Bourse speaks them.",
        "docs/wireshark has them already; docs/wireshark/README.md says how to use them."},
    footer = "  bourse dissector --out ~/.local/lib/wireshark/plugins")
public final class DissectorCommand extends CliCommand
{
    @Option(names = "--out", paramLabel = "DIR", required = true,
        description = "Directory of the files; they are written over.")
    private Path target;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        for (final Map.Entry<Path, Integer> file : DissectorWriter.writeAll(target).entrySet())
        {
            out.println(file.getKey() + " layouts=" + file.getValue());
        }
    }
}
