// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A small non-blocking TWIME client: used by tests, the system test and the load driver, and a starting point for
 * firms.
 */
package io.bourse.gateway.sbe.client;
