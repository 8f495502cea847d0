// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Order entry sessions that allocate nothing per message, to put a load on a venue or on what it is compared with.
 */
package io.bourse.jmh.loadtest.client;
