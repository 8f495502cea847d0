// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Carries out the stages of a profile, each in the processes that it needs, and puts together what they have found.
 */
package io.bourse.jmh.loadtest.run;
