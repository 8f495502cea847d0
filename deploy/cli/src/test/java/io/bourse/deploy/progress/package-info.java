// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of how progress is shown.
 */
package io.bourse.deploy.progress;
