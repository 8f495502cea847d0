// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What the commands have in common: base classes, exit codes, connections, tables, confirmations, and options
 * that several of them have.
 */
package io.bourse.deploy.cli.support;
