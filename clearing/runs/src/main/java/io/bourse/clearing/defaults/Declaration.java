// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

import java.util.List;

/**
 * The declaration of a member as a defaulter; in force when another person has approved it.
 *
 * @param defaultId number of the default, from 1.
 * @param settlementAccount that is in default.
 * @param firms brokerage firms under it, in order.
 * @param tradingDate YYYYMMDD on which it was asked for.
 * @param callKopecks of the call that was not met; 0 when there is another reason.
 * @param reason in words.
 * @param requester who asked for it.
 */
@JsonPropertyOrder({"defaultId", "settlementAccount", "firms", "tradingDate", "callKopecks", "reason", "requester"})
public record Declaration(
    long defaultId,
    String settlementAccount,
    List<String> firms,
    int tradingDate,
    long callKopecks,
    String reason,
    String requester)
{
    /** Unmodifiable copy. */
    public Declaration
    {
        firms = List.copyOf(firms);
    }
}
