// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What the sessions of a load test send: made orders with a seed, or recorded ones. Decides about transactions, knows
 * no protocol and no clock.
 */
package io.bourse.jmh.loadtest.flow;
