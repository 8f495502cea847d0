// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of the commands of market data.
 */
package io.bourse.deploy.cli.feed;
