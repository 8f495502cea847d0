// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Schedules that must pass, and defects that must be found.
 */
package io.bourse.engine.simulator;
