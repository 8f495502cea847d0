// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Measures the hosts of the core against each other, and how long a venue of three members is without a leader when one
 * is killed. Everything is real: members are processes, orders go through the clients that gateways use.
 */
package io.bourse.jmh.host;
