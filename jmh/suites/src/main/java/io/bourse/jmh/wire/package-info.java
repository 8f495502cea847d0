// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Order entry over TCP, measured from outside: a whole venue in a process of its own against a server that does nothing
 * but answer, by the same client on the same sockets.
 */
package io.bourse.jmh.wire;
