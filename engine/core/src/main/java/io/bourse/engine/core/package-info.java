// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The deterministic core: reference data, sessions, books, positions. One command in, one group of events out. It knows
 * no clock, no file, no thread, no randomness and no floating point; the same commands give the same bytes on every
 * host.
 * <p>
 * A core is its hosts' {@link io.bourse.engine.core.MatchingEngine}. It writes its whole state as a snapshot; a
 * {@link io.bourse.engine.core.SnapshotReader} makes a core of it that goes on with the same bytes.
 */
package io.bourse.engine.core;
