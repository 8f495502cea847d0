// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The order book: price levels, queues, matching and auction prices. It knows quantities, prices and owners of orders,
 * nothing of sessions, risk, events or commands, and can be embedded on its own:
 * {@link io.bourse.engine.book.LimitOrderBook} is the interface for that.
 */
package io.bourse.engine.book;
