// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.engine.protocol.AccountCode;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.Stream;

/** Who pays what a settlement account is charged. */
class PayersTest
{
    private static final List<String> CODES =
        List.of("AA01001", "AA02000", "AA03000", "BB01001", "BB01002", "CC01000", "CC02001", "DD01X00");

    private int reads;

    @Test
    void shouldTakeTheFirstOwnRegisterElseTheFirstAndLookOnce()
    {
        final Payers payers = new Payers(new Order(), code ->
        {
            final String member = AccountCode.unpack(code).substring(0, 2);
            return "CC".equals(member) ? "BB" : member;
        });
        assertEquals(0, reads, "nobody is charged yet");
        assertEquals(List.of(6, 2, 0, -1),
            Stream.of("AA", "BB", "DD", "CC").map(payers::of).toList());
        assertEquals(CODES.size(), reads);
    }

    /** The later the id, the earlier the code. */
    private final class Order implements RegisterOrder
    {
        @Override
        public int size()
        {
            return CODES.size();
        }

        @Override
        public long code(final int accountId)
        {
            reads++;
            return AccountCode.pack(CODES.get(rank(accountId)));
        }

        @Override
        public int rank(final int accountId)
        {
            return CODES.size() - 1 - accountId;
        }

        @Override
        public int accountAt(final int rank)
        {
            return CODES.size() - 1 - rank;
        }
    }
}
