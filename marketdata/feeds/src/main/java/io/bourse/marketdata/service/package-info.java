// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The services of market data that are asked over TCP, on the server that all protocols share.
 */
package io.bourse.marketdata.service;
