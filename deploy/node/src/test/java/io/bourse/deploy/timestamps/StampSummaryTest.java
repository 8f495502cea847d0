// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.timestamps;

import io.bourse.engine.telemetry.SendStamps;
import io.bourse.engine.telemetry.StampFiles;
import io.bourse.engine.telemetry.StampKind;
import io.bourse.engine.telemetry.TimestampLog;
import io.bourse.engine.telemetry.TimestampOptions;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * What the summary says of files that differ.
 */
class StampSummaryTest
{
    private static final int DATE = 20261121;
    /** Where {@code SegmentHeader} has the clock. */
    private static final int CLOCK_OFFSET = 96;
    private static final int HEADER_LENGTH = 128;

    @TempDir
    private Path dir;

    @Test
    void shouldSayHowGoodTheClockWasAndWhichFilesAreOlder() throws IOException
    {
        try (TimestampLog log = new TimestampLog(
            new TimestampOptions(StampQuery.directory(dir), 30, 0), StampKind.SENDS, "simba-0", 0, 7))
        {
            log.tradingDate(DATE);
            final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
            int offset = log.claim();
            while (TimestampLog.NONE == offset)
            {
                idle.idle();
                offset = log.claim();
            }
            SendStamps.put(log.buffer(), offset, 1, 2, 3);
            log.commit();
        }
        final Path file = StampFiles.list(StampQuery.directory(dir)).files().stream()
            .filter((found) -> DATE == found.tradingDate()).findFirst().orElseThrow().path();
        final byte[] older = Files.readAllBytes(file);
        Arrays.fill(older, CLOCK_OFFSET, HEADER_LENGTH, (byte)0);
        Files.write(file.resolveSibling("simba-1-00000001.stamps"), older);

        final StringWriter text = new StringWriter();
        StampSummary.of(StampQuery.open(List.of(dir), DATE)).print(new PrintWriter(text));
        final String clock = StampFiles.list(StampQuery.directory(dir)).files().stream()
            .filter((found) -> file.equals(found.path())).findFirst().orElseThrow().clock().text();
        assertEquals(
            List.of(
                "clock, at worst     not in the header, the file is older: 1 of 2 files",
                "                    " + clock + ": 1 of 2 files"),
            text.toString().lines().dropWhile((line) -> !line.startsWith("clock")).limit(2).toList());
    }
}
