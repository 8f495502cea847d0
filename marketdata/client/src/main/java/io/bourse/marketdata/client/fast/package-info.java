// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Receivers of the SPECTRA FAST feeds for users: messages in order from both lines, and the books they make.
 */
package io.bourse.marketdata.client.fast;
