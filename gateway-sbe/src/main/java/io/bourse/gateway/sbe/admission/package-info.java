// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Who may come in and how much he may bring: flow control per login, uniqueness of ClOrdID, sources a login may come
 * from, and sessions per brokerage firm. Policies only: they know no socket and no message, and every time is given to
 * them.
 */
package io.bourse.gateway.sbe.admission;
