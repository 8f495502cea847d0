// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Flows of commands, encoded before they are sent: into the ring of an engine, or into a core without a host.
 */
package io.bourse.jmh.loadtest.ring;
