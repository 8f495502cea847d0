// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.service;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.bourse.engine.net.LocalHttp;
import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.engine.telemetry.SecuritySink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Serves HTTP on loopback, GET only, everything bounded. What is asked for comes from the last
 * snapshot; see {@link StatisticsAnswers}.
 */
final class StatisticsServer implements AutoCloseable
{
    private static final int BACKLOG = 32;
    private static final int MAX_URI_LENGTH = 1024;
    private static final int NO_BODY = -1;
    private static final int STATUS_FORBIDDEN = 403;
    private static final int STATUS_METHOD = 405;
    private static final int STATUS_URI_TOO_LONG = 414;

    static
    {
        LocalHttp.limitClients();
    }

    private final HttpServer server;
    private final ExecutorService executor;
    private final StatisticsAnswers answers;
    private final SecuritySink log;

    StatisticsServer(
        final InetSocketAddress bindAddress, final Supplier<ServiceSnapshot> snapshots, final SecuritySink log)
    {
        this.log = log;
        answers = new StatisticsAnswers(snapshots);
        try
        {
            server = HttpServer.create(bindAddress, BACKLOG);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot answer questions about statistics: address=" + bindAddress, ex);
        }
        // A client that dawdles holds a virtual thread, of which there are no more than connections.
        executor = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("statistics-http-", 0).factory());
        server.setExecutor(executor);
        server.createContext("/", this::handle);
        server.start();
    }

    InetSocketAddress localAddress()
    {
        return server.getAddress();
    }

    private void handle(final HttpExchange exchange) throws IOException
    {
        try (exchange)
        {
            final StatisticsAnswers.Answer answer = answer(exchange);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
            if (STATUS_METHOD == answer.status())
            {
                exchange.getResponseHeaders().set("Allow", "GET");
            }
            if ("HEAD".equals(exchange.getRequestMethod()))
            {
                exchange.sendResponseHeaders(answer.status(), NO_BODY);
                return;
            }
            exchange.sendResponseHeaders(answer.status(), answer.body().length);
            exchange.getResponseBody().write(answer.body());
        }
    }

    private StatisticsAnswers.Answer answer(final HttpExchange exchange)
    {
        if (!"GET".equals(exchange.getRequestMethod()))
        {
            log(exchange, SecurityEvent.Type.MALFORMED, "not GET");
            return answers.error(STATUS_METHOD, "there is nothing to change here, use GET: method=" +
                exchange.getRequestMethod());
        }
        if (exchange.getRequestURI().toString().length() > MAX_URI_LENGTH)
        {
            log(exchange, SecurityEvent.Type.MALFORMED, "the request is too long");
            return answers.error(STATUS_URI_TOO_LONG, "the request is too long: limit=" + MAX_URI_LENGTH);
        }
        if (!LocalHttp.isLocal(exchange.getRequestHeaders().getFirst("Host")))
        {
            log(exchange, SecurityEvent.Type.CONNECTION_REFUSED, "the Host is not of this machine");
            return answers.error(STATUS_FORBIDDEN, "the Host must be a name of this machine's loopback");
        }
        return answers.answer(exchange.getRequestURI().getPath(), exchange.getRequestURI().getQuery());
    }

    private void log(final HttpExchange exchange, final SecurityEvent.Type type, final String reason)
    {
        log.write(SecurityEvent.of(type, "obligations", null, exchange.getRemoteAddress().getAddress(), reason));
    }

    @Override
    public void close()
    {
        server.stop(0);
        executor.close();
    }
}
