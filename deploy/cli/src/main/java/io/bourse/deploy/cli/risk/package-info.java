// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Commands of limits, margins and collateral.
 */
package io.bourse.deploy.cli.risk;
