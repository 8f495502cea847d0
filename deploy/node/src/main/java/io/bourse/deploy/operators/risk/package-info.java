// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Acts about risk: limits, collateral, margin and settlement accounts. The records are forms, as those of
 * {@code io.bourse.deploy.operators.acts}.
 */
package io.bourse.deploy.operators.risk;
