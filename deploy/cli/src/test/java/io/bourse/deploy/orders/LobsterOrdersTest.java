// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.orders;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class LobsterOrdersTest
{
    private static final String EMPTY_ASK = "9999999999,0";
    private static final String EMPTY_BID = "-9999999999,0";

    @TempDir
    private Path dir;

    @Test
    void shouldMapEveryTypeWhenThereIsNoBook() throws IOException
    {
        final LobsterOrders orders = new LobsterOrders(Files.writeString(dir.resolve("m.csv"), """
            34200.1,1,501,100,1000000,1
            34200.2,1,502,50,1001000,-1
            34200.3,2,501,40,1000000,1
            34200.4,4,502,20,1001000,-1
            34200.5,4,501,10,1000000,1
            34200.6,5,0,5,1000500,1
            34200.7,3,502,30,1001000,-1
            34200.8,6,0,5,1000500,1
            34200.9,7,0,0,-1,-1
            34201.0,2,999,10,1000000,1
            34201.1,3,998,10,1000000,1
            """));

        assertEquals(4, orders.newOrderCount());
        assertEquals(List.of(
            "NEW 501 buy 100@10000000 account=0",
            "NEW 502 sell 50@10010000 account=1",
            "REDUCE 501 by 40",
            "NEW -4 buy 20@10010000 IOC account=0",
            "NEW -5 sell 10@10000000 IOC account=1",
            "CANCEL 502"), Actions.all(orders));
        assertEquals(List.of(
            "executions of hidden orders and halts (types 5..7): 3",
            "changes of orders from before the file without a synthetic order: 2",
            "levels that had changed below sight, by the order book file: taken off 0, added 0"), orders.omissions());
    }

    @Test
    void shouldSeedTheBookOfRowZeroAndTakeUnknownOrdersOffIt() throws IOException
    {
        final Path file = Actions.zip(dir.resolve("day.zip"), Map.of(
            "XYZ_message_2.csv", """
                34200.1,1,501,100,1000000,1
                34200.2,2,77,30,1000000,1
                34200.3,3,78,70,1000000,1
                34200.4,3,79,25,1003000,-1
                34200.5,3,80,25,1004000,-1
                34200.6,3,501,100,1000000,1
                """,
            "XYZ_orderbook_2.csv", String.join("\n",
                "1001000,60,1000000,200,1003000,25,999000,40",
                "1001000,60,1000000,170,1003000,25,999000,40",
                "1001000,60,1000000,100,1003000,25,999000,40",
                "1001000,60,1000000,100," + EMPTY_ASK + ",999000,40",
                "1001000,60,1000000,100," + EMPTY_ASK + ",999000,40",
                "1001000,60,999000,40," + EMPTY_ASK + "," + EMPTY_BID,
                "")));
        final LobsterOrders orders = new LobsterOrders(file);

        final long ask1 = LobsterOrders.syntheticKey(false, 10_010_000);
        final long ask2 = LobsterOrders.syntheticKey(false, 10_030_000);
        final long bid1 = LobsterOrders.syntheticKey(true, 10_000_000);
        final long bid2 = LobsterOrders.syntheticKey(true, 9_990_000);
        assertEquals(4, orders.newOrderCount());
        // Order 501 is part of row 0, so it is in the seed: its delete takes from the synthetic order too.
        assertEquals(List.of(
            "NEW " + ask1 + " sell 60@10010000 account=1",
            "NEW " + ask2 + " sell 25@10030000 account=1",
            "NEW " + bid1 + " buy 200@10000000 account=0",
            "NEW " + bid2 + " buy 40@9990000 account=0",
            "REDUCE " + bid1 + " by 30",
            "REDUCE " + bid1 + " by 70",
            "REDUCE " + ask2 + " by 25",
            "REDUCE " + bid1 + " by 100"), Actions.all(orders));
        assertEquals("changes of orders from before the file without a synthetic order: 1", orders.omissions().get(1));
    }

    @Test
    void shouldMakeWhatComesIntoSightEqualToTheOrderBookFile() throws IOException
    {
        // One level: 502 goes out of sight, is cancelled there, and 77 has come; a trade meets what the file shows.
        final LobsterOrders orders = new LobsterOrders(Actions.zip(dir.resolve("day.zip"), Map.of(
            "XYZ_message_1.csv", """
                34200.1,1,501,100,1000000,1
                34200.2,1,502,60,1001000,1
                34200.3,1,503,10,1002000,1
                34200.4,1,504,20,1001000,1
                34200.5,3,503,10,1002000,1
                34200.6,4,504,20,1001000,1
                34200.7,4,77,5,1000500,1
                """,
            "XYZ_orderbook_1.csv", String.join("\n",
                EMPTY_ASK + ",1000000,100",
                EMPTY_ASK + ",1001000,60",
                EMPTY_ASK + ",1002000,10",
                EMPTY_ASK + ",1002000,10",
                EMPTY_ASK + ",1001000,20",
                EMPTY_ASK + ",1000500,15",
                EMPTY_ASK + ",1000500,10",
                ""))));
        assertEquals(7, orders.newOrderCount());
        assertEquals(2, orders.recordedTrades());
        final long added = Long.MIN_VALUE / 2 + 1;
        assertEquals(List.of(
            "NEW " + LobsterOrders.syntheticKey(true, 10_000_000) + " buy 100@10000000 account=0",
            "NEW 502 buy 60@10010000 account=0",
            "NEW 503 buy 10@10020000 account=0",
            "NEW 504 buy 20@10010000 account=0",
            "CANCEL 503",
            "CANCEL 502",
            "NEW -6 sell 20@10010000 IOC account=1",
            "NEW " + added + " buy 15@10005000 account=0",
            "NEW -7 sell 5@10005000 IOC account=1"), Actions.all(orders));
        assertEquals("levels that had changed below sight, by the order book file: taken off 1, added 1",
            orders.omissions().get(2));
    }

    @Test
    void shouldReadRowsSideBySide() throws IOException
    {
        final Path file = Actions.zip(dir.resolve("day.zip"), Map.of(
            "XYZ_message_2.csv", "34200.1,1,501,100,1000000,1\n34200.2,4,501,7,1000000,1\n",
            "XYZ_orderbook_2.csv", EMPTY_ASK + ",1000000,100," + EMPTY_ASK + "," + EMPTY_BID + "\n" +
                "1001000,5,1000000,93," + EMPTY_ASK + "," + EMPTY_BID + "\n"));
        try (LobsterReader reader = new LobsterReader(file))
        {
            assertEquals(new LobsterMessage(1, 501, 100, 10_000_000, true), reader.next());
            assertEquals(1, reader.row());
            assertArrayEquals(new long[0], reader.bookRow().askPriceE5());
            assertArrayEquals(new long[]{10_000_000}, reader.bookRow().bidPriceE5());
            assertEquals(new LobsterMessage(4, 501, 7, 10_000_000, true), reader.next());
            assertArrayEquals(new long[]{10_010_000}, reader.bookRow().askPriceE5());
            assertArrayEquals(new long[]{5}, reader.bookRow().askSize());
            assertArrayEquals(new long[]{93}, reader.bookRow().bidSize());
            assertNull(reader.next());
            assertNull(reader.bookRow());
            assertEquals(2, reader.row());
        }
    }

    @Test
    void shouldHaveNoOrdersWhenTheFileIsEmpty() throws IOException
    {
        final LobsterOrders orders = new LobsterOrders(Files.writeString(dir.resolve("m.csv"), ""));
        assertEquals(0, orders.newOrderCount());
        assertEquals(List.of(), Actions.all(orders));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "34200.2,1,502,50,1001000",
        "34200.2,one,502,50,1001000,1",
        "34200.2,1,502,5.0,1001000,1",
        "34200.2,1,502,50,1001000,0",
        "34200.2,1,502,50,9223372036854775807,1",
        "34200.2,1,,50,1001000,1"})
    void shouldNameFileRowAndLineWhenAMessageIsMalformed(final String line) throws IOException
    {
        final Path file = Files.writeString(dir.resolve("m.csv"), "34200.1,1,501,100,1000000,1\n" + line + "\n");
        final String message = assertThrows(IOException.class, () -> new LobsterOrders(file)).getMessage();
        assertTrue(message.contains("file=" + file + " row=2 line=" + line), message);
        assertTrue(message.contains(" reason="), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1001000,60,1000000", "1001000,60,1000000,x"})
    void shouldNameFileRowAndLineWhenABookRowIsMalformed(final String line) throws IOException
    {
        final Path file = Actions.zip(dir.resolve("day.zip"), Map.of(
            "XYZ_message_1.csv", "34200.1,1,501,100,1000000,1\n34200.2,1,502,100,1000000,1\n",
            "XYZ_orderbook_1.csv", EMPTY_ASK + ",1000000,100\n" + line + "\n"));
        final String message = assertThrows(IOException.class, () -> new LobsterOrders(file)).getMessage();
        assertTrue(message.contains("file=" + file + " row=2 line=" + line), message);
    }

    @Test
    void shouldRefuseAZipWithoutMessages() throws IOException
    {
        final Path file = Actions.zip(dir.resolve("day.zip"), Map.of("readme.txt", "nothing"));
        final String message = assertThrows(IOException.class, () -> new LobsterOrders(file)).getMessage();
        assertTrue(message.contains("no LOBSTER message file") && message.contains(file.toString()), message);
    }
}
