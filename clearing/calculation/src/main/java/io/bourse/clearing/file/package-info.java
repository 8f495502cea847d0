// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Files that are there completely or not at all, and their digests.
 */
package io.bourse.clearing.file;
