// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.move;

import io.bourse.engine.core.matching.OrderExit;
import io.bourse.engine.core.matching.OrderExpiry;
import io.bourse.engine.core.order.OrderQueueSnapshot;
import io.bourse.engine.core.order.OrderSnapshot;
import io.bourse.engine.core.pretrade.PreTradeRisk;
import io.bourse.engine.core.state.OrderPool;
import io.bourse.engine.core.state.OrderTable;

/**
 * What orders that leave and come pass through.
 */
public record OrderParts(
    OrderTable table,
    OrderPool pool,
    PreTradeRisk risk,
    OrderExit exit,
    OrderExpiry expiry,
    OrderSnapshot snapshot,
    OrderQueueSnapshot queues)
{
}
