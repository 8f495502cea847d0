// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Binary order entry: TWIME 7 sessions of HFT firms over TCP, one non-blocking I/O thread for all of them.
 *
 * <p>In: {@code TwimeServer} reads, {@code SessionAdapter} applies the session rules, {@code OrderEntryAdapter}
 * turns requests into commands, {@code EngineCommandPublisher} numbers them and puts them into the ring. Out:
 * {@code AnswerPublisher} turns the engine's transactions into frames, {@code AnswerQueue} holds them until their
 * market data is public, {@code Login} numbers and keeps them, {@code TwimeConnection} sends them.
 * docs/protocols/twime.md says what the venue answers to what.
 */
package io.bourse.gateway.sbe;
