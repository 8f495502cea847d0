// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Securities and currencies (rules 1.9): netting of obligations, delivery against payment, deliveries that fail.
 */
package io.bourse.clearing.cashmarket;
