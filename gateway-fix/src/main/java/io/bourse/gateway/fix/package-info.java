// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * FIX 4.4 order entry of brokers over QuickFIX/J: this room turns FIX sessions into commands, and events into execution
 * reports.
 *
 * <pre>
 *   client =TCP= WireGuard - QuickFIX/J - FixApplication - OrderEntryAdapter - OrderDesk - CommandEncoder -&gt; ring
 *                                |  (one message thread, never touches the matcher)  |
 *                                |                                              FixOrder, FixLogin (one lock)
 *                                |                                                   |
 *   client =TCP= QuickFIX/J - ReportQueue - ReportPublisher ------------------ EventAdapter &lt;- event stream
 *                    |        (waits for the published watermark)     (duty cycle of FixGateway)
 *               session stores + HandedMark
 * </pre>
 *
 * <p>A starting gateway publishes ConnectGateway, replays the event stream to that barrier and knows then every order,
 * name and sequence; only then does it listen. What it takes, sends, refuses and guarantees: docs/protocols/fix.md.
 */
package io.bourse.gateway.fix;
