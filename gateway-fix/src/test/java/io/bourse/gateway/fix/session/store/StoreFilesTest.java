// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session.store;

import org.agrona.concurrent.SystemEpochNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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
        }
        try (SessionStore store = new SessionStore(
            directory.resolve("FIXAA01"), ByteBuffer.allocateDirect(4096), SystemEpochNanoClock.INSTANCE))
        {
            store.setNextSenderMsgSeqNum(42);
        }

        assertEquals(OptionalLong.of(4711), StoreFiles.handedPosition(directory));
        assertEquals(Map.of("FIXAA01", 42L), StoreFiles.nextSenderNumbers(directory));
    }

    @Test
    void shouldReportNothingAndMakeNothingWhereNoGatewayRan() throws IOException
    {
        final Path nowhere = directory.resolve("nowhere");

        assertEquals(OptionalLong.empty(), StoreFiles.handedPosition(nowhere));
        assertEquals(Map.of(), StoreFiles.nextSenderNumbers(nowhere));
        assertFalse(Files.exists(nowhere));
    }

    @Test
    void shouldRefuseWhatIsNotAMark() throws IOException
    {
        Files.write(directory.resolve(HandedMark.FILE_NAME), new byte[64]);

        assertThrows(IOException.class, () -> StoreFiles.handedPosition(directory));
    }
}
