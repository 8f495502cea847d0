// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * SPECTRA FAST: the encoding FAST 1.1, the messages of templates 9.0 and the template file itself. Knows nothing of
 * publishers or clients.
 */
package io.bourse.marketdata.fast;
