// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What covers margin: assets and their value, the rule of what counts, the funds of a settlement account, and the
 * calls for what is missing.
 */
package io.bourse.clearing.collateral;
