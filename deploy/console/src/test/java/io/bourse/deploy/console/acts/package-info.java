// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of acts over the API.
 */
package io.bourse.deploy.console.acts;
