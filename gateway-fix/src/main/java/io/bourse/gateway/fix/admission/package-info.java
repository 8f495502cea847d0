// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Who may log on, from where, when, and how much it may send: rules without sockets and threads, decided on the
 * gateway's thread. Passwords are checked elsewhere, on a thread of their own.
 */
package io.bourse.gateway.fix.admission;
