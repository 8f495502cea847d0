// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

/**
 * What a {@link FastReceiver} keeps: books, or values, that snapshots begin and messages change.
 */
public interface FastBooks
{
    /**
     * Forgets everything.
     */
    void clear();

    /**
     * Puts a message of a snapshot in. All messages of a security come one after the other.
     *
     * @param message decoded; valid during the call.
     */
    void onSnapshot(FastMessage message);

    /**
     * Applies an incremental message. What a snapshot holds already is left out.
     *
     * @param message decoded; valid during the call.
     * @return false if it does not fit what is here: the receiver joins again.
     */
    boolean onIncrement(FastMessage message);
}
