// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MulticastEndpointTest
{
    @Test
    void shouldReadGroupAndPort()
    {
        assertEquals("239.195.1.1:20081", MulticastEndpoint.parse("239.195.1.1:20081").toString());
    }

    @Test
    void shouldNameTheValueWhenItIsNotAnEndpoint()
    {
        for (final String text : new String[]{
            "", ":1", "239.195.1.1", "239.195.1.1:", "239.195.1.1:0", "239.195.1.1:65536", "127.0.0.1:5000",
            "localhost:5000", "239.195.1:5000", "239.195.1.300:5000", "239.195.1.1:-1"})
        {
            final IllegalArgumentException ex =
                assertThrows(IllegalArgumentException.class, () -> MulticastEndpoint.parse(text), text);
            assertTrue(ex.getMessage().contains("="), ex.getMessage());
        }
    }
}
