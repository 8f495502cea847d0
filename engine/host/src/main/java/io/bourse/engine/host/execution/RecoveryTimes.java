// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

/**
 * How long the steps of a start took.
 *
 * @param inspectNs reading and checking both recordings before anything is started on them, in nanoseconds.
 * @param launchNs repair, media driver, archive and streams, in nanoseconds.
 * @param replayNs executing the journal again and comparing the events, in nanoseconds.
 */
public record RecoveryTimes(long inspectNs, long launchNs, long replayNs)
{
}
