// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import quickfix.MemoryStore;

class StoredReportsTest
{
    private final MemoryStore store = newStore();

    @Test
    void shouldFindReportsBehindTheMarkWhenOthersLieBetween() throws IOException
    {
        for (int i = 0; i < 1_000; i++)
        {
            add("35=8|17=" + (i + 1) * 64 + "-1|11=c" + i);
        }
        add("35=0");
        add("35=8|17=70000-1|11=x");
        add("35=8|17=R-5-1|11=y");
        add("35=9|11=z|41=a");
        add("35=8|17=70000-2|11=x");
        assertEquals(
            Set.of("64000-1", "63936-1", "70000-1", "70000-2", "R-5-1", "9\001z"),
            StoredReports.behind(store, 63_936));
    }

    @Test
    void shouldFindNothingWhenStoreIsEmpty() throws IOException
    {
        assertEquals(Set.of(), StoredReports.behind(store, 0));
    }

    @Test
    void shouldIgnoreMessagesThatAreNotReports()
    {
        assertNull(StoredReports.key(message("35=A|98=0")));
        assertEquals("9\00117", StoredReports.key(message("35=9|37=NONE|11=17")));
    }

    @Test
    void shouldReadPositionFromExecIdsOfTheEngineOnly()
    {
        assertEquals(4096, ExecIds.position(ExecIds.ofEngine(4096, 2)));
        assertEquals(0, ExecIds.position(ExecIds.ofRefusal(4096, 2)));
        assertEquals(0, ExecIds.position("9\001123-4"));
    }

    private void add(final String fields) throws IOException
    {
        store.set(store.getNextSenderMsgSeqNum(), message(fields));
        store.incrNextSenderMsgSeqNum();
    }

    private static String message(final String fields)
    {
        return ("8=FIX.4.4|9=0|" + fields + "|10=000|").replace('|', '\001');
    }

    private static MemoryStore newStore()
    {
        try
        {
            return new MemoryStore();
        }
        catch (final IOException e)
        {
            throw new IllegalStateException(e);
        }
    }
}
