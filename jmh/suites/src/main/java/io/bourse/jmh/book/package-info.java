// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The order book alone against a plain one: five flows of two million messages, the same for both, and a checksum of
 * everything that they say about them. docs/book.md describes the flows.
 */
package io.bourse.jmh.book;
