// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.bourse.clearing.PreconditionException;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * One step of a default, carried out by the next run once it is approved.
 *
 * @param defaultId number of the default.
 * @param number of the plan within it, from 1.
 * @param kind what it does.
 * @param firms brokerage firms of the defaulter.
 * @param ports clients that go: register of the defaulter to register of another member. With PORT those that go now,
 * with CLOSE_OUT all that have gone or will.
 * @param takeOvers by instrument, with CLOSE_OUT.
 * @param cover with COVER.
 * @param waterfall with COVER: how the loss ran through the layers; else null.
 * @param requester who asked for it.
 * @param sales with SELL_COLLATERAL; null in files of an earlier version.
 * @param withdraws number of the plan that is taken back, with WITHDRAW; else 0.
 */
@JsonPropertyOrder({"defaultId", "number", "kind", "firms", "ports", "takeOvers", "cover", "waterfall", "requester",
    "sales", "withdraws"})
public record DefaultPlan(
    long defaultId,
    int number,
    PlanKind kind,
    List<String> firms,
    SortedMap<String, String> ports,
    List<TakeOver> takeOvers,
    List<CoverLine> cover,
    Waterfall waterfall,
    String requester,
    List<CollateralSale> sales,
    int withdraws)
{
    /** Unmodifiable copy. */
    public DefaultPlan
    {
        firms = List.copyOf(firms);
        ports = Collections.unmodifiableSortedMap(new TreeMap<>(ports));
        takeOvers = List.copyOf(takeOvers);
        cover = List.copyOf(cover);
        sales = null == sales ? List.of() : List.copyOf(sales);
    }

    /**
     * Name of the plan among those of all defaults.
     *
     * @return number of the default and its own, as 1-2.
     */
    public String name()
    {
        return name(defaultId, number);
    }

    /**
     * Name of a plan among those of all defaults.
     *
     * @param defaultId number of the default.
     * @param number of the plan within it.
     * @return both, as 1-2.
     */
    public static String name(final long defaultId, final int number)
    {
        return defaultId + "-" + number;
    }

    /** Account id of a register that a plan names. */
    static int account(final ToIntFunction<String> accountOf, final String code)
    {
        final int account = accountOf.applyAsInt(code);
        if (account < 0)
        {
            throw new PreconditionException("a plan of a default names a register that is not defined: register=" +
                code);
        }
        return account;
    }
}
