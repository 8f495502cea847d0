// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session.store;

import org.agrona.concurrent.SystemEpochNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

class StoreFilesTest
{
    @TempDir
    private Path directory;

    @Test
    void shouldReportWhatAGatewayLeft() throws IOException
    {
        try (HandedMark mark = new HandedMark(directory))
        {
            mark.position(4711);
            mark.own(77);
        }
        try (SessionStore store = new SessionStore(
            directory.resolve("FIXAA01"), ByteBuffer.allocateDirect(4096), SystemEpochNanoClock.INSTANCE))
        {
            store.setNextSenderMsgSeqNum(42);
        }

        assertEquals(OptionalLong.of(4711), StoreFiles.handedPosition(directory));
        assertEquals(77, StoreFiles.epoch(directory));
        assertEquals(Map.of("FIXAA01", 42L), StoreFiles.nextSenderNumbers(directory));
    }

    @Test
    void shouldReportNothingAndMakeNothingWhereNoGatewayRan() throws IOException
    {
        final Path nowhere = directory.resolve("nowhere");

        assertEquals(OptionalLong.empty(), StoreFiles.handedPosition(nowhere));
        assertEquals(0, StoreFiles.epoch(nowhere));
        assertEquals(Map.of(), StoreFiles.nextSenderNumbers(nowhere));
        assertFalse(Files.exists(nowhere));
    }

    @Test
    void shouldShowTheLastMessagesOfASessionThatGoesOn() throws IOException
    {
        try (SessionStore store = new SessionStore(
            directory.resolve("FIXAA01"), ByteBuffer.allocateDirect(4096), SystemEpochNanoClock.INSTANCE))
        {
            for (int i = 1; i <= 5; i++)
            {
                final byte[] body = ("11=order-" + i + "\u0001").getBytes(StandardCharsets.US_ASCII);
                store.append(i, 1, 1_000L * i, FrameEncoder.pack(4 == i ? "AE" : "8"), body, body.length);
            }
            store.incrNextTargetMsgSeqNum();
            assertEquals(
                List.of(new StoredMessage(4, 4_000, "AE", "11=order-4\u0001"),
                    new StoredMessage(5, 5_000, "8", "11=order-5\u0001")),
                StoreFiles.lastMessages(directory, "FIXAA01", 2));
            assertEquals(5, StoreFiles.lastMessages(directory, "FIXAA01", 100).size());
            final StoredSession session = StoreFiles.session(directory, "FIXAA01").orElseThrow();
            assertEquals(6, session.nextSender());
            assertEquals(2, session.nextTarget());
        }
        assertEquals(List.of(), StoreFiles.lastMessages(directory, "FIXBB01", 2));
        assertEquals(Optional.empty(), StoreFiles.session(directory, "FIXBB01"));
    }

    @Test
    void shouldLetNumbersGoOnLaterAndKeepTheMessages() throws IOException
    {
        final byte[] body = "11=order\u0001".getBytes(StandardCharsets.US_ASCII);
        for (int life = 0; life < 2; life++)
        {
            try (SessionStore store = new SessionStore(
                directory.resolve("FIXAA01"), ByteBuffer.allocateDirect(4096), SystemEpochNanoClock.INSTANCE))
            {
                assertEquals(1 + 1_001 * life, store.append(1 + life, 1, 1_000, FrameEncoder.pack("8"), body,
                    body.length));
            }
            StoreFiles.skipNumbers(directory, 1_000);
            assertEquals(Map.of("FIXAA01", 1_002L + 1_001 * life), StoreFiles.nextSenderNumbers(directory));
        }
        assertEquals(List.of(1, 1_002), StoreFiles.lastMessages(directory, "FIXAA01", 2).stream()
            .map(StoredMessage::number).toList());
    }

    @Test
    void shouldRefuseWhatIsNotAMark() throws IOException
    {
        Files.write(directory.resolve(HandedMark.FILE_NAME), new byte[64]);

        assertThrows(IOException.class, () -> StoreFiles.handedPosition(directory));
    }
}
