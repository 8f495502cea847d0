// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.orders;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;

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
    void shouldRebuildIncomingOrdersFromTradesAndRemainder() throws IOException
    {
        final OrderLogOrders orders = orders("""
            1,9300000,ADD,S,10,,100500,300000
            2,9300000,ADD,S,11,,100600,200000
            3,9300100,TRD,B,12,10,100500,300000
            4,9300100,TRD,B,12,11,100600,100000
            5,9300100,ADD,B,12,,100600,50000
            6,9300200,TRD,S,12,13,100600,50000
            7,9300300,TRD,B,14,11,100600,100000
            8,9300400,DEL,B,15,,99000,1000
            """);

        assertEquals(5, orders.newOrderCount());
        assertEquals(4, orders.recordedTrades());
        assertEquals(List.of(
            "NEW 10 sell 300@10050000 account=1",
            "NEW 11 sell 200@10060000 account=1",
            "NEW 12 buy 450@10060000 account=0",
            "NEW 13 sell 50@10060000 account=1",
            "NEW 14 buy 100@10060000 account=0",
            "CANCEL 15"), Actions.all(orders));
    }

    @Test
    void shouldTakeTheWorstPriceAsTheLimitWhenNothingIsLeft() throws IOException
    {
        assertEquals(List.of(
            "NEW 20 buy 30@10070000 account=0",
            "NEW 21 sell 30@9980000 account=1"), Actions.all(orders("""
            1,9300100,TRD,B,20,10,100500,10000
            2,9300100,TRD,B,20,11,100700,20000
            3,9300200,TRD,S,12,21,99900,10000
            4,9300200,TRD,S,13,21,99800,20000
            """)));
    }

    @Test
    void shouldTakeTheLimitOfTheRemainderEvenWhenItTradedBetter() throws IOException
    {
        assertEquals(List.of("NEW 20 buy 15@10090000 account=0"), Actions.all(orders("""
            1,9300100,TRD,B,20,10,100500,10000
            2,9300100,ADD,B,20,,100900,5000
            """)));
    }

    @Test
    void shouldSendTheOrdersOfBothAuctionsBetweenChangesOfPhase() throws IOException
    {
        final OrderLogOrders orders = orders("""
            1,9150000,ADD,B,1,,100000,500000
            2,9150100,ADD,S,2,,100000,200000
            3,9150200,ADD,S,3,,100500,100000
            4,9160000,DEL,S,3,,100500,100000
            5,9250000,TRD,N,1,2,100000,150000
            6,9250000,TRD,N,1,2,100000,50000
            7,9300000,ADD,B,4,,99000,70000
            8,9300100,TRD,S,1,5,100000,10000
            9,14565999,ADD,S,6,,101000,10000
            10,14570000,ADD,S,7,,100000,10000
            11,15000000,TRD,N,1,7,100000,10000
            12,15000100,DEL,S,6,,101000,10000
            """);

        assertEquals(7, orders.newOrderCount());
        assertEquals(4, orders.recordedTrades());
        assertEquals(List.of(
            "PHASE OPENING_AUCTION",
            "NEW 1 buy 500@10000000 account=0",
            "NEW 2 sell 200@10000000 account=1",
            "NEW 3 sell 100@10050000 account=1",
            "CANCEL 3",
            "PHASE CONTINUOUS",
            "NEW 4 buy 70@9900000 account=0",
            "NEW 5 sell 10@10000000 account=1",
            "NEW 6 sell 10@10100000 account=1",
            "PHASE CLOSING_AUCTION",
            "NEW 7 sell 10@10000000 account=1",
            "PHASE POST_TRADE"), Actions.all(orders));
        assertEquals(List.of("rows after the closing auction: 1"), orders.omissions());
    }

    @Test
    void shouldEndAuctionsInWhichNothingTrades() throws IOException
    {
        final OrderLogOrders orders = orders("""
            1,9150000,ADD,B,1,,100000,500000
            2,9300000,ADD,S,2,,101000,10000
            3,14570000,ADD,S,3,,102000,10000
            """);

        assertEquals(List.of(
            "PHASE OPENING_AUCTION",
            "NEW 1 buy 500@10000000 account=0",
            "PHASE CONTINUOUS",
            "NEW 2 sell 10@10100000 account=1",
            "PHASE CLOSING_AUCTION",
            "NEW 3 sell 10@10200000 account=1",
            "PHASE POST_TRADE"), Actions.all(orders));
        assertEquals(List.of(), orders.omissions());
    }

    @Test
    void shouldReadCompressedLogsAndKnowThemByTheirHeader() throws IOException
    {
        final Path log = dir.resolve("log.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(log)))
        {
            out.write((HEADER + "1,9300000,ADD,S,10,,100500,300000\n").getBytes(StandardCharsets.US_ASCII));
        }
        assertTrue(OrderLogOrders.hasHeader(log));
        assertEquals(List.of("NEW 10 sell 300@10050000 account=1"), Actions.all(new OrderLogOrders(log)));
        assertFalse(OrderLogOrders.hasHeader(Files.writeString(dir.resolve("m.csv"), "34200.1,1,501,100,1000000,1\n")));
        assertFalse(OrderLogOrders.hasHeader(Files.writeString(dir.resolve("empty.csv"), "")));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "2,9300000,ADD,S,11,,100500",
        "2,nine,ADD,S,11,,100500,1000",
        "2,9300000,ADD,S,eleven,,100500,1000",
        "2,9300000,TRD,S,11,,100500,1000",
        "2,9300000,ADD,S,11,,100.5,1000",
        "2,9300000,ADD,S,11,,100500,1500",
        "2,9300000,ADD,X,11,,100500,1000",
        "2,9300000,FOO,S,11,,100500,1000"})
    void shouldNameFileRowAndLineWhenARowIsMalformed(final String line) throws IOException
    {
        final Path file =
            Files.writeString(dir.resolve("log.csv"), HEADER + "1,9300000,ADD,S,10,,100500,300000\n" + line + "\n");
        final String message = assertThrows(IOException.class, () -> new OrderLogOrders(file)).getMessage();
        assertTrue(message.contains("file=" + file + " row=2 line=" + line), message);
        assertTrue(message.contains(" reason="), message);
    }

    private OrderLogOrders orders(final String rows) throws IOException
    {
        return new OrderLogOrders(Files.writeString(dir.resolve("log.csv"), HEADER + rows));
    }
}
