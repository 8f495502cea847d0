// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What runs: the command line, the all-in-one node, configuration, and the trading day that proves the venue.
 */
package io.bourse.deploy;
