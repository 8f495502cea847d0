// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.orders;

import java.util.ArrayList;
import java.util.List;

/** Renders the actions of a source as lines, so that whole lists can be compared. */
final class Actions
{
    private Actions()
    {
    }

    static List<String> of(final OrderSource source)
    {
        final List<String> lines = new ArrayList<>();
        final OrderAction action = new OrderAction();
        while (source.next(action))
        {
            lines.add(switch (action.kind)
            {
                case NEW -> "NEW " + action.key + (action.buy ? " B " : " S ") + action.qtyLots + "@" + action.priceE5 +
                    (action.immediate ? " IOC" : "");
                case CANCEL -> "CANCEL " + action.key;
                case REDUCE -> "REDUCE " + action.key + " by " + action.qtyLots;
                case REPLACE -> "REPLACE " + action.key + " " + action.qtyLots + "@" + action.priceE5;
            });
        }
        return lines;
    }
}
