// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Runs the core and makes it durable. {@code solo}: a Disruptor ring takes commands from many producers, the sequencer
 * stamps them and offers them to a recorded Aeron publication, the matcher takes only what is recorded and publishes
 * recorded events.
 */
package io.bourse.engine.host;
