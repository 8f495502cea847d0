// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Processes that a measurement starts beside itself, and what they report.
 */
package io.bourse.jmh.loadtest.process;
