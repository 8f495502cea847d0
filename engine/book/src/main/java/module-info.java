// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The order book.
 */
module io.bourse.engine.book
{
    requires transitive io.bourse.engine.protocol;

    exports io.bourse.engine.book;
}
