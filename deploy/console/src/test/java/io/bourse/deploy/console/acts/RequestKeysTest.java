// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.acts;

import io.bourse.deploy.console.ApiException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class RequestKeysTest
{
    private static final Reply DONE = new Reply(200, "{\"outcome\":\"done\"}", true);
    private static final Reply BUSY = new Reply(503, "{}", false);

    @TempDir
    private Path dir;

    private final List<String> executed = new ArrayList<>();
    private long nowMs = 1_000_000_000_000L;
    private Path file;

    @BeforeEach
    void setUp()
    {
        file = dir.resolve("operators").resolve("consoles").resolve("anna.jsonl");
    }

    @Test
    void shouldExecuteOnceAndAnswerTheSameAlsoAfterARestart() throws IOException
    {
        try (RequestKeys keys = open())
        {
            assertEquals(DONE, keys.reply("a", "body", executing("a", DONE)));
            assertEquals(DONE, keys.reply("a", "body", executing("again", BUSY)));
            assertEquals(DONE, keys.reply("b", "body", executing("b", DONE)));
        }
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        try (RequestKeys keys = open())
        {
            assertEquals(DONE, keys.reply("a", "body", executing("again", BUSY)));
        }
        assertEquals(List.of("a", "b"), executed);
    }

    @Test
    void shouldRefuseTheSameKeyWithAnotherBody() throws IOException
    {
        try (RequestKeys keys = open())
        {
            keys.reply("a", "body", executing("a", DONE));
            assertEquals(422, status(keys, "a", "other"));
        }
        assertEquals(List.of("a"), executed);
    }

    @Test
    void shouldExecuteAgainWhenNothingWasDone() throws IOException
    {
        try (RequestKeys keys = open())
        {
            assertEquals(BUSY, keys.reply("a", "body", executing("first", BUSY)));
        }
        try (RequestKeys keys = open())
        {
            assertEquals(DONE, keys.reply("a", "another body", executing("second", DONE)));
        }
        assertEquals(List.of("first", "second"), executed);
    }

    @Test
    void shouldSayThatTheOutcomeIsUnknownWhenTheExecutionCameToNoEnd() throws IOException
    {
        try (RequestKeys keys = open())
        {
            assertThrows(IllegalArgumentException.class, () -> keys.reply("a", "body", () ->
            {
                throw new IllegalArgumentException("a defect");
            }));
            assertEquals(504, status(keys, "a", "body"));
        }
        try (RequestKeys keys = open())
        {
            assertEquals(504, status(keys, "a", "body"));
        }
        assertEquals(List.of(), executed);
    }

    @Test
    void shouldForgetAfterADay() throws IOException
    {
        try (RequestKeys keys = open())
        {
            keys.reply("a", "body", executing("a", DONE));
            nowMs += TimeUnit.DAYS.toMillis(1);
            assertEquals(DONE, keys.reply("a", "body", executing("again", DONE)));
            nowMs++;
            assertEquals(DONE, keys.reply("a", "body", executing("the next day", DONE)));
        }
        assertEquals(List.of("a", "the next day"), executed);
    }

    @Test
    void shouldPassOverALineThatWasNotWrittenToItsEnd() throws IOException
    {
        try (RequestKeys keys = open())
        {
            keys.reply("a", "body", executing("a", DONE));
        }
        Files.writeString(file, Files.readString(file) + "{\"key\":\"b\",\"sha2");
        try (RequestKeys keys = open())
        {
            assertEquals(DONE, keys.reply("a", "body", executing("again", DONE)));
            assertEquals(DONE, keys.reply("b", "body", executing("b", DONE)));
        }
        assertEquals(List.of("a", "b"), executed);
    }

    @Test
    void shouldTakeNoMoreThanTheFileHolds() throws IOException
    {
        open().close();
        Files.writeString(file, IntStream.range(0, RequestKeys.MOST).mapToObj(i -> "{\"key\":\"k" + i +
            "\",\"sha256\":\"\",\"atMs\":" + nowMs + ",\"status\":200,\"body\":\"\"}\n").collect(Collectors.joining()));
        try (RequestKeys keys = open())
        {
            assertEquals(429, status(keys, "a", "body"));
            nowMs += TimeUnit.DAYS.toMillis(1) + 1;
            assertEquals(DONE, keys.reply("a", "body", executing("a", DONE)));
        }
        assertEquals(List.of("a"), executed);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "two words", "caf\u00e9",
        "0123456789012345678901234567890123456789" + "0123456789012345678901234567890123456789" + "X"})
    void shouldWantAKey(final String key) throws IOException
    {
        try (RequestKeys keys = open())
        {
            assertEquals(400, status(keys, key, "body"));
        }
        assertEquals(List.of(), executed);
    }

    @Test
    void shouldBeOfOneConsoleAtATime() throws IOException
    {
        try (RequestKeys ignored = open())
        {
            assertTrue(assertThrows(IllegalStateException.class, this::open).getMessage().startsWith(
                "another console of this operator runs on this data directory"));
        }
    }

    private RequestKeys open() throws IOException
    {
        return new RequestKeys(file, () -> nowMs);
    }

    private int status(final RequestKeys keys, final String key, final String content)
    {
        return assertThrows(
            ApiException.class, () -> keys.reply(key, content, executing("refused", DONE))).status();
    }

    private Supplier<Reply> executing(final String name, final Reply reply)
    {
        return () ->
        {
            executed.add(name);
            return reply;
        };
    }
}
