// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import static io.bourse.gateway.fix.session.FixCounter.TLS_FAILURES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.net.TlsOptions;
import io.bourse.gateway.fix.password.PasswordEntry;
import io.bourse.gateway.fix.password.PasswordFile;
import io.bourse.gateway.fix.password.PasswordHash;
import io.bourse.gateway.fix.password.PasswordLogonCheck;
import io.bourse.gateway.fix.password.PasswordOptions;
import io.bourse.testing.TlsKeys;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import quickfix.ApplicationAdapter;
import quickfix.FieldNotFound;
import quickfix.Initiator;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;
import quickfix.field.MsgType;
import quickfix.fix44.MessageFactory;
import quickfix.mina.ssl.SSLSupport;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A client as members have one: an ordinary QuickFIX/J initiator under TLS, with a certificate of its own and a
 * password that it must change.
 */
@Tag("venue")
class TlsInitiatorTest
{
    private static final String FIRST = "the-first-password";
    private static final String NEXT = "the-next-password";

    @TempDir
    private Path directory;
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private TlsKeys keys;
    private Path venueKeys;
    private Path clientKeys;
    private TransportRig rig;

    @BeforeEach
    void start() throws Exception
    {
        keys = new TlsKeys(directory);
        venueKeys = keys.keyStore("venue");
        clientKeys = keys.keyStore("client");
        final Path passwords = directory.resolve("fix-passwords");
        new PasswordFile(passwords).update((entries) -> entries.put("ALPHA", new PasswordEntry("ALPHA",
            PasswordHash.of("ALPHA", FIRST.toCharArray(), PasswordHash.LEAST_ITERATIONS, new SecureRandom()),
            Instant.EPOCH, true)));
        rig = new TransportRig(directory.resolve("fix"));
        rig.sessionOptions = FixSessionOptions.builder().dictionary(FixSessionOptions.Dictionary.BOURSE).build();
        rig.server.tls(new TlsOptions(
            new InetSocketAddress("127.0.0.1", 0), venueKeys, () -> TlsKeys.PASSWORD, keys.trustStore(clientKeys)));
        rig.logonCheck = new PasswordLogonCheck(
            PasswordOptions.builder().file(passwords).iterations(PasswordHash.LEAST_ITERATIONS).build(),
            new SystemEpochNanoClock(), SystemNanoClock.INSTANCE);
        rig.start();
    }

    @AfterEach
    void stop()
    {
        rig.close();
    }

    @Test
    void shouldLogOnAfterItHasChangedItsPassword() throws Exception
    {
        try (Client client = new Client(FIRST, null, true))
        {
            TransportRig.await(() -> heard.contains("5 1409=8"), "it is not asked to change its password");
            assertFalse(client.session().isLoggedOn());
        }
        try (Client client = new Client(FIRST, NEXT, true))
        {
            TransportRig.await(() -> heard.contains("A 1409=1"), "it does not log on with a new password");
        }
        try (Client client = new Client(NEXT, null, true))
        {
            TransportRig.await(() -> heard.contains("A 1409=0"), "it does not log on");
            TransportRig.await(() -> client.session().isLoggedOn(), "its session is not there");
        }
        assertEquals(0, rig.counters().get(TLS_FAILURES));
    }

    @Test
    void shouldNotHearItWithoutItsCertificate() throws Exception
    {
        try (Client client = new Client(FIRST, NEXT, false))
        {
            TransportRig.await(() -> rig.counters().get(TLS_FAILURES) > 0, "it comes in without a certificate");
            assertFalse(client.session().isLoggedOn());
        }
        assertTrue(heard.isEmpty(), heard::toString);
    }

    /** The initiator. */
    private final class Client extends ApplicationAdapter implements AutoCloseable
    {
        private final SessionID sessionId = new SessionID("FIX.4.4", "ALPHA", "BOURSE");
        private final Initiator initiator;
        private final String password;
        private final String newPassword;

        private Client(final String password, final String newPassword, final boolean hasKeys) throws Exception
        {
            this.password = password;
            this.newPassword = newPassword;
            initiator = new SocketInitiator(this, new MemoryStoreFactory(), settings(hasKeys),
                new QuietLogFactory((sessionId) ->
                {
                }),
                new MessageFactory());
            initiator.start();
        }

        private SessionSettings settings(final boolean hasKeys) throws Exception
        {
            final SessionSettings settings = new SessionSettings();
            settings.setString(sessionId, SessionFactory.SETTING_CONNECTION_TYPE, "initiator");
            settings.setString(sessionId, Initiator.SETTING_SOCKET_CONNECT_HOST, "127.0.0.1");
            settings.setLong(
                sessionId, Initiator.SETTING_SOCKET_CONNECT_PORT, rig.transport().localAddress(true).getPort());
            settings.setLong(sessionId, Initiator.SETTING_RECONNECT_INTERVAL, 1);
            settings.setLong(sessionId, Session.SETTING_HEARTBTINT, 10);
            settings.setString(sessionId, Session.SETTING_NON_STOP_SESSION, "Y");
            settings.setString(sessionId, Session.SETTING_USE_DATA_DICTIONARY, "N");
            settings.setString(sessionId, Session.SETTING_RESET_ON_LOGON, "Y");
            settings.setString(sessionId, SSLSupport.SETTING_USE_SSL, "Y");
            final String secret = new String(TlsKeys.PASSWORD);
            settings.setString(
                sessionId, SSLSupport.SETTING_TRUST_STORE_NAME, keys.trustStore(venueKeys).toString());
            settings.setString(sessionId, SSLSupport.SETTING_TRUST_STORE_PWD, secret);
            settings.setString(sessionId, SSLSupport.SETTING_TRUST_STORE_TYPE, "PKCS12");
            if (hasKeys)
            {
                settings.setString(sessionId, SSLSupport.SETTING_KEY_STORE_NAME, clientKeys.toString());
                settings.setString(sessionId, SSLSupport.SETTING_KEY_STORE_PWD, secret);
                settings.setString(sessionId, SSLSupport.SETTING_KEY_STORE_TYPE, "PKCS12");
            }
            return settings;
        }

        private Session session()
        {
            return Session.lookupSession(sessionId);
        }

        @Override
        public void toAdmin(final Message message, final SessionID id)
        {
            if (isType(message, MsgType.LOGON))
            {
                message.setString(553, "ALPHA");
                message.setString(554, password);
                if (null != newPassword)
                {
                    message.setString(925, newPassword);
                }
            }
        }

        @Override
        public void fromAdmin(final Message message, final SessionID id) throws FieldNotFound
        {
            if (message.isSetField(1409))
            {
                heard.add((isType(message, MsgType.LOGON) ? "A" : "5") + " 1409=" + message.getString(1409));
            }
        }

        private static boolean isType(final Message message, final String type)
        {
            return message.getHeader().getOptionalString(MsgType.FIELD).filter(type::equals).isPresent();
        }

        @Override
        public void close()
        {
            initiator.stop(true);
        }
    }
}
