// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Connections and sessions: sockets, framing, logon, sequence numbers, what was sent and can be asked for again.
 * QuickFIX/J's session decides by the FIX session rules; sockets, bytes and store are ours. Everything runs on the
 * gateway's one thread, except the checking of passwords.
 */
package io.bourse.gateway.fix.session;
