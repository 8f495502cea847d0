// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Watches margin and free funds of settlement accounts while trading goes on.
 */
package io.bourse.clearing.monitor;
