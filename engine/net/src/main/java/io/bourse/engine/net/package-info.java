// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a gateway needs to take connections of clients, whatever is spoken on them: their bytes, plain or under TLS,
 * without blocking ({@link io.bourse.engine.net.ClientChannel}), where they arrive
 * ({@link io.bourse.engine.net.ListeningSocket}), and from where they may come
 * ({@link io.bourse.engine.net.AddressRange}). It knows nothing of commands and events.
 */
package io.bourse.engine.net;
