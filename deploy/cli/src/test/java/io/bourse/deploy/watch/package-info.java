// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a watch says about what it sees.
 */
package io.bourse.deploy.watch;
