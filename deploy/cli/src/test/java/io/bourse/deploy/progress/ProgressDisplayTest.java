// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProgressDisplayTest
{
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long nowNs;

    @Test
    void shouldPrintALineEveryFewSecondsWhereThereIsNoTerminal()
    {
        try (ProgressDisplay display = new ProgressDisplay("orders", 200_000,
            new PrintStream(bytes, true, StandardCharsets.UTF_8), false, () -> nowNs))
        {
            display.phase("first half");
            for (int i = 1; i <= 100; i++)
            {
                nowNs += TimeUnit.MILLISECONDS.toNanos(100);
                display.stepTo(i * 1_000L);
            }
            display.phase("done");
        }
        assertEquals(List.of(
            "orders 0/200,000 0% first half",
            "orders 50,000/200,000 25% first half",
            "orders 100,000/200,000 50% first half",
            "orders 100,000/200,000 50% done"), bytes.toString(StandardCharsets.UTF_8).lines().toList());
    }
}
