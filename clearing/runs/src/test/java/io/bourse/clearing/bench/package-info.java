// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of the synthetic day and of runs over it, among them those whose process is killed.
 */
package io.bourse.clearing.bench;
