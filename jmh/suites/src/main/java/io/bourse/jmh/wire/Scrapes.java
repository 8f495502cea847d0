// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.deploy.cli.Bourse;
import io.bourse.jmh.loadtest.process.JavaProcess;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** {@code bourse metrics} beside a venue, and what asks it as Prometheus does. */
final class Scrapes implements AutoCloseable
{
    private static final long PATIENCE_SECONDS = 60;
    private static final int STATUS_OK = 200;
    private static final int WARM_UP = 100;
    /** As config/prometheus has it. */
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);

    private final JavaProcess process;
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpRequest request;
    private CompletableFuture<Boolean> last = CompletableFuture.completedFuture(true);
    private long measuredNs;

    Scrapes(final Path dataDir) throws IOException
    {
        process = new JavaProcess("metrics", List.of("-Xmx256m"), Bourse.class, "metrics", "--data", dataDir.toString(),
            "--port", "0");
        request = HttpRequest.newBuilder(URI.create(process.await("http", PATIENCE_SECONDS))).build();
        for (int i = 0; i < WARM_UP; i++)
        {
            send();
        }
    }

    /**
     * Asks for all metrics once in five seconds of measurement, without waiting for the answer to this request, but to
     * the one before.
     *
     * @param forNs of the measurement that begins.
     */
    void scrape(final long forNs)
    {
        measuredNs += forNs;
        if (measuredNs < INTERVAL_NS)
        {
            return;
        }
        measuredNs -= INTERVAL_NS;
        send();
    }

    private void send()
    {
        if (!last.join())
        {
            throw new IllegalStateException("the exporter does not answer a scrape: uri=" + request.uri());
        }
        last = client.sendAsync(request, HttpResponse.BodyHandlers.discarding())
            .thenApply((response) -> STATUS_OK == response.statusCode());
    }

    @Override
    public void close()
    {
        client.close();
        process.handle().destroy();
        process.close();
    }
}
