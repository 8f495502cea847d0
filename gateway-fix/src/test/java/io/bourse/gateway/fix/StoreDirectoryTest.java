// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import quickfix.FileStoreFactory;
import quickfix.MessageStore;
import quickfix.SessionID;

class StoreDirectoryTest
{
    @TempDir
    private Path directory;

    @Test
    void shouldTellWhatAGatewayLeft() throws IOException
    {
        try (HandedMark mark = new HandedMark(directory))
        {
            mark.position(4711);
        }
        final SessionID sessionId = new SessionID("FIX.4.4", "BOURSE", "FIXAA01");
        final MessageStore store = new FileStoreFactory(
            FixSettings.sessions(directory, TimeUnit.SECONDS.toNanos(10), 100)).create(sessionId);
        store.setNextSenderMsgSeqNum(42);

        assertEquals(OptionalLong.of(4711), StoreDirectory.handedPosition(directory));
        assertEquals(Map.of("FIX.4.4-BOURSE-FIXAA01", 42L), StoreDirectory.nextSenderNumbers(directory));
    }

    @Test
    void shouldTellNothingAndMakeNothingWhereNoGatewayRan() throws IOException
    {
        final Path nowhere = directory.resolve("nowhere");

        assertEquals(OptionalLong.empty(), StoreDirectory.handedPosition(nowhere));
        assertEquals(Map.of(), StoreDirectory.nextSenderNumbers(nowhere));
        assertFalse(Files.exists(nowhere));
    }

    @Test
    void shouldRefuseWhatIsNotAMark() throws IOException
    {
        Files.write(directory.resolve(HandedMark.FILE_NAME), new byte[64]);

        assertThrows(IOException.class, () -> StoreDirectory.handedPosition(directory));
    }
}
