// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import java.net.InetAddress;

/**
 * Something that an auditor of the venue's access asks for. None of its texts is a secret; what a client has sent may
 * be given as it is, {@link SecurityLog} makes it harmless.
 *
 * @param type what happened.
 * @param component that saw it, such as {@code twime}.
 * @param name login, session or person; null for none.
 * @param source address it came from; null for none.
 * @param reason why, or what was done; null for none.
 * @param certificate subject of the certificate that was shown; null for none.
 */
public record SecurityEvent(
    Type type,
    String component,
    String name,
    InetAddress source,
    String reason,
    String certificate)
{
    /** Kinds of events. */
    public enum Type
    {
        /** A login has begun a session. */
        LOGON,
        /** A session was not let in. */
        LOGON_REFUSED,
        /** A wrong secret or password, or an unknown login. */
        PASSWORD_FAILED,
        /** Not looked at, after too many wrong ones. */
        LOCKED_OUT,
        /** The venue has ended a session because of a change of access. */
        SESSION_ENDED,
        /** A client has shown a certificate that is trusted. */
        CERTIFICATE_SHOWN,
        /** A client has broken the rules of TLS or has shown no certificate that is trusted. */
        TLS_FAILED,
        /** A connection was closed at once, or gave way to another one: too many, or no login may come from there. */
        CONNECTION_REFUSED,
        /** A client was disconnected because it has sent several times as much as it may. */
        FLOODED,
        /** A client was disconnected because what it has sent is not its protocol. */
        MALFORMED,
        /** Other settings of access are in force. */
        ACCESS_CHANGED,
        /** Settings of access that cannot be used; the former ones are in force. */
        ACCESS_INVALID,
        /** An operator's command. */
        PRIVILEGE_USED,
        /** An operator has asked a console for what is not for him. */
        PRIVILEGE_REFUSED,
        /** The ingress has dropped commands without an authenticated sender. */
        COMMANDS_UNAUTHENTICATED,
        /** The ingress has dropped commands that their sender may not send. */
        COMMANDS_FORBIDDEN,
        /** Events that are not in the log, because too many came. */
        LEFT_OUT
    }

    /**
     * An event of a client without a certificate.
     *
     * @param type what happened.
     * @param component that saw it.
     * @param name login or session; null for none.
     * @param source address it came from; null for none.
     * @param reason why; null for none.
     * @return event.
     */
    public static SecurityEvent of(
        final Type type, final String component, final String name, final InetAddress source, final String reason)
    {
        return new SecurityEvent(type, component, name, source, reason, null);
    }
}
