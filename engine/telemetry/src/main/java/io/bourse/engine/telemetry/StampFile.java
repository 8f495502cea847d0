// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import java.nio.file.Path;

/**
 * What the first bytes of a file of stamps say.
 *
 * @param path of the file.
 * @param kind of its records.
 * @param component that wrote it, such as {@code twime-1}.
 * @param gatewayId id of a gateway, or 0.
 * @param partition of the event stream that its cursors are in.
 * @param tradingDate YYYYMMDD; 0 for a file that waits to be used.
 * @param pid of the process that wrote it.
 * @param lost records that could not be written while the file was the current one.
 * @param clock worst of the machine's clock while the file was the current one.
 */
public record StampFile(
    Path path,
    StampKind kind,
    String component,
    int gatewayId,
    int partition,
    int tradingDate,
    long pid,
    long lost,
    ClockReading clock)
{
}
