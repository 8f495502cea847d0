// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Commands of market data: watching, recording, decoding, statistics and time stamps.
 */
package io.bourse.deploy.cli.feed;
