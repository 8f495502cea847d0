// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Clearing runs over the API.
 */
package io.bourse.deploy.console.clearing;
