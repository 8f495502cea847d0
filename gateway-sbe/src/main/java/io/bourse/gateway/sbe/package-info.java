// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Binary order entry: TWIME 7 sessions of HFT firms over TCP, one non-blocking I/O thread for all of them.
 */
package io.bourse.gateway.sbe;
