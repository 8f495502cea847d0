// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What FIX clients may ask about the market: instruments, states, books and trades.
 */
package io.bourse.gateway.fix.data;
