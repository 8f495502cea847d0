// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The command line: the list of its commands.
 */
package io.bourse.deploy.cli;
