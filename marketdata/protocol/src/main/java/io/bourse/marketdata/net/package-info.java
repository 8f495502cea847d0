// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Sockets that never block and memory of what left through them: one sender per multicast group, one receiver per
 * group, one small TCP server for all services, and a history of sent packets for those who ask again.
 */
package io.bourse.marketdata.net;
