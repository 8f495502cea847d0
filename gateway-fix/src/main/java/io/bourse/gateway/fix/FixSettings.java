// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import quickfix.Acceptor;
import quickfix.FileStoreFactory;
import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.mina.NetworkingOptions;

/**
 * QuickFIX/J settings of the venue's side.
 */
final class FixSettings
{
    private static final String YES = "Y";
    private static final String NO = "N";

    private FixSettings()
    {
    }

    /** Settings every session of the gateway has. */
    static SessionSettings sessions(final Path storeDirectory, final long logonTimeoutNs, final int maxQueuedWrites)
    {
        final SessionSettings settings = new SessionSettings();
        settings.setString(SessionFactory.SETTING_CONNECTION_TYPE, SessionFactory.ACCEPTOR_CONNECTION_TYPE);
        settings.setString(Session.SETTING_NON_STOP_SESSION, YES);
        settings.setString(Session.SETTING_USE_DATA_DICTIONARY, YES);
        settings.setString(Session.SETTING_DATA_DICTIONARY, "FIX44.xml");
        settings.setString(Session.SETTING_VALIDATE_USER_DEFINED_FIELDS, NO);
        settings.setString(Session.SETTING_REJECT_MESSAGE_ON_UNHANDLED_EXCEPTION, YES);
        settings.setString(Session.SETTING_LOG_MESSAGE_WHEN_SESSION_NOT_FOUND, NO);
        settings.setString(Session.SETTING_TIMESTAMP_PRECISION, "MICROS");
        settings.setString(Session.SETTING_PERSIST_MESSAGES, YES);
        settings.setLong(Session.SETTING_LOGON_TIMEOUT, Math.max(1, TimeUnit.NANOSECONDS.toSeconds(logonTimeoutNs)));
        settings.setLong(Session.SETTING_LOGOUT_TIMEOUT, 2);
        settings.setLong(Session.SETTING_MAX_SCHEDULED_WRITE_REQUESTS, maxQueuedWrites);
        settings.setString(FileStoreFactory.SETTING_FILE_STORE_PATH, storeDirectory.toString());
        settings.setString(FileStoreFactory.SETTING_FILE_STORE_SYNC, NO);
        settings.setString(NetworkingOptions.SETTING_SOCKET_TCP_NODELAY, YES);
        settings.setString(NetworkingOptions.SETTING_SOCKET_REUSE_ADDRESS, YES);
        return settings;
    }

    /** Adds the address to listen at; sessions come later, from the reference data. */
    static SessionSettings acceptor(
        final SessionSettings settings,
        final String compId,
        final InetSocketAddress address)
    {
        final SessionID template = new SessionID("FIX.4.4", compId, "*");
        settings.setString(template, SessionFactory.SETTING_CONNECTION_TYPE, SessionFactory.ACCEPTOR_CONNECTION_TYPE);
        settings.setString(template, Acceptor.SETTING_ACCEPTOR_TEMPLATE, YES);
        settings.setString(template, Acceptor.SETTING_SOCKET_ACCEPT_ADDRESS, address.getHostString());
        settings.setLong(template, Acceptor.SETTING_SOCKET_ACCEPT_PORT, address.getPort());
        return settings;
    }
}
