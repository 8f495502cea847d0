// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.bourse.clearing.run.audit.OperatorRole;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.engine.net.LocalHttp;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.http.staticfiles.Location;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Serves the API and the pages of a console over HTTP on loopback. A session is opened by a link that only the terminal
 * of the console shows; its token is sent with each request as {@code Authorization: Bearer}, and never as a cookie,
 * which a browser would send to every port of the machine.
 */
public final class ConsoleServer implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(ConsoleServer.class);
    private static final String API = "/api/v1/";
    private static final String PUBLIC = "/api/v1/public/";
    private static final String LOGIN = "/api/v1/login";
    private static final String BEARER = "Bearer ";
    private static final String WEB = "/io/bourse/deploy/console/web";
    private static final String OPENAPI = "/io/bourse/deploy/console/openapi.yaml";
    private static final int BODY_LIMIT = 64 * 1024;
    private static final int HEADER_LIMIT = 8 * 1024;
    private static final int CONNECTIONS = 256;
    private static final int IDLE_MS = 60_000;
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int WRONG_METHOD = 405;
    private static final int UNSUPPORTED = 415;
    private static final int FAILED = 500;

    private final ConsoleContext context;
    private final ConsoleSessions sessions = new ConsoleSessions(System::nanoTime);
    private final List<ConsolePart> parts;
    private final Javalin javalin;
    private final InetAddress host;

    /**
     * Serves from now on.
     *
     * @param context of the console.
     * @param address of loopback; port 0 takes a free one.
     * @param parts of the console, closed with it, and when it cannot listen.
     * @throws IllegalArgumentException when the address is not of loopback.
     * @throws IllegalStateException when it cannot listen there.
     */
    public ConsoleServer(
        final ConsoleContext context, final InetSocketAddress address, final List<? extends ConsolePart> parts)
    {
        if (!address.getAddress().isLoopbackAddress())
        {
            throw new IllegalArgumentException("a console listens on loopback only: address=" + address);
        }
        this.context = context;
        this.parts = List.copyOf(parts);
        host = address.getAddress();
        javalin = Javalin.create(config -> configure(config, address));
        try
        {
            javalin.start();
        }
        catch (final RuntimeException ex)
        {
            close();
            throw new IllegalStateException("the console cannot listen there, choose another port: address=" + address,
                ex);
        }
    }

    private void configure(final JavalinConfig config, final InetSocketAddress address)
    {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.concurrency.useVirtualThreads = true;
        config.http.maxRequestSize = BODY_LIMIT;
        config.http.prefer405over404 = true;
        config.jsonMapper(new ConsoleJson());
        config.jetty.modifyHttpConfiguration(http ->
        {
            http.setSendServerVersion(false);
            http.setSendDateHeader(false);
            http.setRequestHeaderSize(HEADER_LIMIT);
        });
        config.jetty.addConnector((server, http) -> connector(server, http, address));
        config.staticFiles.add(files ->
        {
            files.directory = WEB;
            files.location = Location.CLASSPATH;
            files.headers = Map.of("Cache-Control", "no-cache");
        });
        final RoutesConfig routes = config.routes;
        routes.before(this::admit);
        routes.post(LOGIN, this::login);
        routes.post("/api/v1/logout", this::logout);
        routes.get("/api/v1/me", this::describeCaller);
        routes.get("/api/v1/openapi.yaml", request -> request.contentType("application/yaml")
            .result(ConsoleServer.class.getResourceAsStream(OPENAPI)));
        parts.forEach(part -> part.addRoutes(routes));
        routes.exception(ApiException.class, (ex, request) -> answer(request, ex));
        routes.exception(HttpResponseException.class, (ex, request) -> answer(request, switch (ex.getStatus())
        {
            case NOT_FOUND -> new ApiException(NOT_FOUND, "not-found",
                "there is no such thing, /api/v1/openapi.yaml names what there is: path=" + request.path());
            case WRONG_METHOD -> new ApiException(WRONG_METHOD, "wrong-method",
                "this cannot be done there: method=" + request.method() + " path=" + request.path());
            default -> new ApiException(ex.getStatus(), "http-" + ex.getStatus(), ex.getMessage());
        }));
        routes.exception(Exception.class, (ex, request) ->
        {
            LOGGER.error("a request has failed: method={} path={}", request.method(), request.path(), ex);
            answer(request, new ApiException(FAILED, "failed", "the console has failed on this request, its log says " +
                "why: " + request.method() + ' ' + request.path()));
        });
    }

    private static ServerConnector connector(
        final Server server, final HttpConfiguration http, final InetSocketAddress address)
    {
        final ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(http));
        connector.setHost(address.getAddress().getHostAddress());
        connector.setPort(address.getPort());
        connector.setIdleTimeout(IDLE_MS);
        connector.addBean(new NetworkConnectionLimit(CONNECTIONS, connector));
        return connector;
    }

    private void admit(final Context request)
    {
        request.header("X-Content-Type-Options", "nosniff");
        request.header("Referrer-Policy", "no-referrer");
        request.header("Cross-Origin-Resource-Policy", "same-origin");
        request.header("Content-Security-Policy",
            "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
        if (!LocalHttp.isLocal(request.header("Host")))
        {
            throw new ApiException(FORBIDDEN, "wrong-host", "the Host must be a name of this machine's loopback");
        }
        final String path = request.path();
        if (!path.startsWith(API))
        {
            return;
        }
        request.header("Cache-Control", "no-store");
        final boolean isChange = HandlerType.GET != request.method() && HandlerType.HEAD != request.method();
        if (isChange && !isJson(request))
        {
            throw new ApiException(UNSUPPORTED, "not-json", "send the body as application/json");
        }
        if (!LOGIN.equals(path) && !path.startsWith(PUBLIC) && !sessions.isOpen(token(request)))
        {
            request.header("WWW-Authenticate", "Bearer");
            throw new ApiException(UNAUTHORIZED, "no-session", "there is no such session, or it has ended; press " +
                "Enter in the terminal of `bourse console` and open the link that it shows");
        }
    }

    private static boolean isJson(final Context request)
    {
        final String type = request.contentType();
        return null != type && type.replaceFirst(";.*", "").strip().equalsIgnoreCase("application/json");
    }

    private static String token(final Context request)
    {
        final String header = request.header("Authorization");
        return null == header || !header.startsWith(BEARER) ? null : header.substring(BEARER.length());
    }

    private void login(final Context request)
    {
        final JsonNode link = body(request).get("link");
        final String session = null == link || !link.isTextual() ? null : sessions.login(link.textValue());
        if (null == session)
        {
            throw new ApiException(UNAUTHORIZED, "wrong-link", "this link was used, is older than ten minutes, or of " +
                "another console; press Enter in the terminal of `bourse console` and open the link that it shows");
        }
        request.json(Map.of("session", session));
    }

    private void logout(final Context request)
    {
        sessions.logout(token(request));
        request.json(Map.of());
    }

    private void describeCaller(final Context request)
    {
        final Map<String, Object> caller = new TreeMap<>();
        caller.put("readOnly", null == context.operator());
        if (null != context.operator())
        {
            final String name = context.operator().name();
            caller.put("operator", name);
            caller.put("roles", VenueOperators.read(context.dataDir()).byName().get(name).roles().stream()
                .map(OperatorRole::text).sorted().toList());
        }
        request.json(caller);
    }

    /**
     * The body of a request.
     *
     * @param request whose body is JSON.
     * @return an object.
     * @throws ApiException when it is no object in JSON.
     */
    public static JsonNode body(final Context request)
    {
        try
        {
            final JsonNode body = ConsoleJson.MAPPER.readTree(request.body());
            if (null != body && body.isObject())
            {
                return body;
            }
        }
        catch (final JsonProcessingException ex)
        {
            throw new ApiException(BAD_REQUEST, "wrong-json", "the body is not JSON: " + ex.getOriginalMessage());
        }
        throw new ApiException(BAD_REQUEST, "wrong-json", "the body must be an object in JSON");
    }

    private static void answer(final Context request, final ApiException ex)
    {
        request.status(ex.status()).json(Map.of("error",
            Map.of("code", ex.code(), "message", ex.getMessage(), "facts", new TreeMap<>(ex.facts()))));
    }

    /**
     * A link that opens one session of the console's operator: the browser that opens it acts as him.
     *
     * @return address to be opened in a browser within ten minutes.
     */
    public String newLink()
    {
        return url() + "/#login=" + sessions.newLink();
    }

    /**
     * Where it listens.
     *
     * @return address without a path.
     */
    public String url()
    {
        final String name = host.getHostAddress();
        return "http://" + (name.contains(":") ? '[' + name + ']' : name) + ':' + javalin.port();
    }

    /** Method and path of each route below {@code /api/}, as {@code GET /api/v1/me}. */
    List<String> routes()
    {
        final List<String> routes = new ArrayList<>();
        javalin.unsafe.internalRouter.allHttpHandlers().forEach(handler ->
        {
            if (handler.endpoint.path.startsWith(API))
            {
                routes.add(handler.endpoint.method.name() + ' ' + handler.endpoint.path);
            }
        });
        return routes;
    }

    @Override
    public void close()
    {
        javalin.stop();
        parts.forEach(ConsolePart::close);
    }
}
