// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Prices and times as people read them.
 */
package io.bourse.deploy.text;
