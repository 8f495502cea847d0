// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.command;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class FieldCheckTest
{
    private final UnsafeBuffer buffer = new UnsafeBuffer(" ~abx\n\0\0y".getBytes(StandardCharsets.US_ASCII));

    @Test
    void shouldReadTextToTheEndOfItsFieldAndNoFurther()
    {
        assertTrue(FieldCheck.isText(buffer, 0, 4, 4));
        assertFalse(FieldCheck.isText(buffer, 0, 4, 5));
        assertFalse(FieldCheck.isText(buffer, 0, 6, 1));
    }

    @Test
    void shouldTakeZerosAtTheEndOnly()
    {
        assertTrue(FieldCheck.isText(buffer, 6, 2, 0));
        assertFalse(FieldCheck.isText(buffer, 6, 2, 1));
        assertFalse(FieldCheck.isText(buffer, 6, 3, 0));
    }
}
