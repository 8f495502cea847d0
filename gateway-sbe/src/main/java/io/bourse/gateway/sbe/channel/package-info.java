// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The bytes of a client's connection, plain or under TLS, without blocking: the rest of the gateway does not know which
 * of the two it is.
 */
package io.bourse.gateway.sbe.channel;
