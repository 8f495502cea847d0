// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Full-depth books, order by order, that the publisher and its receivers keep alike.
 */
package io.bourse.marketdata.book;
