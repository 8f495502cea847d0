// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Recorded days of real exchanges through the order book on its own and through the whole core. A day's file says what
 * the exchange did, trade by trade, so that a day proves more than any rule that we wrote down ourselves. The files are
 * not part of the project: see {@link io.bourse.testing.SharedData}.
 */
package io.bourse.engine.days;
