// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console;

import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.deploy.config.VenueConfig;

import java.nio.file.Path;

/**
 * What the parts of a console are given.
 *
 * @param dataDir of the venue that is looked at.
 * @param config of the venue.
 * @param operator whose console it is, with the key that signs; null when nothing can be changed by it.
 */
public record ConsoleContext(Path dataDir, VenueConfig config, OperatorSigner operator)
{
}
