// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Packages of reports for members: archive with a signed manifest, encrypted to the member's certificate; opening and
 * checking them; proofs that a line is in a package, for a single client.
 */
package io.bourse.clearing.packages;
