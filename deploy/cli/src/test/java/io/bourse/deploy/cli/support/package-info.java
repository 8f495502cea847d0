// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of what the commands have in common.
 */
package io.bourse.deploy.cli.support;
