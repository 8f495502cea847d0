// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Commands for a venue that does not run: backup, verification, recovery and replay.
 */
package io.bourse.deploy.cli.recovery;
