// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.news;

import io.bourse.deploy.text.Times;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.NewsPublishedDecoder;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * The last news that are for all; what is for one login or firm is nothing for the public.
 */
public final class NewsView implements EventListener
{
    static final int MOST = 100;

    private final Deque<Item> items = new ArrayDeque<>();

    /**
     * News.
     *
     * @param time of the engine.
     * @param instrumentId what it is about; 0 is the whole market.
     * @param headline one line.
     * @param text lines.
     */
    record Item(String time, int instrumentId, String headline, String text)
    {
    }

    @Override
    public void onNewsPublished(final EventGroup group, final NewsPublishedDecoder event)
    {
        // Each field once and in order: two of them have a variable length.
        final int instrumentId = event.instrumentId();
        final int loginId = event.loginId();
        final String firm = event.brokerageFirm();
        if (0 != loginId || !firm.isEmpty())
        {
            return;
        }
        items.addLast(new Item(Times.text(group.engineTimeNs()), instrumentId, event.headline(), event.text()));
        if (items.size() > MOST)
        {
            items.removeFirst();
        }
    }

    /** Newest first. */
    List<Item> items()
    {
        final List<Item> newestFirst = new ArrayList<>(items);
        Collections.reverse(newestFirst);
        return newestFirst;
    }

    /**
     * All of it.
     *
     * @param state to write to, or to read from when nothing was read of the stream.
     */
    public void state(final CheckpointState state)
    {
        state.collection(items, new Item("", 0, "", ""), (item) -> new Item(state.text(item.time()),
            state.number(item.instrumentId()), state.text(item.headline()), state.text(item.text())));
    }
}
