// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Funds, limits, positions and orders over the API; calls and defaults of clearing.
 */
package io.bourse.deploy.console.risk;
