// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Multicast PITCH 2.x on the wire: layouts, writers, readers and a printer of the sequenced units and of the messages
 * of the gap request and spin protocols (PITCH E.1 and E.2). Knows nothing of who publishes and who listens.
 */
package io.bourse.marketdata.pitch;
