// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.recovery;

import io.bourse.engine.host.offline.Verdict;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * How numbers are shown to people.
 */
final class Texts
{
    private static final long NS_PER_S = 1_000_000_000L;
    private static final int E5 = 5;

    private Texts()
    {
    }

    static String time(final long epochNs)
    {
        return 0 == epochNs ? "-" : Instant.ofEpochSecond(epochNs / NS_PER_S, epochNs % NS_PER_S).toString();
    }

    static String hash(final long hash)
    {
        return String.format("%016x", hash);
    }

    static String price(final long priceE5)
    {
        return BigDecimal.valueOf(priceE5, E5).stripTrailingZeros().toPlainString();
    }

    static String verdict(final Verdict verdict)
    {
        return switch (verdict)
        {
            case WHOLE -> "ok: everything is there and nothing else";
            case REPAIRABLE -> "repairable: nothing that was published is lost; `bourse start` or " +
                "`bourse recover --apply` repairs it";
            case DAMAGED -> "damaged: keep the directory as it is; see docs/recovery.md for what is named above";
        };
    }
}
