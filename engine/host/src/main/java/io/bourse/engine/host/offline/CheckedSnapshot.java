// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.host.snapshot.SnapshotHeader;

import java.nio.file.Path;

/**
 * A snapshot that is good: every record was read into a core, and the core's state hash is the one that was written.
 *
 * @param file of the snapshot.
 * @param header of the file.
 * @param records of the core.
 * @param bytes in these records.
 */
public record CheckedSnapshot(Path file, SnapshotHeader header, long records, long bytes)
{
}
