// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.snapshot;

/**
 * Which part reads which record.
 */
public final class SnapshotTable
{
    private static final int SIZE = 64;

    private final Reader[] readers = new Reader[SIZE];

    /** Reads records of one kind. */
    @FunctionalInterface
    public interface Reader
    {
        /**
         * Reads a record.
         *
         * @param record checked.
         */
        void read(SnapshotRecord record);
    }

    /**
     * Enters who reads a kind of record.
     *
     * @param templateId from 1 to 63 that no other part has entered.
     * @param reader of the records.
     * @throws IllegalStateException when another part has.
     */
    public void add(final int templateId, final Reader reader)
    {
        if (null != readers[templateId])
        {
            throw new IllegalStateException("two parts read the same snapshot record: templateId=" + templateId);
        }
        readers[templateId] = reader;
    }

    /**
     * Who reads a kind of record.
     *
     * @param templateId any value from 0.
     * @return null when there is none.
     */
    public Reader get(final int templateId)
    {
        return templateId < SIZE ? readers[templateId] : null;
    }
}
