// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import java.io.IOException;

/**
 * Is shown the lines of one report as they are written, for instance to make each client's lines a leaf of a hash tree.
 * Used by one thread at a time.
 */
@FunctionalInterface
public interface LineListener
{
    /**
     * A row that was written.
     *
     * @param client packed code of the register that the row is of; 0 when it is of none.
     * @param bytes that hold the line; to be left as they are.
     * @param offset of the line.
     * @param length of the line, its end (LF) included.
     * @throws IOException when the listener writes and cannot.
     */
    void line(long client, byte[] bytes, int offset, int length) throws IOException;
}
