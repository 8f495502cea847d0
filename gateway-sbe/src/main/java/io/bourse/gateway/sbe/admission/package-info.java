// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Who may log on and how much it may send: flow control per login, uniqueness of ClOrdID, sources a login may come
 * from, and sessions per brokerage firm. Policies only: they know no socket and no message, and every time is given to
 * them.
 */
package io.bourse.gateway.sbe.admission;
