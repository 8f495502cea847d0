// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.orders;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class OrderLogOrdersTest
{
    private static final String HEADER =
        "bizindex,time_hhmmsscc,kind,side_or_aggressor,order_or_buy_no,sell_no,price_e3,qty_e3\n";

    @TempDir
    private Path dir;

    @Test
    void shouldRebuildIncomingOrdersFromTradesAndRemainders() throws IOException
    {
        final Path file = Files.writeString(dir.resolve("log.csv"), HEADER + """
            1,9150000,ADD,B,1,,10000,300000
            2,9150001,ADD,S,2,,9990,200000
            3,9150002,ADD,B,3,,9980,100000
            4,9150003,DEL,B,3,,9980,100000
            5,9250000,TRD,N,1,2,9995,200000
            6,9300000,ADD,S,4,,10010,100000
            7,9300001,TRD,B,5,4,10010,100000
            8,9300002,ADD,B,5,,10020,50000
            9,9300003,TRD,S,5,6,10020,20000
            10,9300004,TRD,S,1,6,10000,30000
            11,9300005,DEL,B,1,,10000,70000
            12,14570000,ADD,B,7,,10000,100000
            """);
        try (OrderLogOrders orders = new OrderLogOrders(file))
        {
            assertEquals(4, orders.newOrderCount());
            assertEquals(List.of(
                "NEW 1 B 100@1000000",
                "NEW 4 S 100@1001000",
                "NEW 5 B 150@1002000",
                "NEW 6 S 50@1000000",
                "CANCEL 1"), Actions.of(orders));
            assertTrue(orders.omissions().get(0).endsWith(": 1"), orders.omissions().toString());
            assertTrue(orders.omissions().get(1).endsWith(": 1"), orders.omissions().toString());
        }
    }

    @Test
    void shouldKnowItsOwnFiles() throws IOException
    {
        assertTrue(OrderLogOrders.hasHeader(Files.writeString(dir.resolve("log.csv"), HEADER)));
        assertFalse(OrderLogOrders.hasHeader(Files.writeString(dir.resolve("lob.csv"), "34200.1,1,1,1,1,1\n")));
    }

    @Test
    void shouldNameFileAndRowWhenARowIsMalformed() throws IOException
    {
        final Path file = Files.writeString(dir.resolve("bad.csv"), HEADER + "1,9300000,ADD,B,x,,1,1\n");

        final String message =
            assertThrows(IllegalArgumentException.class, () -> new OrderLogOrders(file)).getMessage();

        assertTrue(message.contains("bad.csv") && message.contains("row=1"), message);
    }
}
