// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.field.FixText;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

class RequestIdsTest
{
    @Test
    void shouldRememberTheLastIdsOfEveryKind()
    {
        final RequestIds ids = new RequestIds(100);
        for (int i = 0; i < 1_000; i++)
        {
            ids.add(OrderRequest.Kind.CANCEL, new FixText().set("id" + i));
            ids.add(OrderRequest.Kind.CANCEL, new FixText().set("id" + i));
        }
        for (int i = 0; i < 1_000; i++)
        {
            final FixText id = new FixText().set("id" + i);
            assertEquals(i >= 900, ids.contains(OrderRequest.Kind.REPLACE, id));
            assertEquals(false, ids.contains(OrderRequest.Kind.MASS_CANCEL, id));
        }
    }
}
