// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

/**
 * Where trading was suspended: everything before belongs to the clearing run, nothing after.
 *
 * @param cursor event stream position after the suspension, in bytes.
 * @param commandPosition journal position after the command, in bytes.
 * @param engineTimeNs business time of the suspension, nanoseconds since the Unix epoch.
 */
public record Cut(long cursor, long commandPosition, long engineTimeNs)
{
}
