// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The clock of a host: stamps that follow the wall clock slowly, and the alarm when the wall clock has stepped.
 */
package io.bourse.engine.host.clock;
