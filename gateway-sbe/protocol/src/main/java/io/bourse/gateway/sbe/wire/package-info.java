// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * TWIME framing on a non-blocking TCP connection, the same for the gateway and for its clients: which block length
 * belongs to which template in which version, whole frames out of a byte stream, older versions to version 7 and back,
 * bounded output.
 */
package io.bourse.gateway.sbe.wire;
