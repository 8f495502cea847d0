// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Limits: what orders and positions count as, and whether one more may be added. Four levels look at every order: its
 * login, its client register, the brokerage firm, and the settlement account that unites brokerage firms (clearing
 * rules 1.1). Each level has a portfolio of its own, netted over everything below it, so that a firm may be within its
 * limits although its clients are not, and the other way round.
 * <p>
 * The package knows neither commands nor orders nor books; it counts lots and kopecks. Everything is exact: lots are
 * kept within {@link io.bourse.engine.core.risk.Exposure#MAX_LOTS}, margins within {@link
 * io.bourse.engine.core.risk.MarginRates#MAX_KOPECKS}, and sums of their products have 128 bits.
 */
package io.bourse.engine.core.risk;
