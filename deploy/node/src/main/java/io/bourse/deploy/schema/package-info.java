// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The SBE schemas of our protocols as data, read from the same files that the codecs are generated from: for tools that
 * print or describe any message, known to them or not. {@link io.bourse.deploy.schema.SbePrinter} prints.
 */
package io.bourse.deploy.schema;
