// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * All suites in one run, with what they are measured against beside them.
 */
package io.bourse.jmh.suite;
