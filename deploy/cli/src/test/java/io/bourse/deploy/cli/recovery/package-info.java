// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of the commands for a venue that does not run.
 */
package io.bourse.deploy.cli.recovery;
