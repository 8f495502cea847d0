// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.stream;

import io.javalin.http.Context;

import java.io.IOException;

/**
 * One subject of the console in one partition: what it answers.
 */
@FunctionalInterface
public interface PartitionPart
{
    /** An answer to a request for something. */
    @FunctionalInterface
    interface Answer
    {
        /**
         * The answer of the partition.
         *
         * @param request for it.
         * @return an object for Jackson; a list is a map with {@code items} and {@code next}.
         * @throws IOException when files of the venue cannot be read.
         */
        Object of(Context request) throws IOException;
    }

    /** Takes what a part answers. */
    @FunctionalInterface
    interface Answers
    {
        /**
         * Answers requests for a path.
         *
         * @param path below {@code /api/v1/}.
         * @param merge how answers of several partitions become one.
         * @param key fields of a row that rows are in the order of; null when they stay in the order of partitions.
         * @param answer of the partition.
         */
        void add(String path, Merge merge, String key, Answer answer);
    }

    /**
     * Says what it answers; called once, before the console listens.
     *
     * @param answers to add to.
     */
    void addAnswers(Answers answers);
}
