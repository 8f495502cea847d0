// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * One publisher follows the engine and shows every transaction to its feeds; each protocol has a package of its own.
 */
package io.bourse.marketdata.publisher;
