// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.testing;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;

class StartArchiveTest
{
    @Test
    void shouldStartWithoutArchiveAndNotTrainAgainWhenTrainingFails() throws IOException
    {
        final List<List<String>> trainings = new ArrayList<>();
        final StartArchive.Training failing = options ->
        {
            trainings.add(options);
            throw new AssertionError("the process did not get ready");
        };
        final List<String> first = StartArchive.options("failing", failing);
        final List<String> second = StartArchive.options("failing", failing);

        assertEquals(1, trainings.size());
        final List<String> classPath = trainings.getFirst().subList(2, trainings.getFirst().size());
        assertEquals("-cp", classPath.getFirst());
        assertEquals(classPath, first);
        assertEquals(classPath, second);
    }
}
