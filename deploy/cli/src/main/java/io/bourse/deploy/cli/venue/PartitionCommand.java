// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.CliCommand;
import picocli.CommandLine.Command;

/**
 * What is about the partitions of a venue.
 */
@Command(
    name = "partition",
    description = "Which partition of a venue of several has what.",
    subcommands = PartitionMoveCommand.class)
public final class PartitionCommand extends CliCommand
{
}
