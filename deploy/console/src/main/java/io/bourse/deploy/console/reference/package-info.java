// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Reference data over the API.
 */
package io.bourse.deploy.console.reference;
