// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The command line: one class per command, no logic of its own.
 */
package io.bourse.deploy.cli;
