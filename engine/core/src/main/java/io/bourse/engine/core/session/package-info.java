// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Trading sessions and what operators do: opening, movements, phases, time, news, snapshots, the audit trail
 * and quarantined commands.
 */
package io.bourse.engine.core.session;
