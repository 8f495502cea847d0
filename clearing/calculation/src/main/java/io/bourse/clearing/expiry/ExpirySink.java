// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.expiry;

import io.bourse.clearing.model.MovementKind;

/**
 * Takes what a plan says, in the order of the tables of a run.
 */
public interface ExpirySink
{
    /**
     * A movement.
     *
     * @param accountId register.
     * @param instrument ordinal.
     * @param kind of the movement.
     * @param lots added to the position, not 0.
     * @param priceE5 at which they are added, as a trade would, x 100 000.
     * @param series ordinal of the contract that has ended.
     */
    void onMovement(int accountId, int instrument, MovementKind kind, int lots, long priceE5, int series);

    /**
     * An obligation to deliver or to take delivery.
     *
     * @param accountId register.
     * @param instrument ordinal of the contract that has ended or was traded for delivery.
     * @param settleDate YYYYMMDD of the delivery; 0: not settled here.
     * @param units of the asset: received if above 0, delivered below.
     * @param moneyKopecks received if above 0, paid below.
     */
    void onObligation(int accountId, int instrument, int settleDate, long units, long moneyKopecks);
}
