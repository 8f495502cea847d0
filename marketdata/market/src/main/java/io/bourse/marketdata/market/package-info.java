// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The public market of one partition, independent of protocols: the engine's events go in, what the public may know of
 * them comes out, one {@link io.bourse.marketdata.market.PublicTransaction} per transaction. Nothing hidden gets past
 * here, so no feed has to think of it.
 */
package io.bourse.marketdata.market;
