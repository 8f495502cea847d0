// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Money and assets that members bring and take (rules 1.8): the book of instructions, what is free, interest and
 * penalties.
 */
package io.bourse.clearing.funds;
