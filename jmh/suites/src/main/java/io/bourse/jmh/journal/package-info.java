// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The journal: ring, stamp, recording, against a bare Aeron publication that is recorded.
 */
package io.bourse.jmh.journal;
