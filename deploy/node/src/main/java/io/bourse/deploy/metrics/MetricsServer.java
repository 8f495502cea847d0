// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.bourse.deploy.config.MetricsOptions;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.net.LocalHttp;
import io.prometheus.metrics.exporter.httpserver.MetricsHandler;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import javax.net.ssl.SSLParameters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Shows the metrics and the health of a venue over HTTP: {@code /metrics} in the formats of Prometheus,
 * {@code /health/live} and {@code /health/ready}, each with {@code /COMPONENT} for one of them. It reads the venue's
 * counters files and is no part of the venue.
 */
public final class MetricsServer implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(MetricsServer.class);
    private static final int BACKLOG = 32;
    private static final int NO_BODY = -1;
    private static final int STATUS_OK = 200;
    private static final int STATUS_FORBIDDEN = 403;
    private static final int STATUS_UNKNOWN = 404;
    private static final int STATUS_METHOD = 405;
    private static final int STATUS_UNAVAILABLE = 503;
    private static final String METRICS = "/metrics";
    private static final String HEALTH = "/health/";

    static
    {
        LocalHttp.limitClients();
    }

    private final HttpServer server;
    private final ExecutorService executor;
    private final VenueMetrics metrics;
    private final boolean isOpenToOthers;

    /**
     * Serves from now on.
     *
     * @param config of the venue: limits, certificates, address.
     * @param dataDirs of its engine, members and components on this machine.
     * @throws UncheckedIOException when the address is taken.
     */
    public MetricsServer(final VenueConfig config, final List<Path> dataDirs)
    {
        final MetricsOptions options = config.metrics();
        isOpenToOthers = null != options.tls();
        metrics = new VenueMetrics(config, dataDirs, (what, cause) ->
            LOGGER.warn("something of the venue cannot be read and is left out: what={}", what, cause));
        final PrometheusRegistry registry = new PrometheusRegistry();
        registry.register(metrics);
        try
        {
            server = isOpenToOthers ? secured(options) : HttpServer.create(options.address(), BACKLOG);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("metrics cannot be shown at this address, choose another one: address=" +
                options.address(), ex);
        }
        // A client that dawdles holds a virtual thread, of which there are no more than connections.
        executor = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("metrics-http-", 0).factory());
        server.setExecutor(executor);
        serve("/", (exchange) -> answer(exchange, STATUS_UNKNOWN,
            "there is " + METRICS + ", " + HEALTH + "live and " + HEALTH + "ready"));
        serve(METRICS, new MetricsHandler(registry));
        serve(HEALTH, this::answerHealth);
        server.start();
    }

    private static HttpServer secured(final MetricsOptions options) throws IOException
    {
        final HttpsServer server = HttpsServer.create(options.tls().address(), BACKLOG);
        server.setHttpsConfigurator(new HttpsConfigurator(options.tls().newContext())
        {
            @Override
            public void configure(final HttpsParameters parameters)
            {
                final SSLParameters wanted = getSSLContext().getDefaultSSLParameters();
                wanted.setNeedClientAuth(options.tls().isClientCertificateRequired());
                wanted.setProtocols(new String[]{"TLSv1.3", "TLSv1.2"});
                parameters.setSSLParameters(wanted);
            }
        });
        return server;
    }

    private void serve(final String path, final HttpHandler handler)
    {
        final HttpContext context = server.createContext(path, handler);
        context.getFilters().add(Filter.beforeHandler("", (exchange) ->
        {
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        }));
        context.getFilters().add(new Filter()
        {
            @Override
            public void doFilter(final HttpExchange exchange, final Chain chain) throws IOException
            {
                final String method = exchange.getRequestMethod();
                if (!"GET".equals(method) && !"HEAD".equals(method))
                {
                    exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                    answer(exchange, STATUS_METHOD, "there is nothing to change here, use GET: method=" + method);
                }
                else if (!isOpenToOthers && !LocalHttp.isLocal(exchange.getRequestHeaders().getFirst("Host")))
                {
                    answer(exchange, STATUS_FORBIDDEN, "the Host must be a name of this machine's loopback");
                }
                else
                {
                    chain.doFilter(exchange);
                }
            }

            @Override
            public String description()
            {
                return "who may ask for what";
            }
        });
    }

    private void answerHealth(final HttpExchange exchange) throws IOException
    {
        final String[] parts = exchange.getRequestURI().getPath().substring(HEALTH.length()).split("/", 2);
        final Health.Question question = switch (parts[0])
        {
            case "live" -> Health.Question.LIVE;
            case "ready" -> Health.Question.READY;
            default -> null;
        };
        final List<String> problems = null == question ? null :
            Health.problems(metrics.look(), 2 == parts.length ? parts[1] : null, question);
        if (null == problems)
        {
            answer(exchange, STATUS_UNKNOWN, "there is no such component, or no such question; ask for " + HEALTH +
                "live, " + HEALTH + "ready, or one of them with /COMPONENT");
        }
        else if (problems.isEmpty())
        {
            answer(exchange, STATUS_OK, question.name().toLowerCase(Locale.ROOT));
        }
        else
        {
            answer(exchange, STATUS_UNAVAILABLE, String.join("\n", problems));
        }
    }

    private static void answer(final HttpExchange exchange, final int status, final String text) throws IOException
    {
        try (exchange)
        {
            final byte[] body = (text + '\n').getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
            if ("HEAD".equals(exchange.getRequestMethod()))
            {
                exchange.sendResponseHeaders(status, NO_BODY);
                return;
            }
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /**
     * Where it listens.
     *
     * @return address with the port in use.
     */
    public InetSocketAddress localAddress()
    {
        return server.getAddress();
    }

    @Override
    public void close()
    {
        server.stop(0);
        executor.close();
    }
}
