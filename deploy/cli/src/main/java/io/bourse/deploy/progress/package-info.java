// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How far a long command is: a bar on a terminal, lines elsewhere.
 */
package io.bourse.deploy.progress;
