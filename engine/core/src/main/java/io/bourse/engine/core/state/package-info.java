// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * State that many parts of the core share with direct field access: orders, instruments, logins, quotes,
 * queues and tables, and the
 * hash over all of it. No rules stand here.
 */
package io.bourse.engine.core.state;
