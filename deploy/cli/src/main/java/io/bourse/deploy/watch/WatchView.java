// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.watch;

/**
 * Shows what a watch sees.
 */
public interface WatchView
{
    /**
     * What is shown can be trusted more, or less, than before.
     *
     * @param model what is known.
     */
    void onState(WatchModel model);

    /**
     * The instrument has traded.
     *
     * @param model what is known.
     * @param trade what happened.
     */
    void onTrade(WatchModel model, WatchedTrade trade);

    /**
     * The levels that are shown have changed.
     *
     * @param model what is known.
     */
    void onBook(WatchModel model);

    /**
     * Is called again and again.
     *
     * @param model what is known.
     * @param nowNs nanoseconds from any origin.
     */
    void onCycle(WatchModel model, long nowNs);

    /**
     * Nothing more will come.
     *
     * @param model what is known.
     */
    void onEnd(WatchModel model);
}
