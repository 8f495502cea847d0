// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Market data: the SIMBA order log by UDP multicast, feeds A and B, snapshots, and the receiver that joins them.
 */
package io.bourse.marketdata;
