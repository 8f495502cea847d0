// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The rebalancer of a running venue: connects to its partitions and follows them.
 */
package io.bourse.deploy.rebalancer;
