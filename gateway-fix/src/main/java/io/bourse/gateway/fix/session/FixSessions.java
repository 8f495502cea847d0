// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.net.CertificateBinding;
import io.bourse.engine.net.TcpSource;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.admission.AccessRules;
import io.bourse.gateway.fix.admission.SequenceReset;
import io.bourse.gateway.fix.session.store.FrameEncoder;
import io.bourse.gateway.fix.session.store.HandedMark;
import io.bourse.gateway.fix.session.store.LogSegment;
import io.bourse.gateway.fix.session.store.SessionStore;
import org.agrona.CloseHelper;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.EpochNanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import quickfix.ConfigError;
import quickfix.DefaultSessionFactory;
import quickfix.DefaultSessionScheduleFactory;
import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.fix44.MessageFactory;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The FIX logins of the reference data and their sessions. A session comes into being with its login, while the venue
 * runs or during replay, whether or not its client is connected: reports can be stored for it from then on.
 */
public final class FixSessions implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(FixSessions.class);
    /** Session names become names of directories. */
    private static final Pattern SERVABLE = Pattern.compile("[A-Za-z0-9_.-]{1,20}");

    private final Int2ObjectHashMap<FixSessionImpl> byLoginId = new Int2ObjectHashMap<>();
    private final Map<String, FixSessionImpl> byName = new HashMap<>();
    private final Collection<FixSession> all = new ArrayList<>();
    private final List<FixSessionImpl> inOrder = new ArrayList<>();
    private final SessionSettings settings = FixSettings.sessions();
    private final ByteBuffer zeros = ByteBuffer.allocateDirect(LogSegment.CHUNK_LENGTH);
    private final FrameEncoder encoder = new FrameEncoder();
    private final String compId;
    private final FixGatewayOptions options;
    private final EpochNanoClock clock;
    private final SessionFactory factory;
    private Function<String, AccessRules> access;
    private FixSessionImpl sessionInWork;
    private boolean isSettled;
    private boolean isLimited;

    FixSessions(
        final FixGatewayOptions options,
        final CounterSet<FixCounter> counters,
        final QuickFixApplication application)
    {
        compId = options.targetCompId();
        this.options = options;
        clock = options.epochClock();
        factory = new DefaultSessionFactory(
            application,
            (sessionId) -> sessionInWork.store,
            (sessionId) -> sessionInWork.early,
            new QuietLogFactory((sessionId) ->
                counters.increment(FixCounter.SESSION_ERRORS, FixSession.classOf(find(sessionId.getTargetCompID())))),
            new MessageFactory(),
            new DefaultSessionScheduleFactory());
        application.sessions(this);
    }

    /**
     * Makes the session of a login, unless it exists.
     *
     * @param loginId of the reference data, from 1.
     * @param name SenderCompID of its client.
     * @param firm four characters.
     */
    public void define(final int loginId, final String name, final String firm)
    {
        if (byLoginId.containsKey(loginId))
        {
            return;
        }
        if (!isServable(name))
        {
            LOGGER.error("FIX login cannot be served, its name must be letters, digits, '_', '.' or '-': " +
                "loginId={} name={}", loginId, name);
            return;
        }
        final FixSessionOptions ownOptions = null == access ? options.session(name) :
            FixSessionOptionsBuilder.builder(options.session(name)).access(access.apply(name)).build();
        final SessionStore store = new SessionStore(options.storeDirectory().resolve(name), zeros, clock);
        if (SessionHours.isResetDue(ownOptions, store, TimeUnit.NANOSECONDS.toMillis(clock.nanoTime())))
        {
            // Before the replay: what it finds new belongs to the new period.
            store.reset();
        }
        final FixSessionImpl session =
            new FixSessionImpl(loginId, name, firm, compId, ownOptions, store, encoder, clock);
        settle(session, 0);
        byLoginId.put(loginId, session);
        byName.put(name, session);
        inOrder.add(session);
        all.add(session);
        final SessionID sessionId = new SessionID(FixSessionImpl.BEGIN_STRING, compId, name);
        try
        {
            sessionInWork = session;
            settings.setBool(
                sessionId, Session.SETTING_RESET_ON_LOGOUT, SequenceReset.ON_LOGOUT == ownOptions.reset());
            session.session = factory.create(sessionId, settings);
        }
        catch (final ConfigError ex)
        {
            throw new IllegalStateException("FIX session cannot be created: session=" + sessionId, ex);
        }
    }

    private void settle(final FixSessionImpl session, final int reserved)
    {
        if (isSettled)
        {
            session.store.settle(reserved);
        }
        if (isLimited)
        {
            session.limitToMarks();
        }
        else if (isSettled)
        {
            session.store.limit(0);
        }
    }

    /** The sessions are those of this process from here on in the event stream. */
    void settle(final boolean isTakeover, final boolean isMarked)
    {
        isSettled = true;
        isLimited = isMarked;
        inOrder.forEach((session) -> settle(session, isTakeover ? NumbersMark.RESERVED : 0));
    }

    /**
     * Session of a login.
     *
     * @param loginId of the reference data.
     * @return session or null.
     */
    public FixSession byLoginId(final int loginId)
    {
        return byLoginId.get(loginId);
    }

    /**
     * Session of a client.
     *
     * @param name SenderCompID.
     * @return session or null.
     */
    public FixSession byName(final String name)
    {
        return byName.get(name);
    }

    /**
     * All sessions, in the order of their definition.
     *
     * @return unmodifiable view.
     */
    public Collection<FixSession> all()
    {
        return java.util.Collections.unmodifiableCollection(all);
    }

    /** Whether a session that is not blocked may come from an address. Before the first is defined any may. */
    TcpSource sourceOf(final InetAddress address)
    {
        TcpSource source = inOrder.isEmpty() ? TcpSource.OPEN : TcpSource.UNKNOWN;
        for (int i = 0; i < inOrder.size() && TcpSource.MEMBER != source; i++)
        {
            final AccessRules access = inOrder.get(i).options().access();
            if (!access.isBlocked() && access.isSource(address))
            {
                source = access.sources().isEmpty() ? TcpSource.OPEN : TcpSource.MEMBER;
            }
        }
        return source;
    }

    /** Puts other rules of access in force, also for the sessions that are defined later. */
    void access(final Function<String, AccessRules> rules)
    {
        access = rules;
        inOrder.forEach((session) -> session.access(rules.apply(session.name())));
    }

    /** Whether a client has shown the certificate of the session, which may be unknown, and not the one of another. */
    boolean isCertificateRight(final FixSessionImpl session, final X509Certificate certificate)
    {
        final CertificateBinding own = null == session ? null : session.options().access().certificate();
        if (null != own)
        {
            return own.matches(certificate);
        }
        return null == certificate || inOrder.stream().noneMatch((other) ->
            null != other.options().access().certificate() &&
            other.options().access().certificate().matches(certificate));
    }

    /** Why a connection may not have its session any more; null when it may. */
    String reasonToEnd(final FixSessionImpl session, final FixConnection connection)
    {
        final AccessRules rules = session.options().access();
        if (rules.isBlocked())
        {
            return "this session is blocked, ask the venue";
        }
        if (!rules.isSource(connection.address()))
        {
            return "this session may not log on from this address";
        }
        return isCertificateRight(session, connection.certificate()) ? null :
            "this session may not log on with this certificate, or without one";
    }

    FixSessionImpl find(final String name)
    {
        return byName.get(name);
    }

    FixSessionImpl find(final int loginId)
    {
        return byLoginId.get(loginId);
    }

    List<FixSessionImpl> inOrder()
    {
        return inOrder;
    }

    /** Whether a session can have such a name. */
    static boolean isServable(final String name)
    {
        return SERVABLE.matcher(name).matches() && !name.startsWith(".") && !HandedMark.FILE_NAME.equals(name);
    }

    /** Options of a session that has none of its own. */
    FixSessionOptions defaults()
    {
        return options.defaults();
    }

    FrameEncoder encoder()
    {
        return encoder;
    }

    String compId()
    {
        return compId;
    }

    /** Transaction of the last report that any store holds. */
    long lastPosition()
    {
        long last = 0;
        for (final FixSessionImpl session : inOrder)
        {
            last = Math.max(last, session.store.lastPosition());
        }
        return last;
    }

    /** Gives up all sessions and their stores. */
    @Override
    public void close()
    {
        for (final FixSessionImpl session : inOrder)
        {
            CloseHelper.quietCloseAll(session.session, session.store);
        }
    }
}
