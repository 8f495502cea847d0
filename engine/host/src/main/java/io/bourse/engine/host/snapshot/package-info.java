// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Snapshots of the core as files of the solo host: their format, their directory, and the thread that writes them while
 * the matcher goes on. What is in the records is the core's business.
 */
package io.bourse.engine.host.snapshot;
