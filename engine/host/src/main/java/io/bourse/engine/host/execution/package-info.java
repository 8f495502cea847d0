// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Execution of commands by the core in a host, live and replayed, and the events that come of it.
 */
package io.bourse.engine.host.execution;
