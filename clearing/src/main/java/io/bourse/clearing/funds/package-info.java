// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Money and collateral of members (sheet 1.8): what is paid in and out, what collateral is worth, what is free, who is
 * called, interest and penalties.
 */
package io.bourse.clearing.funds;
