// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.orders;

/**
 * One row of a LOBSTER message file.
 *
 * @param type 1 new, 2 partial cancel, 3 delete, 4 execution of a visible order, 5 of a hidden one, 7 halt.
 * @param orderId of the resting order.
 * @param size shares: new, taken off or executed.
 * @param priceE5 x 100 000 (the file's x 10 000 times ten).
 * @param buy side of the resting order.
 */
public record LobsterMessage(int type, long orderId, long size, long priceE5, boolean buy)
{
    /** New limit order. */
    public static final int NEW = 1;
    /** Part of an order is taken off. */
    public static final int PARTIAL_CANCEL = 2;
    /** The order is taken out. */
    public static final int DELETE = 3;
    /** A visible order traded. */
    public static final int EXECUTION = 4;
}
