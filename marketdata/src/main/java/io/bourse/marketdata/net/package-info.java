// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * UDP multicast sockets that never block: one sender per group, one receiver per group.
 */
package io.bourse.marketdata.net;
