// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * FIX 4.4 order entry of brokers over QuickFIX/J's session: it turns FIX sessions into commands, and events into
 * execution reports. One duty cycle ({@code FixGateway}) does everything.
 *
 * <pre>
 *   client =TCP= FixServer - SessionAdapter - Session - OrderHandler - RequestTracker - CommandEncoder -&gt; ring
 *                                                   (QuickFIX/J)                 |
 *                                                                     FixOrder, OrderTable
 *                                                                                |
 *   client =TCP= FixConnection - SessionStore - TransactionOutbox - ReportPublisher - EventAdapter &lt;- event stream
 *                                               (waits for the published watermark)
 * </pre>
 *
 * <p>{@code session} holds the options, connections and sessions, {@code session.store} what was sent, {@code order}
 * requests and reports, {@code data} what clients may ask about the market, {@code admission} and {@code password} who
 * may come in, {@code field} tags and values, {@code wire} the bytes, {@code client} a small client.
 *
 * <p>A starting gateway publishes ConnectGateway, replays the event stream to that barrier and knows then every order,
 * name and sequence; only then does it listen. What it takes, sends, refuses and guarantees: docs/protocols/fix.md.
 */
package io.bourse.gateway.fix;
