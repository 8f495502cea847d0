// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Option models (rules 2.1): theoretical prices and deltas. With the scenarios of margin the only floating
 * point of clearing.
 */
package io.bourse.clearing.pricing;
