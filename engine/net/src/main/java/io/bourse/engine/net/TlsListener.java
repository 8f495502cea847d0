// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import java.net.InetAddress;
import java.security.cert.X509Certificate;

/**
 * Hears of the handshakes of a port under TLS, on the thread that polls.
 */
interface TlsListener
{
    /**
     * A handshake is done.
     *
     * @param source of the client.
     * @param certificate it has shown, which is trusted; null when none is asked for.
     */
    void onHandshake(InetAddress source, X509Certificate certificate);

    /**
     * A client broke the rules of TLS or has no valid certificate; called once for a connection.
     *
     * @param source of the client.
     * @param reason as the library says it.
     */
    void onFailure(InetAddress source, String reason);
}
