// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

/**
 * What a receiver has been through. Readable from any thread.
 */
public enum FastReceiverCounter
{
    /** Messages applied. */
    MESSAGES,
    /** Second copies, dropped. */
    DUPLICATES,
    /** Gaps that neither line has filled in time. */
    GAPS,
    /** Times the books were given up to be joined by snapshots. */
    RECOVERIES,
    /** Messages that came by TCP. */
    REPLAYED,
    /** Joins by a snapshot cycle. */
    JOINS,
    /** Days that began anew. */
    RESETS,
    /** Messages that did not fit the books. */
    FAULTS,
    /** Datagrams that were no FAST messages. */
    MALFORMED
}
