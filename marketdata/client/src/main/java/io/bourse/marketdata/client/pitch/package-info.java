// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A receiver of multicast PITCH for users: both feeds of a unit, gap requests for small gaps, spins for a late join and
 * for large ones, and the books.
 */
package io.bourse.marketdata.client.pitch;
