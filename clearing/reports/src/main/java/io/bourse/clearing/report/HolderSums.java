// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.engine.protocol.AccountCode;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * Sums of registers by holder, in the order of the holders. Registers of a brokerage firm have one holder and follow
 * each other.
 */
final class HolderSums<T>
{
    private final Map<String, T> byHolder = new TreeMap<>();
    private final LongFunction<String> holders;
    private final Supplier<T> empty;
    private long firm = -1;
    private T sums;

    /** Sums that are made as they are needed; the holder of a packed firm has a name. */
    HolderSums(final LongFunction<String> holders, final Supplier<T> empty)
    {
        this.holders = holders;
        this.empty = empty;
    }

    /** Those that a register belongs to. */
    T of(final long code)
    {
        final long firmNow = AccountCode.brokerageFirm(code);
        if (firmNow != firm)
        {
            firm = firmNow;
            sums = byHolder.computeIfAbsent(holders.apply(firm), holder -> empty.get());
        }
        return sums;
    }

    Map<String, T> byHolder()
    {
        return byHolder;
    }
}
