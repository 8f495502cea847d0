// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A synthetic day of any size, and the runs over it with their times.
 */
package io.bourse.clearing.bench;
