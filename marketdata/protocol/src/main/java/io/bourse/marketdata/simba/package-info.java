// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * SIMBA SPECTRA on the wire: packet headers, flags, and the codecs generated from {@code simba-8.xml}.
 */
package io.bourse.marketdata.simba;
