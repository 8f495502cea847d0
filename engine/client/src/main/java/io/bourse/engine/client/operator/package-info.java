// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What operators do to an engine: members, accounts, instruments, contracts, phases, risk, sessions, news.
 */
package io.bourse.engine.client.operator;
