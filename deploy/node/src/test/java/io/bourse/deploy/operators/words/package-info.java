// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Signed commands in words.
 */
package io.bourse.deploy.operators.words;
