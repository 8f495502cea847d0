// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of what is said of time stamps.
 */
package io.bourse.deploy.timestamps;
