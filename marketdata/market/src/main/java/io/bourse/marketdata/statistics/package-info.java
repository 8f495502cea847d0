// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What is counted over a trading session: daily statistics of instruments, price indices, and how market makers keep
 * their obligations. Integers and engine time only, so that every replay of the event stream gives the same numbers.
 */
package io.bourse.marketdata.statistics;
