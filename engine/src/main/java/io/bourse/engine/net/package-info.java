// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The TCP server of every protocol: listening, TLS, admission, reading and writing without blocking, slow consumers and
 * closing. A protocol brings a connection ({@link io.bourse.engine.net.TcpConnection}) with its framer and its session,
 * and a final server ({@link io.bourse.engine.net.TcpServer}) that runs the loop over them.
 */
package io.bourse.engine.net;
