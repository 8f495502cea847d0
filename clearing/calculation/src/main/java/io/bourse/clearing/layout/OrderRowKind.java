// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.layout;

/**
 * What a row of the order register says: a row of an order segment, which is one of the ingest.
 */
public enum OrderRowKind
{
    /** A new order; ref is the client's order id. */
    ACCEPTED,
    /** An order has changed; ref is the client's order id from now on. */
    REPLACED,
    /** An order goes on under another id, whose row follows; ref is that id. */
    RENAMED,
    /** An order is removed; ref is the client's order id, reason a CancelReason. */
    CANCELLED,
    /** A trade took from an order; ref is the trade id. */
    FILLED,
    /** A parked order goes to its book. */
    ACTIVATED,
    /** An order has come into the session. */
    RESTATED,
    /** A slice of an iceberg is shown; ref is its public id. */
    SHOWN,
    /** Self-trade prevention took lots off. */
    REDUCED
}
