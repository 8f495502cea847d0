// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of market data over FIX: a real engine behind, clients that check everything against the dictionary in front.
 */
package io.bourse.gateway.fix.data;
