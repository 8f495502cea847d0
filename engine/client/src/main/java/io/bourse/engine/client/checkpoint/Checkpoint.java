// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.checkpoint;

import java.nio.file.Path;
import java.util.List;

/**
 * A checkpoint that was read: what it says of itself is right, and so is its checksum.
 *
 * @param file that it was read from.
 * @param positions one for each partition, ascending.
 * @param state to be read.
 */
public record Checkpoint(Path file, List<StreamPosition> positions, CheckpointState state)
{
}
