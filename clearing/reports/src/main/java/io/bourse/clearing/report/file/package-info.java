// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Files that leave clearing: CSV with a digest line, and XML, compressed with zstd, listed in a manifest, and the
 * verifier that members and operators run over them. Everything except the signature is the same bytes for the same
 * input.
 */
package io.bourse.clearing.report.file;
