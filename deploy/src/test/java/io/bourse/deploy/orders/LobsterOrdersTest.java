// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.orders;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class LobsterOrdersTest
{
    private static final String MESSAGES = """
        34200.1,1,11,100,1000000,1
        34200.2,1,12,50,1000100,-1
        34200.3,2,11,30,1000000,1
        34200.4,4,12,20,1000100,-1
        34200.5,5,0,7,1000050,1
        34200.6,3,11,70,1000000,1
        34200.7,2,99,5,1000200,-1
        """;
    private static final String BOOKS = """
        1000200,40,1000000,100
        1000100,50,1000000,100
        1000100,50,1000000,70
        1000100,30,1000000,70
        1000100,30,1000000,70
        1000100,30,-9999999999,0
        1000100,30,-9999999999,0
        """;

    @TempDir
    private Path dir;

    @Test
    void shouldTurnMessagesIntoRequestsWhenThereIsNoBookFile() throws IOException
    {
        final Path file = Files.writeString(dir.resolve("day_message_1.csv"), MESSAGES);
        try (LobsterOrders orders = new LobsterOrders(file))
        {
            assertEquals(3, orders.newOrderCount());
            assertEquals(List.of(
                "NEW 11 B 100@10000000",
                "NEW 12 S 50@10001000",
                "REDUCE 11 by 30",
                "NEW -4 B 20@10001000 IOC",
                "CANCEL 11"), Actions.of(orders));
            assertTrue(orders.omissions().get(0).endsWith(": 1"), orders.omissions().toString());
            assertTrue(orders.omissions().get(1).endsWith(": 1"), orders.omissions().toString());
        }
    }

    @Test
    void shouldSeedTheBookAndReduceSyntheticOrdersWhenThereIsABookFile() throws IOException
    {
        final long ask = LobsterOrders.syntheticKey(false, 10_002_000);
        final long bid = LobsterOrders.syntheticKey(true, 10_000_000);
        try (LobsterOrders orders = new LobsterOrders(zip()))
        {
            assertEquals(4, orders.newOrderCount());
            assertEquals(List.of(
                "NEW " + ask + " S 40@10002000",
                "NEW " + bid + " B 100@10000000",
                "NEW 12 S 50@10001000",
                "REDUCE " + bid + " by 30",
                "NEW -4 B 20@10001000 IOC",
                "REDUCE " + bid + " by 70",
                "REDUCE " + ask + " by 5"), Actions.of(orders));
        }
    }

    @Test
    void shouldNameFileAndRowWhenARowIsMalformed() throws IOException
    {
        final Path file = Files.writeString(dir.resolve("bad.csv"), "34200.1,1,11,100,1000000,1\n34200.1,1,x,1,1,1\n");

        final String message = assertThrows(IOException.class, () -> new LobsterOrders(file)).getMessage();

        assertTrue(message.contains("bad.csv") && message.contains("row=2"), message);
    }

    @Test
    void shouldRefuseAZipWithoutMessages() throws IOException
    {
        final Path file = dir.resolve("empty.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file)))
        {
            entry(zip, "readme.txt", "nothing here");
        }

        assertThrows(IOException.class, () -> new LobsterOrders(file));
    }

    private Path zip() throws IOException
    {
        final Path file = dir.resolve("day.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file)))
        {
            entry(zip, "day_message_1.csv", MESSAGES);
            entry(zip, "day_orderbook_1.csv", BOOKS);
        }
        return file;
    }

    private static void entry(final ZipOutputStream zip, final String name, final String text)
    {
        try
        {
            zip.putNextEntry(new ZipEntry(name));
            final OutputStream out = zip;
            out.write(text.getBytes(StandardCharsets.US_ASCII));
            zip.closeEntry();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
