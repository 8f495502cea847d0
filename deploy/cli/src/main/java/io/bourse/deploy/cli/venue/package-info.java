// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Commands that start a venue or a component of it, and maintain the history of one.
 */
package io.bourse.deploy.cli.venue;
