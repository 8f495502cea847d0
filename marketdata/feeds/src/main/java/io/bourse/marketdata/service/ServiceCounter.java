// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.service;

/**
 * What a {@link ServiceServer} has seen; readable from any thread.
 */
public enum ServiceCounter
{
    /** Connections let in. */
    ACCEPTED,
    /** Connections open now, without those of refused peers. */
    OPEN,
    /** Connections that failed while they were accepted. */
    ACCEPT_FAILURES,
    /** Bytes read from all sockets. */
    BYTES_RECEIVED,
    /** Bytes that all sockets took. */
    BYTES_SENT
}
