// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.live;

import io.bourse.deploy.console.ApiException;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HttpStatus;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Sends a topic as server-sent events until the client leaves or the topic is closed, for ten minutes at most: then the
 * client asks again, and whether it still may is decided anew. It holds the thread of the request, which has to be a
 * virtual one.
 */
public final class LiveEndpoint implements Handler
{
    private static final String LAST_EVENT_ID = "Last-Event-ID";
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(15);
    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "\n\n".getBytes(StandardCharsets.US_ASCII);
    private static final long LONGEST_NS = TimeUnit.MINUTES.toNanos(10);

    private final Function<Context, LiveTopic> topics;
    private final long longestNs;

    /**
     * An endpoint.
     *
     * @param topics the topic that a request asks for; throws when there is none.
     */
    public LiveEndpoint(final Function<Context, LiveTopic> topics)
    {
        this(topics, LONGEST_NS);
    }

    LiveEndpoint(final Function<Context, LiveTopic> topics, final long longestNs)
    {
        this.topics = topics;
        this.longestNs = longestNs;
    }

    @Override
    public void handle(final Context ctx)
    {
        try (LiveTopic.Subscription subscription = topics.apply(ctx).subscribe(lastSequence(ctx)))
        {
            if (null == subscription)
            {
                throw new ApiException(HttpStatus.SERVICE_UNAVAILABLE.getCode(), "too-many-clients",
                    "too many follow this already, close some of them: most=" + LiveTopic.MOST_SUBSCRIBERS,
                    Map.of("most", LiveTopic.MOST_SUBSCRIBERS));
            }
            send(ctx, subscription);
        }
        catch (final IOException ignored)
        {
            // The client has gone, or has not read for as long as the server waits.
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }

    private static long lastSequence(final Context ctx)
    {
        final String id = ctx.header(LAST_EVENT_ID);
        return null != id && id.matches("[0-9]{1,18}") ? Long.parseLong(id) : LiveTopic.NOTHING_SEEN;
    }

    private void send(final Context ctx, final LiveTopic.Subscription subscription)
        throws IOException, InterruptedException
    {
        ctx.contentType("text/event-stream; charset=utf-8");
        final OutputStream out = ctx.res().getOutputStream();
        out.write(COMMENT);
        out.flush();
        final long beginNs = System.nanoTime();
        List<LiveMessage> next = subscription.poll(SILENCE_NS);
        while (null != next)
        {
            for (final LiveMessage message : next)
            {
                out.write(("id: " + message.sequence() + "\nevent: " + (message.isSnapshot() ? "snapshot" : "update") +
                    "\ndata: ").getBytes(StandardCharsets.US_ASCII));
                out.write(message.json());
                out.write(END);
            }
            if (next.isEmpty())
            {
                out.write(COMMENT);
            }
            out.flush();
            next = System.nanoTime() - beginNs < longestNs ? subscription.poll(SILENCE_NS) : null;
        }
    }
}
