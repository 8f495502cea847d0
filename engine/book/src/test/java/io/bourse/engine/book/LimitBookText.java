// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import java.util.ArrayList;
import java.util.List;

/**
 * What a limit order book says, in lines of text.
 */
final class LimitBookText implements BookListener
{
    private final List<String> lines = new ArrayList<>();

    /** Lines since the last call. */
    List<String> take()
    {
        final List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }

    @Override
    public void onAccepted(final long orderId, final long lots)
    {
        lines.add("accepted " + orderId + " " + lots);
    }

    @Override
    public void onTrade(
        final long aggressorId,
        final long restingId,
        final long priceTicks,
        final long lots,
        final long aggressorRestLots,
        final long restingRestLots)
    {
        lines.add("trade " + lots + "@" + priceTicks + " " + aggressorId + ":" + aggressorRestLots +
            " with " + restingId + ":" + restingRestLots);
    }

    @Override
    public void onCancelled(final long orderId, final long lots)
    {
        lines.add("cancelled " + orderId + " " + lots);
    }

    @Override
    public void onReplaced(final long orderId, final long priceTicks, final long lots, final boolean isPlaceKept)
    {
        lines.add("replaced " + orderId + " " + lots + "@" + priceTicks + (isPlaceKept ? " in place" : ""));
    }

    @Override
    public void onRefused(final long orderId, final Refusal refusal)
    {
        lines.add("refused " + orderId + " " + refusal);
    }
}
