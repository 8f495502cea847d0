// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The host of one engine in one process: sequencer, matcher, media and their duty cycle.
 */
package io.bourse.engine.host.solo;
