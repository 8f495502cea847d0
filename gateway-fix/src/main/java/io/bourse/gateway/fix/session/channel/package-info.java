// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Bytes of a connection, plain or under TLS, that never block.
 */
package io.bourse.gateway.fix.session.channel;
