// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.cluster;

import io.bourse.engine.client.PublishedWatermark;

import java.util.function.Supplier;

/**
 * The watermark of the member that the client is linked to.
 *
 * @param links gives the present link, or null while there is none.
 */
record LinkedWatermark(Supplier<MemberLink> links) implements PublishedWatermark
{
    @Override
    public long get()
    {
        final MemberLink current = links.get();
        return null == current ? 0 : current.events().publishedWatermark().get();
    }

    @Override
    public long publishedNs()
    {
        final MemberLink current = links.get();
        return null == current ? 0 : current.events().publishedWatermark().publishedNs();
    }

    @Override
    public void advance(final long cursor, final long publishedNs)
    {
        final MemberLink current = links.get();
        if (null != current)
        {
            current.events().publishedWatermark().advance(cursor, publishedNs);
        }
    }
}
