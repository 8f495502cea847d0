// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How long members wait for answers and when the public knows, from captures of order entry and market data alone.
 */
package io.bourse.deploy.latency;
