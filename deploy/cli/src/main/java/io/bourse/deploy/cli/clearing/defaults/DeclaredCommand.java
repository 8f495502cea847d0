// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing.defaults;

import picocli.CommandLine.Option;

/**
 * A command about one default that was declared.
 */
abstract class DeclaredCommand extends DefaultCommand
{
    @Option(names = "--id", paramLabel = "N", required = true, description = "Number of the default.")
    long defaultId;
}
