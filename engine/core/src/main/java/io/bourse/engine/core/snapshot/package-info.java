// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The form of a snapshot: records, how they are written, and the table of those who write and read them.
 */
package io.bourse.engine.core.snapshot;
