// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a venue does now, on one screen of a terminal: two looks at its metrics, and what lies between them.
 */
package io.bourse.deploy.top;
