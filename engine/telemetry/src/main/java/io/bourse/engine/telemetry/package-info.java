// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Counters: {@link io.bourse.engine.telemetry.CounterSet} holds one for each constant of a component's enum.
 * They lie in a {@link io.bourse.engine.telemetry.CountersFile} that other processes read, with the type ids of
 * {@link io.bourse.engine.telemetry.CounterTable}.
 * <p>
 * The time-stamp files of a venue (docs/timestamps.md): fixed-size records of when a message passed which door, written
 * by the components while they trade and read by anyone at any time. Every stamp is nanoseconds since the Unix epoch of
 * this machine's clock.
 *
 * <pre>
 *   component's thread: claim, fill in, commit  --&gt;  mapped segment
 *   background thread:  makes the next segment, counts answers, closes full ones, deletes old ones
 *   reader:             reads the files, with or without the component running
 * </pre>
 */
package io.bourse.engine.telemetry;
