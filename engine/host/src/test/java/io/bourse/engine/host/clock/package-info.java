// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of the clock of a host.
 */
package io.bourse.engine.host.clock;
