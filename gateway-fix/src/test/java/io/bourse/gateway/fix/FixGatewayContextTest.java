// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FixGatewayContextTest
{
    @Test
    void shouldNameKeyAndValueWhenAnOptionIsWrong()
    {
        assertNames(new FixGateway.Context(), "engineClient=null");
    }

    private static void assertNames(final FixGateway.Context context, final String fact)
    {
        final Exception e = assertThrows(IllegalArgumentException.class, () -> new FixGateway(context));
        assertTrue(e.getMessage().contains(fact), e.getMessage());
    }
}
