// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.ForwardingEngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What is read after an operator's command.
 */
@Tag("venue")
class OperatorClientTest
{
    @TempDir
    private Path dir;

    @Test
    void shouldFindTheAnswerInTheHistoryWhenTheEndOfTheStreamLags()
    {
        try (TestEngine engine = TestEngine.start(dir))
        {
            final LaggingEnd client = new LaggingEnd(engine.connect());
            try (OperatorClient operator = new OperatorClient(client, TestEngine.TIMEOUT_NS))
            {
                client.lag(5);
                operator.defineClearingFirm("AA");
                final RecordingListener history = new RecordingListener();
                StreamHistory.read(client, history);
                assertTrue(history.lines().stream().anyMatch(line -> line.contains("CLEARING_FIRM_DEFINED")),
                    history.lines()::toString);
            }
        }
    }

    @Test
    void shouldReturnTheAnswerWhenNoEndIsSeen()
    {
        try (TestEngine engine = TestEngine.start(dir))
        {
            final LaggingEnd client = new LaggingEnd(engine.connect());
            try (OperatorClient operator = new OperatorClient(client, TestEngine.TIMEOUT_NS))
            {
                client.failure = new IllegalStateException("no member answers");
                operator.defineClearingFirm("AA");
                client.failure = null;
                assertEquals(operator.cursor(), client.endCursor());
            }
        }
    }

    /** A client whose end of the stream moves after some more looks at it, or is not seen at all. */
    private static final class LaggingEnd extends ForwardingEngineClient
    {
        private IllegalStateException failure;
        private long former;
        private int looks;

        LaggingEnd(final EngineClient client)
        {
            super(client);
        }

        void lag(final int count)
        {
            former = endCursor();
            looks = count;
        }

        @Override
        public long endCursor()
        {
            if (null != failure)
            {
                throw failure;
            }
            return looks-- > 0 ? former : super.endCursor();
        }
    }
}
