// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.bourse.clearing.run.audit.OperatorRole;
import io.bourse.deploy.config.ConsoleOptions;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.engine.net.CertificateBinding;
import io.bourse.engine.net.LocalHttp;
import io.bourse.engine.net.TlsOptions;
import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.engine.telemetry.SecurityLog;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import javax.net.ssl.SSLContext;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Serves the API and the pages of a console over HTTP on loopback, or over TLS. A session is opened by a link that only
 * the terminal of the console shows, or by the password and the code of a reader; its token is sent with each request
 * as {@code Authorization: Bearer}, and never as a cookie, which a browser would send to every port of the machine.
 * Under TLS the operator's browser also shows the certificate that the venue's configuration names.
 */
public final class ConsoleServer implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(ConsoleServer.class);
    private static final String API = "/api/v1/";
    private static final String PUBLIC = "/api/v1/public/";
    private static final String LOGIN = "/api/v1/login";
    private static final String LOGOUT = "/api/v1/logout";
    private static final String BEARER = "Bearer ";
    private static final String WEB = "/io/bourse/deploy/console/web";
    private static final String OPENAPI = "/io/bourse/deploy/console/openapi.yaml";
    private static final String INDEX = "/index.html";
    private static final String ICON = "/icon.svg";
    private static final Map<String, String> TYPES = Map.of("html", "text/html; charset=utf-8",
        "css", "text/css; charset=utf-8", "js", "text/javascript; charset=utf-8", "svg", "image/svg+xml",
        "txt", "text/plain; charset=utf-8", "md", "text/plain; charset=utf-8", "xml", "text/xml; charset=utf-8");
    private static final Pattern FILE = Pattern.compile("(?:/[a-z][a-z0-9-]*)*/[A-Za-z0-9][A-Za-z0-9.-]*\\.(" +
        String.join("|", TYPES.keySet()) + ')');
    /** What parts show to risk officers of members is the market, or of their firm alone. */
    private static final Pattern OFFICERS = Pattern.compile("GET /api/v1/(" +
        "me|openapi\\.(yaml|json)|stream|(live/|reference/)?instruments(/\\d+)?|risk/accounts(/[^/]+)?|" +
        "sessions(/[^/]+)?|journal/(events|commands/\\d+)|orders/\\d+|trades)|" +
        "POST /api/v1/(logout|acts/(firm-limits|kill|mass-cancel))");
    private static final int BODY_LIMIT = 64 * 1024;
    private static final int HEADER_LIMIT = 8 * 1024;
    private static final int CONNECTIONS = 256;
    private static final int IDLE_MS = 60_000;
    private static final int LONGEST_TEXT = 200;
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int WRONG_METHOD = 405;
    private static final int UNSUPPORTED = 415;
    private static final int TOO_MANY = 429;
    private static final int FAILED = 500;

    private final ConsoleContext context;
    private final ConsoleSessions sessions = new ConsoleSessions(System::nanoTime);
    private final ConsoleReaders readers;
    private final SecurityLog log;
    private final TlsOptions tls;
    private final SSLContext tlsContext;
    private final List<ConsolePart> parts;
    private final Javalin javalin;
    private final InetAddress host;

    /**
     * Serves from now on, where the configuration of the venue says.
     *
     * @param context of the console.
     * @param parts of the console, closed with it, and when it cannot listen.
     * @return console.
     * @throws IllegalStateException when it cannot listen there.
     * @throws IllegalArgumentException when the files of TLS cannot be used.
     * @throws IOException when the security log cannot be opened.
     */
    public static ConsoleServer start(final ConsoleContext context, final List<? extends ConsolePart> parts)
        throws IOException
    {
        final ConsoleOptions options = context.config().console();
        return new ConsoleServer(
            context, null == options.tls() ? options.address() : options.tls().address(), options.tls(), parts,
            new ConsoleReaders(context.dataDir()));
    }

    /**
     * Serves from now on, without TLS.
     *
     * @param context of the console.
     * @param address of loopback; port 0 takes a free one.
     * @param parts of the console, closed with it, and when it cannot listen.
     * @throws IllegalArgumentException when the address is not of loopback.
     * @throws IllegalStateException when it cannot listen there.
     * @throws IOException when the security log cannot be opened.
     */
    public ConsoleServer(
        final ConsoleContext context, final InetSocketAddress address, final List<? extends ConsolePart> parts)
        throws IOException
    {
        this(context, address, null, parts, new ConsoleReaders(context.dataDir()));
    }

    ConsoleServer(
        final ConsoleContext context,
        final InetSocketAddress address,
        final TlsOptions tls,
        final List<? extends ConsolePart> parts,
        final ConsoleReaders readers) throws IOException
    {
        if (null == tls && !address.getAddress().isLoopbackAddress())
        {
            throw new IllegalArgumentException("a console without TLS listens on loopback only: address=" + address);
        }
        this.context = context;
        this.parts = List.copyOf(parts);
        this.readers = readers;
        this.tls = tls;
        tlsContext = null == tls ? null : tls.newContext();
        host = address.getAddress();
        log = SecurityLog.open(context.dataDir());
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
            if (null != tls)
            {
                // Its names are those of the certificate, which a browser checks.
                http.addCustomizer(new SecureRequestCustomizer(false));
            }
            http.setSendServerVersion(false);
            http.setSendDateHeader(false);
            http.setRequestHeaderSize(HEADER_LIMIT);
        });
        config.jetty.addConnector((server, http) -> connector(server, http, address));
        final RoutesConfig routes = config.routes;
        routes.before(this::admit);
        routes.post(LOGIN, this::login);
        routes.post(LOGOUT, this::logout);
        routes.get("/api/v1/me", this::describeCaller);
        routes.get("/api/v1/openapi.yaml", request -> request.contentType("application/yaml")
            .result(ConsoleServer.class.getResourceAsStream(OPENAPI)));
        routes.get("/api/v1/openapi.json", request -> request.json(openapi()));
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

    private ServerConnector connector(
        final Server server, final HttpConfiguration http, final InetSocketAddress address)
    {
        final ServerConnector connector = null == tls ?
            new ServerConnector(server, new HttpConnectionFactory(http)) :
            new ServerConnector(server, secured(), new HttpConnectionFactory(http));
        connector.setHost(address.getAddress().getHostAddress());
        connector.setPort(address.getPort());
        connector.setIdleTimeout(IDLE_MS);
        connector.addBean(new NetworkConnectionLimit(CONNECTIONS, connector));
        return connector;
    }

    private SslConnectionFactory secured()
    {
        final SslContextFactory.Server factory = new SslContextFactory.Server();
        factory.setSslContext(tlsContext);
        factory.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        factory.setNeedClientAuth(tls.isClientCertificateRequired());
        return new SslConnectionFactory(factory, "http/1.1");
    }

    private void admit(final Context request) throws IOException
    {
        request.header("X-Content-Type-Options", "nosniff");
        request.header("Referrer-Policy", "no-referrer");
        request.header("Cross-Origin-Resource-Policy", "same-origin");
        request.header("Content-Security-Policy",
            "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
        if (null == tls && !LocalHttp.isLocal(request.header("Host")))
        {
            throw new ApiException(FORBIDDEN, "wrong-host", "the Host must be a name of this machine's loopback");
        }
        final String path = request.path();
        if (!path.startsWith(API))
        {
            servePage(request);
            return;
        }
        request.header("Cache-Control", "no-store");
        final boolean isChange = HandlerType.GET != request.method() && HandlerType.HEAD != request.method();
        if (isChange && !isJson(request))
        {
            throw new ApiException(UNSUPPORTED, "not-json", "send the body as application/json");
        }
        if (LOGIN.equals(path) || path.startsWith(PUBLIC))
        {
            return;
        }
        final Caller caller = sessions.caller(token(request), certificate(request));
        if (null == caller)
        {
            request.header("WWW-Authenticate", "Bearer");
            throw new ApiException(UNAUTHORIZED, "no-session", "there is no such session, or it has ended; press " +
                "Enter in the terminal of `bourse console` and open the link that it shows");
        }
        if (null != caller.firm() && !isOfOfficers(request))
        {
            note(SecurityEvent.Type.PRIVILEGE_REFUSED, request, caller.name(), "not for the risk officer of a member");
            throw new ApiException(FORBIDDEN, "not-for-members", "the console of a member's risk officer has no such " +
                "thing: it shows his own firm and the market, and sets limits, stops and cancels of his firm",
                Map.of("firm", caller.firm(), "path", path));
        }
        if (isChange && !caller.mayAct() && !LOGOUT.equals(path))
        {
            throw new ApiException(FORBIDDEN, "read-only", "this session only reads: who acts opens the console that " +
                "holds his key, by its link" + (null == tls ? "" : ", with the certificate of the operator"),
                Map.of("name", caller.name()));
        }
        caller.isOf(request);
    }

    /** What is not named here is refused to risk officers of members. */
    private static boolean isOfOfficers(final Context request)
    {
        return OFFICERS.matcher((HandlerType.HEAD == request.method() ? HandlerType.GET : request.method()).name() +
            ' ' + request.path()).matches();
    }

    /** A file of the pages; all others are not found. They may lie in a jar that has no entries of directories. */
    private static void servePage(final Context request) throws IOException
    {
        final String path = switch (request.path())
        {
            case "/" -> INDEX;
            // Browsers ask for it when they show a document.
            case "/favicon.ico" -> ICON;
            default -> request.path();
        };
        final Matcher file = FILE.matcher(path);
        if (HandlerType.GET != request.method() && HandlerType.HEAD != request.method() || !file.matches())
        {
            return;
        }
        try (InputStream in = ConsoleServer.class.getResourceAsStream(WEB + path))
        {
            if (null != in)
            {
                request.header("Cache-Control", "no-cache").contentType(TYPES.get(file.group(1)))
                    .result(in.readAllBytes()).skipRemainingHandlers();
            }
        }
    }

    /** The certificate that the client has shown, and that is trusted; null for none. */
    private static X509Certificate certificate(final Context request)
    {
        final Object chain = request.req().getAttribute("jakarta.servlet.request.X509Certificate");
        return chain instanceof final X509Certificate[] certificates && certificates.length > 0 ?
            certificates[0] : null;
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

    private void login(final Context request) throws IOException
    {
        final JsonNode body = body(request);
        final X509Certificate certificate = certificate(request);
        final Caller caller = body.has("link") ?
            linked(request, text(body, "link"), certificate) :
            reader(request, text(body, "name"), text(body, "password"), text(body, "code"));
        note(SecurityEvent.Type.LOGON, request, caller.name(), caller.mayAct() ? "acts" : "reads");
        request.json(Map.of("session", sessions.open(caller, certificate)));
    }

    private Caller linked(final Context request, final String link, final X509Certificate certificate)
    {
        if (!sessions.take(link))
        {
            note(SecurityEvent.Type.LOGON_REFUSED, request, null, "wrong link");
            throw new ApiException(UNAUTHORIZED, "wrong-link", "this link was used, is older than ten minutes, or of " +
                "another console; press Enter in the terminal of `bourse console` and open the link that it shows");
        }
        if (null == context.operator())
        {
            return new Caller("reader", false, null);
        }
        final String name = context.operator().name();
        final CertificateBinding binding = context.config().console().certificates().get(name);
        return new Caller(name, null == tls || null != binding && binding.matches(certificate), context.firm());
    }

    private Caller reader(final Context request, final String name, final String password, final String code)
        throws IOException
    {
        switch (readers.check(name, password, code))
        {
            case RIGHT ->
            {
                return new Caller(name, false, context.firm());
            }
            case WRONG ->
            {
                note(SecurityEvent.Type.PASSWORD_FAILED, request, name, "wrong password or code");
                throw new ApiException(UNAUTHORIZED, "wrong-password", "the password or the code is wrong, or there " +
                    "is no such reader; a code is good once");
            }
            default ->
            {
                note(SecurityEvent.Type.LOCKED_OUT, request, name, "too many wrong ones");
                throw new ApiException(TOO_MANY, "locked-out", "too many wrong passwords or codes, wait a minute");
            }
        }
    }

    private void note(
        final SecurityEvent.Type type, final Context request, final String name, final String reason)
    {
        final X509Certificate certificate = certificate(request);
        log.write(new SecurityEvent(type, "console", name, InetAddress.ofLiteral(request.req().getRemoteAddr()), reason,
            null == certificate ? null : certificate.getSubjectX500Principal().getName()));
    }

    private static String text(final JsonNode body, final String field)
    {
        final JsonNode value = body.get(field);
        if (null == value || !value.isTextual() || value.textValue().length() > LONGEST_TEXT)
        {
            throw new ApiException(BAD_REQUEST, "wrong-field", "a login has either link, or name, password and code, " +
                "each a text", Map.of("field", field));
        }
        return value.textValue();
    }

    private void logout(final Context request)
    {
        sessions.logout(token(request));
        request.json(Map.of());
    }

    private void describeCaller(final Context request)
    {
        final Caller caller = Caller.of(request);
        final Map<String, Object> answer = new TreeMap<>();
        answer.put("name", caller.name());
        answer.put("readOnly", !caller.mayAct());
        if (null != caller.firm())
        {
            answer.put("firm", caller.firm());
        }
        answer.put("roles", !caller.mayAct() ? List.of() : VenueOperators.read(context.dataDir()).byName()
            .get(caller.name()).roles().stream().map(OperatorRole::text).sorted().toList());
        if (context.partitions().size() > 1)
        {
            answer.put("partitions", context.partitions().stream().map(VenueConfig::partition).toList());
        }
        request.json(answer);
    }

    private static JsonNode openapi() throws IOException
    {
        try (InputStream in = ConsoleServer.class.getResourceAsStream(OPENAPI))
        {
            return new YAMLMapper().readTree(in);
        }
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
        return (null == tls ? "http://" : "https://") + (name.contains(":") ? '[' + name + ']' : name) + ':' +
            javalin.port();
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
        // First, so that their streams end and hold no request.
        parts.forEach(ConsolePart::close);
        javalin.stop();
        log.close();
    }
}
