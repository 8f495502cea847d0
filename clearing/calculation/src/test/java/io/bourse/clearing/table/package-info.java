// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of column tables.
 */
package io.bourse.clearing.table;
