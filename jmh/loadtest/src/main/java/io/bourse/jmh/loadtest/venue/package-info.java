// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The venue of a load test, in a process of its own: both gateways, the sessions' logins, client registers in bulk.
 */
package io.bourse.jmh.loadtest.venue;
