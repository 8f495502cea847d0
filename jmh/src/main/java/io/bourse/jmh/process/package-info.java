// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Processes that measurements start beside themselves, and the pauses of the host that measurements print.
 */
package io.bourse.jmh.process;
