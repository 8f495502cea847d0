// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionSettings;

/**
 * QuickFIX/J settings of the venue's side.
 */
final class FixSettings
{
    private static final String DICTIONARY = "io/bourse/gateway/fix/fix44-bourse.xml";
    private static final String YES = "Y";
    private static final String NO = "N";
    private static final int LOGOUT_TIMEOUT_SECONDS = 2;

    private FixSettings()
    {
    }

    /** Settings every session of the gateway has. */
    static SessionSettings sessions()
    {
        final SessionSettings settings = new SessionSettings();
        settings.setString(SessionFactory.SETTING_CONNECTION_TYPE, SessionFactory.ACCEPTOR_CONNECTION_TYPE);
        settings.setString(Session.SETTING_NON_STOP_SESSION, YES);
        settings.setString(Session.SETTING_USE_DATA_DICTIONARY, YES);
        final boolean isOurs = null != FixSettings.class.getClassLoader().getResource(DICTIONARY);
        settings.setString(Session.SETTING_DATA_DICTIONARY, isOurs ? DICTIONARY : "FIX44.xml");
        settings.setString(Session.SETTING_VALIDATE_USER_DEFINED_FIELDS, NO);
        // The dictionary is asked after the session rules, and not for plain hot messages: see QuickFixApplication.
        settings.setString(Session.SETTING_VALIDATE_INCOMING_MESSAGE, NO);
        settings.setString(Session.SETTING_REJECT_MESSAGE_ON_UNHANDLED_EXCEPTION, YES);
        settings.setString(Session.SETTING_TIMESTAMP_PRECISION, "MICROS");
        // Messages are stored and sent again by ourselves: see ResendServer.
        settings.setString(Session.SETTING_PERSIST_MESSAGES, NO);
        settings.setLong(Session.SETTING_LOGOUT_TIMEOUT, LOGOUT_TIMEOUT_SECONDS);
        return settings;
    }
}
