// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

/**
 * What a plan does.
 */
public enum PlanKind
{
    /** Clients go to registers of other members, with positions and money. */
    PORT,
    /** Other members take over what is left of the positions. */
    CLOSE_OUT,
    /** The loss is borne, layer by layer. */
    COVER,
    /** Assets of the defaulter are sold against money. */
    SELL_COLLATERAL,
    /** An approved plan that no run has carried out is taken back. Takes effect when it is approved itself. */
    WITHDRAW
}
