// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Benchmarks of the parts, with their baselines in the same run.
 */
package io.bourse.jmh;
