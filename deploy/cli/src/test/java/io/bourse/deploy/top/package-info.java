// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What the screen of a venue says.
 */
package io.bourse.deploy.top;
