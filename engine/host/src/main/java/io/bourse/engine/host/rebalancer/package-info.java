// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Collateral of registers that several partitions share: what each may use follows what is used.
 */
package io.bourse.engine.host.rebalancer;
