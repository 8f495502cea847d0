// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What followers of the event stream keep of it, so that a start takes seconds whatever the age of the venue: their
 * state with the place in the stream that it is of ({@link io.bourse.engine.client.checkpoint.CheckpointStore}), and
 * the bytes of that state ({@link io.bourse.engine.client.checkpoint.CheckpointState}).
 */
package io.bourse.engine.client.checkpoint;
