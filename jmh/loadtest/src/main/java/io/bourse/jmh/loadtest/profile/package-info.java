// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Profiles of load tests: files with stages, sessions and published tables, read at a scale.
 */
package io.bourse.jmh.loadtest.profile;
